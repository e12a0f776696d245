import type { CommitChanges, PathChange } from '../../runtime/git/repository.js';
import { type Fingerprint, MINIMUM_SCORE, similarity } from './similarity.js';

/** An added file and the deleted one that it was. */
export interface RenamePair {
  readonly from: PathChange;
  readonly to: PathChange;
}

/** What is left of a commit's additions and deletions after equal contents were paired. */
export interface RenameCandidates {
  readonly exact: readonly RenamePair[];
  readonly deleted: readonly PathChange[];
  readonly added: readonly PathChange[];
}

const CANDIDATES = 4;

/**
 * Pairs additions and deletions of equal content, in git's order (find_exact_renames): each addition takes the first
 * deletion that is free. Where one side is then empty, nothing is left to compare.
 */
export function exactRenames({ changes }: CommitChanges): RenameCandidates {
  const deleted = changes.filter(({ op }) => op === 'delete').sort(byBytes);
  const added = changes.filter(({ op }) => op === 'add').sort(byBytes);
  const free = new Map<string, PathChange[]>();
  for (const change of deleted) {
    const key = contentKey(change.before!, change.link);
    free.set(key, [...(free.get(key) ?? []), change]);
  }
  const exact: RenamePair[] = [];
  const used = new Set<PathChange>();
  for (const to of added) {
    const from = free.get(contentKey(to.blob!, to.link))?.shift();
    if (from === undefined) continue;
    exact.push({ from, to });
    used.add(from).add(to);
  }
  const left = (list: readonly PathChange[]) => list.filter((change) => !used.has(change));
  return { exact, deleted: left(deleted), added: left(added) };
}

/**
 * Pairs what is left by similarity, as git's diffcore-rename does with no limit: the best four deletions of each
 * addition, best score first, ties in the order of paths, each side used once. `prints` holds the files by blob; one
 * that is missing is never paired.
 */
export function similarRenames(
  { deleted, added }: RenameCandidates,
  prints: ReadonlyMap<string, Fingerprint>,
): RenamePair[] {
  const matrix: Candidate[] = [];
  for (const to of added) matrix.push(...bestSources(to, deleted, prints));
  matrix.sort((a, b) => b.score - a.score);
  const pairs: RenamePair[] = [];
  const used = new Set<PathChange>();
  for (const { from, to } of matrix) {
    if (used.has(from) || used.has(to)) continue;
    used.add(from).add(to);
    pairs.push({ from, to });
  }
  return pairs;
}

interface Candidate extends RenamePair {
  readonly score: number;
}

/** Git's four slots: a better candidate takes the first of the worst slots, so the order of ties is git's. */
function bestSources(
  to: PathChange,
  deleted: readonly PathChange[],
  prints: ReadonlyMap<string, Fingerprint>,
): Candidate[] {
  const target = prints.get(to.blob!);
  const slots: Candidate[] = [];
  for (const from of deleted) {
    const source = prints.get(from.before!);
    const comparable = source !== undefined && target !== undefined && !from.link && !to.link;
    const candidate = { from, to, score: comparable ? similarity(source, target) : 0 };
    if (slots.length < CANDIDATES) {
      slots.push(candidate);
      continue;
    }
    let worst = 0;
    for (let i = 1; i < CANDIDATES; i++) if (slots[i]!.score < slots[worst]!.score) worst = i;
    if (slots[worst]!.score < candidate.score) slots[worst] = candidate;
  }
  return slots.filter(({ score }) => score >= MINIMUM_SCORE);
}

function contentKey(blob: string, link: true | undefined): string {
  return link ? `${blob} link` : blob;
}

/** Git's order of paths: by UTF-8 bytes. */
function byBytes(a: PathChange, b: PathChange): number {
  return Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));
}
