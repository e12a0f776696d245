import { type HostLimits, hostLimits, type Listed, listedLength } from '../../schema/host-limits.js';
import type { SkillEntry } from '../../schema/index.types.js';
import type { BudgetChange } from './types.js';

/** What the listing of all skills takes of each host's budget, where one is known. */
export function compareBudgets(before: readonly SkillEntry[], after: readonly SkillEntry[]): BudgetChange[] {
  return hostLimits.flatMap((host) => {
    if (host.listingBudget === undefined) return [];
    const { value: limit, source } = host.listingBudget;
    return [{ host: host.name, limit, source, before: listedIn(host, before), after: listedIn(host, after) }];
  });
}

function listedIn(host: HostLimits, skills: readonly SkillEntry[]): number {
  return skills.reduce((sum, skill) => sum + listedLength(host, listedOf(skill)), 0);
}

function listedOf({ name, description, metadata, frontmatter }: SkillEntry): Listed {
  const manual = frontmatter['disable-model-invocation'];
  return { name, description, whenToUse: metadata.whenToUse, isManual: manual === true || manual === 'true' };
}
