import { recordOf } from '../../schema/usage/merge-records.js';
import { usagePath, usageText } from '../../schema/usage/records.js';
import type { UsageRecord } from '../../schema/usage/types.js';

/** A record of one recorder. */
export function usageRecord(
  query: string,
  [successes, failures]: readonly [successes: number, failures: number],
  {
    version = null,
    digest = `sha256:${'0'.repeat(64)}`,
  }: Partial<Pick<UsageRecord, 'version' | 'digest'>> = {},
): UsageRecord {
  const head = { query, version, digest, last: '2026-01-31', reasons: [] };
  return recordOf(head, new Map([['1f1c6f20', [successes, failures, successes + failures]]]));
}

/** The file of a skill's records, as a name and a text. */
export function usageFile(
  skill: string,
  records: readonly UsageRecord[],
): readonly [path: string, text: string] {
  return [usagePath(skill), usageText({ records, broken: [] })];
}
