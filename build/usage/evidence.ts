import { compareText } from '../../schema/diagnostic.js';
import { nfc } from '../../schema/text.js';
import { WHOLE_EVIDENCE } from '../../schema/usage/section.js';
import type { UsageRecord } from '../../schema/usage/types.js';

/** A query that was recorded for a skill, over all versions. */
export interface EvidentQuery {
  readonly query: string;
  /** The same for queries that differ in case alone. */
  readonly key: string;
  /** In whole steps, up to 127; below 0 where the skill did not help. */
  readonly evidence: number;
}

/** The version of a skill that is indexed. */
export interface CurrentVersion {
  /** Null where the history is not known. */
  readonly version: number | null;
  readonly digest: string;
}

/** Queries that a skill keeps, the most evident ones: one that is asked for everything would be found for everything. */
export const MOST_QUERIES = 64;
/** What an outcome counts is halved by as many versions. */
const HALF_LIFE = 4;
/** Of one side, four in five (Wilson 1927): one outcome says something, and two more than twice one. */
const Z = 1.28;
/** An outcome of the current version or the two before says enough; an older one, or a mixed pair, does not. */
const LEAST = 0.3;

/** Queries are the same where they differ in case, blanks and Unicode form alone. */
export function queryKey(query: string): string {
  return nfc(nfc(query).toLowerCase()).trim().replace(/\s+/g, ' ');
}

/**
 * What records say of the queries that a skill was used for: the lower bound of the success rate (Wilson's score
 * interval), or of the failure rate where that is higher, by outcomes that count less with each version that has passed.
 *
 * @returns those with evidence enough, sorted by query, at most 64
 */
export function evidentQueries(records: readonly UsageRecord[], current: CurrentVersion): EvidentQuery[] {
  const groups = new Map<string, UsageRecord[]>();
  for (const record of records) {
    if (record.query === undefined) continue;
    const key = queryKey(record.query);
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  const evident = [...groups].flatMap(([key, group]) => {
    const evidence = evidenceOf(group, current);
    return evidence === 0 ? [] : [{ query: shownQuery(group), key, evidence }];
  });
  return evident
    .sort((a, b) => Math.abs(b.evidence) - Math.abs(a.evidence) || compareText(a.key, b.key))
    .slice(0, MOST_QUERIES)
    .sort((a, b) => compareText(a.key, b.key));
}

/** Whole steps, 0 for too little evidence. */
function evidenceOf(group: readonly UsageRecord[], current: CurrentVersion): number {
  let successes = 0;
  let failures = 0;
  for (const record of group) {
    const worth = 0.5 ** (versionsPassed(record, current) / HALF_LIFE);
    successes += worth * record.successes;
    failures += worth * record.failures;
  }
  const helped = wilsonLower(successes, failures);
  const failed = wilsonLower(failures, successes);
  const evidence = helped >= failed ? helped : -failed;
  return Math.abs(evidence) < LEAST ? 0 : Math.round(WHOLE_EVIDENCE * evidence);
}

/** Of an unknown version, as many as halve what it counts. */
function versionsPassed({ version, digest }: UsageRecord, current: CurrentVersion): number {
  if (digest === current.digest) return 0;
  if (version === null || current.version === null) return HALF_LIFE;
  return Math.max(0, current.version - version);
}

/** Lower bound of the share of `hits`; 0 for no outcomes. */
export function wilsonLower(hits: number, misses: number, z = Z): number {
  const all = hits + misses;
  if (all === 0) return 0;
  const share = hits / all;
  const half = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  return (share + (z * z) / (2 * all) - half) / (1 + (z * z) / all);
}

/** As it was recorded most often. */
function shownQuery(group: readonly UsageRecord[]): string {
  const outcomes = ({ successes, failures }: UsageRecord): number => successes + failures;
  const [first] = [...group].sort(
    (a, b) => outcomes(b) - outcomes(a) || compareText(a.query ?? '', b.query ?? ''),
  );
  return nfc(first!.query!);
}
