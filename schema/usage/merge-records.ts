import { compareText } from '../diagnostic.js';
import { USAGE_LIMITS } from './limits.js';
import type { UsageRecord } from './types.js';

type Counts = readonly [successes: number, failures: number, loads: number];
type RecordHead = Pick<UsageRecord, 'query' | 'version' | 'digest' | 'last' | 'reasons'>;

/**
 * Folds records of the same query and digest into one, and sorts them by query (none first), version and digest. Each
 * part is a join (larger counts by recorder, later day, higher version, union of reasons), so that merging is
 * idempotent, commutative and associative: the same counts twice are counted once (a grow-only counter, Shapiro and
 * others 2011, "A comprehensive study of Convergent and Commutative Replicated Data Types", 3.1.2).
 */
export function mergeRecords(records: readonly UsageRecord[]): UsageRecord[] {
  const groups = new Map<string, UsageRecord[]>();
  for (const record of records) {
    const key = `${record.digest} ${record.query ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [record]);
    else group.push(record);
  }
  return [...groups.values()].map(mergeGroup).sort(compareRecords);
}

/** A record with the sums of its recorders' counts. Only the largest counts are kept where there are too many. */
export function recordOf(head: RecordHead, counts: ReadonlyMap<string, Counts>): UsageRecord {
  const { query, version, digest, last } = head;
  const kept = counts.size > USAGE_LIMITS.recorders ? largest(counts) : [...counts];
  const sum = (i: 0 | 1 | 2) => kept.reduce((all, [, count]) => all + count[i], 0);
  const reasons = latestReasons(head.reasons ?? []);
  return {
    ...(query === undefined ? {} : { query }),
    version,
    digest,
    successes: sum(0),
    failures: sum(1),
    loads: sum(2),
    last,
    by: Object.fromEntries(kept),
    ...(reasons.length === 0 ? {} : { reasons }),
  };
}

/** The records that say most, at most `limit` of them; those without a query's text always stay. */
export function mostEvident(
  records: readonly UsageRecord[],
  limit: number,
): { readonly kept: readonly UsageRecord[]; readonly dropped: number } {
  if (records.length <= limit) return { kept: records, dropped: 0 };
  const plain = records.filter(({ query }) => query === undefined);
  const asked = records.filter(({ query }) => query !== undefined);
  const ranked = [...asked].sort(
    (a, b) => attempts(b) - attempts(a) || compareText(b.last, a.last) || compareRecords(a, b),
  );
  const kept = ranked.slice(0, Math.max(0, limit - plain.length));
  return { kept: [...plain, ...kept].sort(compareRecords), dropped: asked.length - kept.length };
}

function largest(counts: ReadonlyMap<string, Counts>): [string, Counts][] {
  const sorted = [...counts].sort(([a, x], [b, y]) => total(y) - total(x) || compareText(a, b));
  return sorted.slice(0, USAGE_LIMITS.recorders);
}

function mergeGroup(group: readonly UsageRecord[]): UsageRecord {
  const [first, ...others] = group;
  if (others.length === 0) return first!;
  const counts = new Map<string, Counts>();
  for (const [id, [successes, failures, loads]] of group.flatMap(({ by }) => Object.entries(by))) {
    const [s, f, l] = counts.get(id) ?? [0, 0, 0];
    counts.set(id, [Math.max(s, successes), Math.max(f, failures), Math.max(l, loads)]);
  }
  const last = group
    .map((one) => one.last)
    .sort(compareText)
    .at(-1)!;
  const reasons = group.flatMap((one) => one.reasons ?? []);
  return recordOf({ ...first!, version: highest(group), last, reasons }, counts);
}

function highest(group: readonly UsageRecord[]): number | null {
  const version = group.reduce((most, one) => Math.max(most, one.version ?? 0), 0);
  return version === 0 ? null : version;
}

/** Each reason with its latest day, the latest first; a few of them. */
export function latestReasons(reasons: readonly string[]): string[] {
  if (reasons.length < 2) return [...reasons];
  const seen = new Set<string>();
  const sorted = [...reasons].sort((a, b) => compareText(b, a));
  const latest = sorted.filter((reason) => !seen.has(reason.slice(11)) && seen.add(reason.slice(11)));
  return latest.slice(0, USAGE_LIMITS.reasons);
}

function compareRecords(a: UsageRecord, b: UsageRecord): number {
  return (
    compareText(a.query ?? '', b.query ?? '') ||
    (a.version ?? 0) - (b.version ?? 0) ||
    compareText(a.digest, b.digest)
  );
}

function attempts({ successes, failures }: UsageRecord): number {
  return successes + failures;
}

function total([successes, failures, loads]: Counts): number {
  return successes + failures + loads;
}
