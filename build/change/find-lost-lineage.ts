import { posix } from 'node:path';
import type { SkillEntry } from '../../schema/index.types.js';
import type { GatheredSides } from './gather.js';
import type { GatheredSkills } from './gather-skills.js';
import { type LooseSkill, lostLineage } from './lost-lineage.js';
import type { Side } from './sides.js';
import type { LostLineage } from './types.js';

/** Looks at both histories for skills that were meant to go on under another name. */
export function findLostLineage({ before, after }: GatheredSides, gathered: GatheredSkills): LostLineage[] {
  const statuses = [before, after].map(({ built }) => built.lineage.status);
  return lostLineage({
    pairs: gathered.pairs,
    before: looseSkills(before, commitsOf(after, 'removed')),
    after: looseSkills(after, commitsOf(after, 'added')),
    isHistoryWhole: statuses.every((status) => status === 'full'),
    similarity: gathered.similarity,
  });
}

/** Which commit takes away the skills that are gone, or brings those that are there; on disk, it is the change itself. */
function commitsOf({ built: { commit, lineage } }: Side, what: 'added' | 'removed') {
  const commits =
    what === 'removed'
      ? lineage.removed.map((one) => [one.path, one.commit] as const)
      : lineage.skills.flatMap(({ path, versions: [first] }) =>
          first === undefined ? [] : [[path, first.commit] as const],
        );
  const known = new Map(commits);
  return (path: string): string | undefined => known.get(path) ?? (commit === null ? WORK_TREE : undefined);
}

const WORK_TREE = 'work tree';

function looseSkills(
  { built }: Side,
  commitOf: (path: string) => string | undefined,
): Map<string, LooseSkill> {
  const related = new Map<string, string[]>();
  const relate = (path: string, others: readonly string[]): void => {
    related.set(path, [...(related.get(path) ?? []), ...others]);
  };
  for (const { type, from, to } of built.lineage.edges) if (type !== 'hands-off-to') relate(to, [from]);
  for (const { path, versions, formerly = [] } of built.lineage.skills) {
    relate(path, [...formerly, ...versions.flatMap((one) => [one.path ?? path, one.from ?? path])]);
  }
  return new Map(
    built.skills.map((entry) => {
      const { path, name, realPath = path } = entry;
      const commit = commitOf(realPath);
      const all = [...(related.get(realPath) ?? []), ...statedSources(entry)];
      return [path, { path, name, related: all, ...(commit === undefined ? {} : { commit }) }];
    }),
  );
}

function statedSources({ path, metadata }: SkillEntry): string[] {
  const { derivedFrom = [], mergedFrom = [] } = metadata;
  return [...derivedFrom, ...mergedFrom].flatMap((one) => [one, posix.join(posix.dirname(path), one)]);
}
