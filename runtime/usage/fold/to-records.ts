import { compareText } from '../../../schema/diagnostic.js';
import { USAGE_LIMITS } from '../../../schema/usage/limits.js';
import { UNKNOWN_DAY } from '../../../schema/usage/line.js';
import { mergeRecords, recordOf } from '../../../schema/usage/merge-records.js';
import type { UsageRecord } from '../../../schema/usage/types.js';
import { cleanTexts } from './clean-texts.js';
import type { UsageFold, VersionTally } from './fold-events.js';
import { emptyTally, joinTally, type Tally } from './tally.js';

/** Records of one recorder. */
export interface FoldedRecords {
  /** By the skill's folder. */
  readonly records: ReadonlyMap<string, readonly UsageRecord[]>;
  /** Events of folders that are no skill's, by folder. */
  readonly unknown: ReadonlyMap<string, number>;
  /** Queries and reasons of skills that were changed, and that were left out because they look like secrets. */
  readonly changed: number;
  readonly suspect: number;
}

/** What makes records of counts. */
export interface RecordOptions {
  /** An anonymous id: the same for the same events. */
  readonly recorder: string;
  /** The folder that a skill has, by the one that its events name; null for no skill. */
  readonly folderOf: (skill: string) => string | null;
}

/**
 * Makes records of counts, without secrets and personal data in their texts. Queries that become the same are one
 * record, those that are left out count without a query.
 */
export async function toRecords(fold: UsageFold, options: RecordOptions): Promise<FoldedRecords> {
  const unknown = new Map<string, number>();
  const known = new Map<string, VersionsOf[]>();
  for (const [skill, versions] of fold.skills) {
    const folder = options.folderOf(skill);
    if (folder === null) unknown.set(skill, eventsIn(versions));
    else known.set(folder, [...(known.get(folder) ?? []), versions]);
  }
  const records = new Map<string, readonly UsageRecord[]>();
  let [changed, suspect] = [0, 0];
  // A skill at a time: the texts of all of them are much.
  for (const [folder, all] of [...known].sort(([a], [b]) => compareText(a, b))) {
    const texts = await cleanTextsOf(all);
    records.set(folder, recordsOf(all, texts, options));
    for (const cleaned of [texts.queries, texts.reasons])
      for (const [text, clean] of cleaned) {
        if (clean === null) suspect += 1;
        else if (clean !== text) changed += 1;
      }
  }
  return { records, unknown, changed, suspect };
}

type VersionsOf = ReadonlyMap<string, VersionTally>;

interface CleanTexts {
  readonly queries: ReadonlyMap<string, string | null>;
  readonly reasons: ReadonlyMap<string, string | null>;
}

async function cleanTextsOf(all: readonly VersionsOf[]): Promise<CleanTexts> {
  const queries = new Set<string>();
  const reasons = new Set<string>();
  for (const versions of all)
    for (const tally of versions.values())
      for (const [query, { reasons: why }] of tally.queries) {
        if (query !== '') queries.add(query);
        for (const reason of why?.keys() ?? []) reasons.add(reason);
      }
  return {
    queries: await cleanTexts(queries, USAGE_LIMITS.query),
    reasons: await cleanTexts(reasons, USAGE_LIMITS.reason),
  };
}

function recordsOf(all: readonly VersionsOf[], texts: CleanTexts, options: RecordOptions): UsageRecord[] {
  const records: UsageRecord[] = [];
  for (const [digest, tallies] of byDigest(all)) {
    const version = tallies.reduce((most, one) => Math.max(most, one.version ?? 0), 0) || null;
    const queries = new Map<string, Tally>();
    for (const [query, tally] of tallies.flatMap((one) => [...one.queries])) {
      const clean = texts.queries.get(query) ?? '';
      const joined = queries.get(clean) ?? emptyTally();
      queries.set(clean, joined);
      joinTally(joined, tally);
    }
    for (const [query, tally] of queries)
      records.push(toRecord({ query, digest, version }, tally, texts, options));
  }
  return mergeRecords(records);
}

function byDigest(all: readonly VersionsOf[]): Map<string, VersionTally[]> {
  const versions = new Map<string, VersionTally[]>();
  for (const [digest, tally] of all.flatMap((one) => [...one]))
    versions.set(digest, [...(versions.get(digest) ?? []), tally]);
  return versions;
}

function toRecord(
  { query, digest, version }: { query: string; digest: string; version: number | null },
  { successes, failures, loads, last, reasons }: Tally,
  texts: CleanTexts,
  { recorder }: RecordOptions,
): UsageRecord {
  const counts = [successes, failures, loads].map((count) => Math.min(count, USAGE_LIMITS.count));
  const why = [...(reasons ?? [])].flatMap(([reason, day]) => {
    const clean = texts.reasons.get(reason) ?? '';
    return clean === '' ? [] : [`${day || UNKNOWN_DAY} ${clean}`];
  });
  const head = {
    ...(query === '' ? {} : { query }),
    version,
    digest,
    last: last || UNKNOWN_DAY,
    reasons: why,
  };
  return recordOf(head, new Map([[recorder, counts as [number, number, number]]]));
}

function eventsIn(versions: VersionsOf): number {
  const tallies = [...versions.values()].flatMap(({ queries }) => [...queries.values()]);
  return tallies.reduce((sum, { successes, failures, loads }) => sum + successes + failures + loads, 0);
}
