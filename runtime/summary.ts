import type { SkillEntry } from '../schema/index.types.js';
import type { LineageView } from './lineage-view.js';
import { GLOBAL_REPO } from './search/filter.js';
import type { SkillSummary } from './types.js';

const DAY = 86_400_000;

/**
 * What a listing shows of a skill.
 *
 * @param now milliseconds since 1970, to tell whether its time to live has passed
 */
export function summarise(skill: SkillEntry, lineage: LineageView, now: number): SkillSummary {
  const { metadata } = skill;
  return {
    path: skill.path,
    name: skill.name,
    displayName: metadata.displayName ?? null,
    type: metadata.type ?? null,
    repo: metadata.repo ?? GLOBAL_REPO,
    version: lineage.version(skill),
    tags: metadata.tags ?? [],
    description: skill.description,
    status: metadata.status ?? 'active',
    expired: isExpired(skill, lineage, now),
    lineage: lineage.chain(skill),
  };
}

/** True where `ttl-days` have passed since the skill's last change, by git or else by its own date. */
function isExpired(skill: SkillEntry, lineage: LineageView, now: number): boolean {
  const { ttlDays, lastModified, created } = skill.metadata;
  if (ttlDays === undefined) return false;
  const changed = lineage.of(skill)?.updated ?? lastModified ?? created;
  const at = changed === undefined ? Number.NaN : Date.parse(changed);
  return Number.isFinite(at) && at + ttlDays * DAY < now;
}
