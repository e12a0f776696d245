import { compareText } from '../schema/diagnostic.js';
import type { SkillEntry } from '../schema/index.types.js';
import { GLOBAL_REPO, matchesFilter } from './search/filter.js';

/** A skill of `kind: rule`: it holds without having been searched for, so that a server tells of it at once. */
export interface ResidentRule {
  readonly path: string;
  readonly name: string;
  /** As its author wrote it: flatten it before it is shown among other text. */
  readonly description: string;
  /** Name of the repository that it is for; `global`: for every one. */
  readonly repo: string;
  readonly status: 'active' | 'stale';
}

/**
 * The rules of a collection, sorted by path. Archived ones are out of use; deprecated ones are left to searches, which
 * flag them: nobody asked for what is resident, so it must be what its authors still stand by.
 *
 * @param repo name of the repository that is worked in; absent: rules for every repository are given
 */
export function residentRules(skills: readonly SkillEntry[], repo?: string): ResidentRule[] {
  const filter = repo === undefined ? {} : { repo };
  return skills
    .filter(({ metadata }) => metadata.kind === 'rule' && metadata.status !== 'deprecated')
    .filter((skill) => matchesFilter(skill, filter))
    .map(({ path, name, description, metadata }) => ({
      path,
      name,
      description,
      repo: metadata.repo ?? GLOBAL_REPO,
      status: metadata.status === 'stale' ? ('stale' as const) : ('active' as const),
    }))
    .sort((a, b) => compareText(a.path, b.path));
}
