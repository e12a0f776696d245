import { SkillgraftError } from '../../schema/errors.js';
import type { EvalMiss, EvalQuery, EvalScore } from './types.js';

/** What of an earlier run's JSON is looked at. */
export interface EarlierScore {
  readonly file?: string;
  readonly hit1: number | null;
  readonly hit5: number | null;
  readonly mrr: number | null;
  readonly misses: readonly Pick<EvalMiss, 'id' | 'query'>[];
}

/** Queries that changed sides since an earlier run, and by how much the metrics moved (null where one is missing). */
export interface Comparison {
  /** Missed then, right now. */
  readonly won: readonly string[];
  /** Missed now and not then: right then, or not asked. */
  readonly lost: readonly string[];
  readonly hit1: number | null;
  readonly hit5: number | null;
  readonly mrr: number | null;
}

/** Compares a run of `queries` with an earlier one. A query is known by its id and its text. */
export function compareScores(
  score: EvalScore,
  earlier: EarlierScore,
  queries: readonly Pick<EvalQuery, 'id' | 'query'>[],
): Comparison {
  const then = new Set(earlier.misses.map(keyOf));
  const now = new Set(score.misses.map(keyOf));
  const isWon = (key: string): boolean => then.has(key) && !now.has(key);
  const isLost = (key: string): boolean => now.has(key) && !then.has(key);
  return {
    won: queries.filter((query) => isWon(keyOf(query))).map(({ id }) => id),
    lost: queries.filter((query) => isLost(keyOf(query))).map(({ id }) => id),
    hit1: difference(score.hit1, earlier.hit1),
    hit5: difference(score.hit5, earlier.hit5),
    mrr: difference(score.mrr, earlier.mrr),
  };
}

/**
 * Reads what `eval --json` printed: one score, or several as `files`.
 *
 * @throws SkillgraftError `earlier-broken`
 */
export function readEarlier(text: string, path: string): EarlierScore[] {
  const value = parse(text);
  const files = isObject(value) && Array.isArray(value.files) ? value.files : [value];
  if (files.length > 0 && files.every(isScore)) return files;
  const message = `${path} is not what an earlier run printed.`;
  throw new SkillgraftError('earlier-broken', message, 'Keep the output of `skillgraft eval --json`.');
}

function keyOf({ id, query }: Pick<EvalQuery, 'id' | 'query'>): string {
  return JSON.stringify([id, query]);
}

function difference(now: number | null, then: number | null): number | null {
  return now === null || then === null ? null : Math.round((now - then) * 10_000) / 10_000;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isScore(value: unknown): value is EarlierScore {
  if (!isObject(value) || !Array.isArray(value.misses)) return false;
  const isMetric = (metric: unknown): boolean => metric === null || typeof metric === 'number';
  const isMiss = (miss: unknown): boolean =>
    isObject(miss) && typeof miss.id === 'string' && typeof miss.query === 'string';
  return [value.hit1, value.hit5, value.mrr].every(isMetric) && value.misses.every(isMiss);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
