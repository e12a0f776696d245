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
    before: looseSkills(before),
    after: looseSkills(after),
    isHistoryWhole: statuses.every((status) => status === 'full'),
    similarity: gathered.similarity,
  });
}

function looseSkills({ built }: Side): Map<string, LooseSkill> {
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
      return [path, { path, name, related: [...(related.get(realPath) ?? []), ...statedSources(entry)] }];
    }),
  );
}

function statedSources({ path, metadata }: SkillEntry): string[] {
  const { derivedFrom = [], mergedFrom = [] } = metadata;
  return [...derivedFrom, ...mergedFrom].flatMap((one) => [one, posix.join(posix.dirname(path), one)]);
}
