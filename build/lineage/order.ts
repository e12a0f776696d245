import type { CommitNode } from '../../runtime/git/repository.js';
import { compareText } from '../../schema/diagnostic.js';
import type { LineageEvent } from './types.js';

/** Seconds by which a commit's place in the order is later than its own date. */
export type Skew = ReadonlyMap<string, number>;

/**
 * Corrected dates: own date, but at least one second behind every parent's corrected date. The date depends on the
 * ancestors alone, so that a commit keeps its place whatever is added later. `known` holds corrected dates of
 * parents that are not among `nodes`; a parent that is in neither counts as none. Returns those that are skewed.
 */
export function correctDates(nodes: readonly CommitNode[], known: ReadonlyMap<string, number>): Skew {
  const corrected = new Map(known);
  const skew = new Map<string, number>();
  for (const node of parentsFirst(nodes)) {
    let date = node.committedAt;
    for (const parent of node.parents) date = Math.max(date, (corrected.get(parent) ?? -1) + 1);
    corrected.set(node.id, date);
    if (date !== node.committedAt) skew.set(node.id, date - node.committedAt);
  }
  return skew;
}

/** Every commit behind its parents; walks without recursion, as histories are deep. */
function parentsFirst(nodes: readonly CommitNode[]): CommitNode[] {
  const waiting = new Map(nodes.map((node) => [node.id, node]));
  const ordered: CommitNode[] = [];
  for (const start of nodes) {
    const stack = [start.id];
    while (stack.length > 0) {
      const node = waiting.get(stack.at(-1)!);
      const open = node?.parents.filter((parent) => waiting.has(parent)) ?? [];
      if (open.length > 0) {
        stack.push(...open);
        continue;
      }
      stack.pop();
      if (node !== undefined && waiting.delete(node.id)) ordered.push(node);
    }
  }
  return ordered;
}

/** Sorts events by corrected date, commit id, path; `dateOf` gives the corrected date of a commit. */
export function sortEvents(
  events: readonly LineageEvent[],
  dateOf: (commit: string) => number,
): LineageEvent[] {
  const keyed = events.map((event) => ({ event, date: dateOf(event.commit) }));
  keyed.sort(
    (a, b) =>
      a.date - b.date ||
      compareText(a.event.commit, b.event.commit) ||
      compareText(a.event.path, b.event.path),
  );
  return keyed.map(({ event }) => event);
}
