import type { SkillEntry } from '../../schema/index.types.js';
import type { SkillFilter } from '../types.js';

/** The word for skills that are for every repository. */
export const GLOBAL_REPO = 'global';

/** True where a skill passes a filter; without a status, archived skills do not. */
export function matchesFilter(skill: SkillEntry, filter: SkillFilter): boolean {
  const { metadata } = skill;
  const status = metadata.status ?? 'active';
  if (filter.status === undefined ? status === 'archived' : status !== filter.status) return false;
  if (filter.type !== undefined && metadata.type !== filter.type) return false;
  if (filter.repo !== undefined && !isForRepo(metadata.repo, filter.repo)) return false;
  return (filter.tags ?? []).every((tag) => hasTag(metadata.tags ?? [], tag));
}

function isForRepo(repo: string | undefined, current: string): boolean {
  return repo === undefined || fold(repo) === GLOBAL_REPO || fold(repo) === fold(current);
}

function hasTag(tags: readonly string[], wanted: string): boolean {
  return tags.some((tag) => fold(tag) === fold(wanted));
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
