import type { SkillUtility, VersionUtility } from '../../schema/usage/types.js';
import { wilsonInterval } from '../../schema/usage/wilson.js';

/** What a version of a skill was worth, as people and programs read it. */
export interface RatedVersion extends VersionUtility {
  /** Outcomes that were recorded: successes and failures. */
  readonly attempts: number;
  /** Share of the attempts that succeeded; null where there is none. */
  readonly rate: number | null;
  /** That the rate lies in, by 95 %; null where there is no attempt. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** How often skills helped, did not, and were read. */
export type UseCounts = Pick<VersionUtility, 'successes' | 'failures' | 'loads'>;

/** What a skill was worth. It informs: nothing is hidden or moved for it. */
export interface RatedSkill {
  /** The current version first, then the latest. */
  readonly versions: readonly RatedVersion[];
}

/** Rates a skill's versions; null where nothing is known of any. Shares have four digits. */
export function rateSkill(utility: SkillUtility | undefined): RatedSkill | null {
  if (utility === undefined || utility.versions.length === 0) return null;
  return { versions: utility.versions.map(rateVersion) };
}

export function rateVersion(version: VersionUtility): RatedVersion {
  const { successes, failures } = version;
  const attempts = successes + failures;
  if (attempts === 0) return { ...version, attempts, rate: null, interval: null };
  const [low, high] = wilsonInterval(successes, attempts);
  return {
    ...version,
    attempts,
    rate: rounded(successes / attempts),
    interval: [rounded(low), rounded(high)],
  };
}

/** Such as `version 3: helped 4 of 5 times (80 %, 38 % to 96 %), read 7 times, last on 2026-01-31`. */
export function utilityText({
  version,
  successes,
  attempts,
  rate,
  interval,
  loads,
  last,
}: RatedVersion): string {
  const which = version === null ? 'a version' : `version ${version}`;
  const [low, high] = interval ?? [0, 1];
  const helped =
    rate === null
      ? []
      : [`helped ${successes} of ${times(attempts)} (${percent(rate)}, ${percent(low)} to ${percent(high)})`];
  const read = loads === 0 ? [] : [`read ${times(loads)}`];
  const when = last === null ? [] : [`last on ${last}`];
  return `${which}: ${[...helped, ...read, ...when].join(', ')}`;
}

/** Such as `helped 3 of 5 times, read 4 times`; empty where there is no use. */
export function useText({ successes, failures, loads }: UseCounts): string {
  const attempts = successes + failures;
  const parts = [
    attempts === 0 ? '' : `helped ${successes} of ${times(attempts)}`,
    loads === 0 ? '' : `read ${times(loads)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** `1 time`, `3 times`. */
function times(count: number): string {
  return `${count} time${count === 1 ? '' : 's'}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function rounded(share: number): number {
  return Number(share.toFixed(4));
}
