import { compareText } from '../diagnostic.js';
import { UNKNOWN_DAY } from './line.js';
import { latestReasons } from './merge-records.js';
import type { SkillUtility, UsageRecord, VersionUtility } from './types.js';

/**
 * Sums the records of a skill over their queries, a version at a time: the current one first, then the latest.
 *
 * @param path the skill's
 * @param digest of the current SKILL.md, `sha256:…`
 */
export function skillUtility(path: string, records: readonly UsageRecord[], digest: string): SkillUtility {
  const groups = new Map<string, UsageRecord[]>();
  for (const record of records) {
    const group = groups.get(record.digest);
    if (group === undefined) groups.set(record.digest, [record]);
    else group.push(record);
  }
  const versions = [...groups.values()].map(versionUtility);
  const isCurrent = (one: VersionUtility): number => (one.digest === digest ? 1 : 0);
  versions.sort(
    (a, b) =>
      isCurrent(b) - isCurrent(a) ||
      (b.version ?? 0) - (a.version ?? 0) ||
      compareText(b.last ?? '', a.last ?? '') ||
      compareText(a.digest, b.digest),
  );
  return { path, versions };
}

function versionUtility(group: readonly UsageRecord[]): VersionUtility {
  const sum = (key: 'successes' | 'failures' | 'loads') => group.reduce((all, one) => all + one[key], 0);
  const version = group.reduce((most, one) => Math.max(most, one.version ?? 0), 0);
  const days = group.flatMap(({ last }) => (last === UNKNOWN_DAY ? [] : last)).sort(compareText);
  return {
    version: version === 0 ? null : version,
    digest: group[0]!.digest,
    successes: sum('successes'),
    failures: sum('failures'),
    loads: sum('loads'),
    last: days.at(-1) ?? null,
    reasons: latestReasons(group.flatMap(({ reasons = [] }) => reasons)),
  };
}
