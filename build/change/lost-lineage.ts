import type { SkillPair } from './pair-skills.js';
import type { LostLineage } from './types.js';

/** A skill whose folder is on one side only. */
export interface LooseSkill {
  readonly path: string;
  readonly name: string;
  /** Paths and names that it says it was made of, or that took its place. */
  readonly related: readonly string[];
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

/** Less in common than this says nothing, unless the two have one name. */
const LEAST_SHARED = 0.3;
/** From here on git takes a change in one commit for a rename. */
const RENAME = 0.5;

/**
 * Skills that leave and come as another one to which git's history does not lead: too little is left of them, or they
 * left in one commit and came in another. Each is named once, the nearest first; what a skill itself says of where it comes
 * from keeps its lineage.
 */
export function lostLineage(input: LostLineageInput): LostLineage[] {
  const { pairs, isHistoryWhole } = input;
  const apart = pairs.flatMap(({ before, after, by }): LostLineage[] => {
    if (by !== 'content' || !isHistoryWhole || isStated(input, before!, after!)) return [];
    return [{ from: before!, to: after!, similarity: input.similarity(before!, after!), reason: 'apart' }];
  });
  return [...apart, ...tooDifferent(input)].sort((a, b) => (a.to < b.to ? -1 : 1));
}

function tooDifferent(input: LostLineageInput): LostLineage[] {
  const gone = input.pairs.flatMap(({ before, after }) => (after === null ? [before!] : []));
  const come = input.pairs.flatMap(({ before, after }) => (before === null ? [after!] : []));
  const candidates = gone.flatMap((from) =>
    come.flatMap((to) => {
      if (isStated(input, from, to)) return [];
      const similarity = input.similarity(from, to);
      const isSameName = input.before.get(from)!.name === input.after.get(to)!.name;
      const isLost = similarity < RENAME && (isSameName || similarity >= LEAST_SHARED);
      return isLost ? [{ from, to, similarity, isSameName }] : [];
    }),
  );
  candidates.sort((a, b) => Number(b.isSameName) - Number(a.isSameName) || b.similarity - a.similarity);
  const used = new Set<string>();
  return candidates.flatMap(({ from, to, similarity }): LostLineage[] => {
    if (used.has(`from ${from}`) || used.has(`to ${to}`)) return [];
    used.add(`from ${from}`).add(`to ${to}`);
    return [{ from, to, similarity, reason: 'too-different' }];
  });
}

/** True where one of the two names the other. */
function isStated({ before, after }: LostLineageInput, from: string, to: string): boolean {
  const [old, now] = [before.get(from)!, after.get(to)!];
  return now.related.some((one) => one === old.path || one === old.name);
}
