import { SkillgraftError } from '../../schema/errors.js';
import type { EvalScore, Share } from './types.js';

/** What a floor can be set for, each a share in [0, 1]. */
const FLOOR_KEYS = ['hit1', 'hit5', 'mrr', 'rejected', 'not'] as const;
export type Floors = { readonly [K in (typeof FLOOR_KEYS)[number]]?: number };

/** A metric that is below its floor; null where no query asks for it. */
export interface BelowFloor {
  readonly metric: keyof Floors;
  readonly floor: number;
  readonly reached: number | null;
}

/**
 * Reads a file of floors: one JSON object, such as `{"hit1": 0.7, "hit5": 0.9}`.
 *
 * @throws SkillgraftError `floors-broken`
 */
export function readFloors(text: string, path: string): Floors {
  const value = parse(text, path);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw broken(path, 'is no JSON object');
  }
  for (const [key, floor] of Object.entries(value)) {
    if (!FLOOR_KEYS.some((known) => known === key)) throw broken(path, `has the unknown key ${key}`);
    if (typeof floor !== 'number' || floor < 0 || floor > 1) {
      throw broken(path, `has a ${key} that is no number from 0 to 1`);
    }
  }
  return value;
}

/** The metrics that are below their floors, in the order of `FLOOR_KEYS`. */
export function belowFloors(score: EvalScore, floors: Floors): BelowFloor[] {
  return FLOOR_KEYS.flatMap((metric) => {
    const floor = floors[metric];
    const reached = reachedOf(score[metric]);
    return floor !== undefined && (reached === null || reached < floor) ? [{ metric, floor, reached }] : [];
  });
}

function reachedOf(metric: number | null | Share): number | null {
  if (typeof metric === 'number' || metric === null) return metric;
  return metric.of === 0 ? null : metric.correct / metric.of;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw broken(path, 'is no JSON', error);
  }
}

function broken(path: string, what: string, cause?: unknown): SkillgraftError {
  const hint = `Write an object with some of ${FLOOR_KEYS.join(', ')}, such as {"hit1": 0.7}; it holds for each file of queries.`;
  return new SkillgraftError('floors-broken', `${path} ${what}.`, hint, { cause });
}
