import { posix } from 'node:path';
import type { SkillPair } from './pair-skills.js';
import type { LostLineage } from './types.js';

/** A skill whose folder is on one side only. */
export interface LooseSkill {
  readonly path: string;
  readonly name: string;
  /** Paths and names that it says it was made of, or that took its place. */
  readonly related: readonly string[];
  /** The commit that takes it away, or that brings it; absent where that is not known. */
  readonly commit?: string;
}

export interface LostLineageInput {
  readonly pairs: readonly SkillPair[];
  /** By path. */
  readonly before: ReadonlyMap<string, LooseSkill>;
  readonly after: ReadonlyMap<string, LooseSkill>;
  /** True where both histories are whole, so that what they do not join is not joined. */
  readonly isHistoryWhole: boolean;
  /** Share of SKILL.md in common, in [0, 1]. */
  similarity(from: string, to: string): number;
}

interface Candidate extends LostLineage {
  readonly isSameName: boolean;
}

/** Less in common than this says nothing, unless the two have one name. */
const LEAST_SHARED = 0.3;
/** From here on git takes a change in one commit for a rename. */
const RENAME = 0.5;

/**
 * Skills that leave and come as another one to which git's history does not lead: too little is left of them, or they
 * left in one commit and came in another, or one took the place of the other with a text of its own. Each is named once, the nearest first; what a skill itself says of where it comes
 * from keeps its lineage.
 */
export function lostLineage(input: LostLineageInput): LostLineage[] {
  const { pairs, isHistoryWhole } = input;
  const apart = pairs.flatMap(({ before, after, by }): LostLineage[] => {
    if (by !== 'content' || !isHistoryWhole || isStated(input, before!, after!)) return [];
    return [{ from: before!, to: after!, similarity: input.similarity(before!, after!), reason: 'apart' }];
  });
  return [...apart, ...unpaired(input)].sort((a, b) => (a.to < b.to ? -1 : 1));
}

function unpaired(input: LostLineageInput): LostLineage[] {
  const gone = input.pairs.flatMap(({ before, after }) => (after === null ? [before!] : []));
  const come = input.pairs.flatMap(({ before, after }) => (before === null ? [after!] : []));
  const candidates = gone.flatMap((from) =>
    come.flatMap((to): Candidate[] => {
      if (isStated(input, from, to)) return [];
      const similarity = input.similarity(from, to);
      const isSameName = input.before.get(from)!.name === input.after.get(to)!.name;
      if (similarity >= RENAME) return [];
      const found = { from, to, similarity, isSameName };
      if (isSameName || similarity >= LEAST_SHARED) return [{ ...found, reason: 'too-different' }];
      const isReplaced = isAlike(from, to) || isOnlyOne(input, gone, come, from, to);
      return isReplaced ? [{ ...found, reason: 'replaced' }] : [];
    }),
  );
  candidates.sort((a, b) => Number(b.isSameName) - Number(a.isSameName) || b.similarity - a.similarity);
  const used = new Set<string>();
  return candidates.flatMap(({ from, to, similarity, reason }): LostLineage[] => {
    if (used.has(`from ${from}`) || used.has(`to ${to}`)) return [];
    used.add(`from ${from}`).add(`to ${to}`);
    return [{ from, to, similarity, reason }];
  });
}

/** True for folders side by side whose names have most of their words in common. */
function isAlike(from: string, to: string): boolean {
  if (posix.dirname(from) !== posix.dirname(to)) return false;
  const [old, now] = [wordsOf(from), wordsOf(to)];
  const shared = [...old].filter((word) => now.has(word)).length;
  return shared > 0 && 2 * shared > Math.max(old.size, now.size);
}

function wordsOf(folder: string): Set<string> {
  return new Set(posix.basename(folder).split(/[-_. ]+/u));
}

/** True where one commit takes one skill away and brings one, side by side, and no other. */
function isOnlyOne(
  { before, after }: LostLineageInput,
  gone: readonly string[],
  come: readonly string[],
  from: string,
  to: string,
): boolean {
  const commit = before.get(from)!.commit;
  if (commit === undefined || commit !== after.get(to)!.commit) return false;
  const folder = posix.dirname(from);
  const inside = (paths: readonly string[], side: typeof before): number =>
    paths.filter((path) => posix.dirname(path) === folder && side.get(path)!.commit === commit).length;
  return posix.dirname(to) === folder && inside(gone, before) === 1 && inside(come, after) === 1;
}

/** True where one of the two names the other. */
function isStated({ before, after }: LostLineageInput, from: string, to: string): boolean {
  const [old, now] = [before.get(from)!, after.get(to)!];
  return now.related.some((one) => one === old.path || one === old.name);
}
