import { compareText } from '../../schema/diagnostic.js';
import type { CuratedSkill, CurateInput, CurateThresholds, Transition } from './types.js';

const DAY_MS = 86_400_000;

/**
 * Which statuses should change: active to stale to archived without use, and back to active with it. Only skills that
 * agents wrote, and none that is pinned, deprecated or superseded. Where no use was ever recorded, none is missed.
 */
export function transitionsOf(input: CurateInput, thresholds: CurateThresholds): Transition[] {
  return input.skills
    .filter(isCurated)
    .flatMap((skill) => transitionOf(skill, input, thresholds) ?? [])
    .sort((a, b) => compareText(a.path, b.path));
}

/** True for a skill that may change by itself. */
export function isCurated({ isByAgent, isPinned, isSuperseded, status }: CuratedSkill): boolean {
  return isByAgent && !isPinned && !isSuperseded && status !== 'deprecated';
}

function transitionOf(
  skill: CuratedSkill,
  { today, watchedSince }: CurateInput,
  { staleDays, archiveDays }: CurateThresholds,
): Transition | null {
  const { path, status: from, changed } = skill;
  if (changed === null) return null;
  const used = lastUse(skill, today);
  const since = used !== null && used > changed ? used : changed;
  if (from !== 'active' && isUsedSince(skill, used))
    return { path, from, to: 'active', action: 'RESTORE', since, reason: 'It is used again.' };
  // Nobody can tell whether it was used before anything was noted.
  const isIdle = (days: number): boolean =>
    watchedSince !== null && daysBetween(since > watchedSince ? since : watchedSince, today) >= days;
  const reason =
    used === null ? `No day of use is known; it was changed on ${changed}.` : `Last used on ${used}.`;
  if (from === 'active' && isIdle(staleDays))
    return { path, from, to: 'stale', action: 'STALE', since, reason };
  if (from === 'stale' && isIdle(archiveDays))
    return { path, from, to: 'archived', action: 'RETIRE', since, reason };
  return null;
}

/** Last day of a use of any version; a day that is still to come, by a clock that was wrong, is today. */
function lastUse({ utility }: CuratedSkill, today: string): string | null {
  const days = (utility?.versions ?? []).flatMap(({ last }) => last ?? []).sort(compareText);
  const last = days.at(-1) ?? null;
  return last !== null && last > today ? today : last;
}

/** True where a use is known after the version that has the present status. */
function isUsedSince({ utility, digest, changed }: CuratedSkill, used: string | null): boolean {
  const own = utility?.versions.find((version) => version.digest === digest);
  const uses = own === undefined ? 0 : own.successes + own.failures + own.loads;
  return uses > 0 || (used !== null && changed !== null && used > changed);
}

/** Whole days from one to the other. */
function daysBetween(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
