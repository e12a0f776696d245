import { compareText } from '../../schema/diagnostic.js';
import type { LineageEdge } from '../../schema/lineage.js';
import type { HandOffChange, StaleMention } from './types.js';

/** A skill's SKILL.md after the change. */
export interface NamedText {
  /** The skill's folder. */
  readonly path: string;
  /** Path of its SKILL.md. */
  readonly file: string;
  /** LF line ends. */
  readonly text: string;
}

/** A name that no skill has any more. */
export interface FormerName {
  readonly name: string;
  /** Folder that its skill has after the change; null where it is gone. */
  readonly now: string | null;
}

/** A word of a sentence could be a name of one part; of two or more it is hardly one. */
const TELLING = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+$/u;

/** Other skills' texts that still have a name that no skill has any more: the first line of each that has it. */
export function staleMentions(names: readonly FormerName[], texts: readonly NamedText[]): StaleMention[] {
  return names
    .filter(({ name }) => TELLING.test(name))
    .flatMap(({ name, now }) => {
      const pattern = new RegExp(`(?<![\\p{L}\\p{N}_-])${name}(?![\\p{L}\\p{N}_-])`, 'u');
      return texts.flatMap(({ path, file, text }) => {
        if (path === now || !text.includes(name)) return [];
        const line = text.split('\n').findIndex((one) => pattern.test(one));
        return line < 0 ? [] : [{ path: file, line: line + 1, name, now }];
      });
    })
    .sort((a, b) => compareText(a.path, b.path) || a.line - b.line || compareText(a.name, b.name));
}

/**
 * Hand-offs that come and go between skills that are there on both sides, or come with one of them.
 *
 * @param nowOf a folder of before as it is after the change; itself where the skill is gone
 */
export function compareHandOffs(
  before: readonly LineageEdge[],
  after: readonly LineageEdge[],
  nowOf: (path: string) => string,
): { readonly added: HandOffChange[]; readonly removed: HandOffChange[] } {
  const old = handOffs(before, nowOf);
  const now = handOffs(after, (path) => path);
  const without = (from: ReadonlyMap<string, HandOffChange>, other: ReadonlyMap<string, unknown>) =>
    [...from].filter(([key]) => !other.has(key)).map(([, edge]) => edge);
  return { added: without(now, old), removed: without(old, now) };
}

function handOffs(
  edges: readonly LineageEdge[],
  nowOf: (path: string) => string,
): Map<string, HandOffChange> {
  const found = new Map<string, HandOffChange>();
  for (const { type, from, to } of edges) {
    const edge = { from: nowOf(from), to: nowOf(to) };
    if (type === 'hands-off-to') found.set(`${edge.from}\n${edge.to}`, edge);
  }
  return new Map([...found].sort(([a], [b]) => compareText(a, b)));
}
