import type { DiscoverHooks, Evolution, EvolveContext, EvolveHooks } from './types.js';

/**
 * Makes the next version of a skill with the caller's functions, checks it as every proposal is checked, and proposes it.
 * One version has one such proposal at a time: where one waits for review, or is being made, there is no other.
 *
 * @param skill name, path or `skill://` URI
 * @throws SkillgraftError `skill-unknown` with the nearest names; `bad-option`; `hook-failed`, `hook-timeout`: the
 *   caller's functions; and what `propose` throws
 */
export async function evolve(skill: string, context: EvolveContext, hooks: EvolveHooks): Promise<Evolution> {
  return (await import('./evolve.js')).evolve(skill, context, hooks);
}

/**
 * Makes a skill for a query that no skill fits with the caller's functions, checks it as every proposal is checked, and
 * proposes it. Where a search finds skills, or a proposal for the query waits for review, none is made.
 *
 * @throws SkillgraftError `bad-option`; `hook-failed`, `hook-timeout`: the caller's functions; and what `propose` throws
 */
export async function discover(
  query: string,
  context: EvolveContext,
  hooks: DiscoverHooks,
): Promise<Evolution> {
  return (await import('./discover.js')).discover(query, context, hooks);
}
