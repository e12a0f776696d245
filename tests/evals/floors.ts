import { belowFloors, type Floors } from '../../build/evals/floors.js';
import type { Share } from '../../build/evals/types.js';
import { evalFile, type Measured, measure } from './measure.js';
import { buildOwn } from './pool.js';
import { SETS } from './sets.js';
import { runSkillMcp, SUITES, type SuiteName, type SuiteResult } from './skill-mcp.js';
import { areThere, MISSING, runSet } from './table.js';

/** What a set must reach, and what it must not go above; shares. */
export interface Limits {
  readonly floors: Floors;
  readonly ceilings: { readonly lost: number; readonly offTopic: number };
}

/** What floors.json holds: limits by set, those of our own skills (`own`), and counts of the suite's queries. */
export interface AllLimits {
  readonly sets: Readonly<Record<string, Limits>>;
  readonly suite: Readonly<Record<SuiteName, Pick<SuiteResult, 'first' | 'top3' | 'rejected'>>>;
}

/** Two points. */
const MARGIN = 0.02;

export function readLimits(): AllLimits {
  return JSON.parse(evalFile('floors.json')) as AllLimits;
}

/** What is outside of its limits, one line each. */
export function outside(measured: Measured, { floors, ceilings }: Limits): string[] {
  const below = belowFloors(measured, floors).map(
    ({ metric, floor, reached }) => `${metric} is ${reached}, below ${floor}`,
  );
  const above = (['lost', 'offTopic'] as const)
    .filter((metric) => measured[metric] > ceilings[metric])
    .map((metric) => `${metric} is ${measured[metric]}, above ${ceilings[metric]}`);
  return [...below, ...above];
}

/** Runs all sets and gives the text of floors.json: limits two points (of the suite one or two queries) off what is reached. */
export async function* floorsText(): AsyncGenerator<string> {
  if (!areThere()) throw new Error(MISSING);
  const own = await buildOwn();
  const sets: Record<string, Limits> = {};
  try {
    sets.own = limitsOf(await measure(own.index, evalFile('own.jsonl')));
  } finally {
    own.dispose();
  }
  for (const { name } of SETS) sets[name] = limitsOf(await runSet(name));
  const suite: Record<string, AllLimits['suite'][SuiteName]> = {};
  for (const name of Object.keys(SUITES) as SuiteName[]) {
    const { first, top3, rejected } = await runSkillMcp(name);
    suite[name] = { first: first - 2, top3: top3 - 2, rejected: rejected - 1 };
  }
  yield JSON.stringify({ sets, suite }, null, 2);
}

function limitsOf({ hit1, hit5, mrr, rejected, not, lost, offTopic }: Measured): Limits {
  const reached = { hit1, hit5, mrr, rejected: shareOf(rejected), not: shareOf(not) };
  const floors = Object.entries(reached).flatMap(([metric, value]) =>
    value === null ? [] : [[metric, Math.max(0, Math.floor((value - MARGIN) * 1000) / 1000)] as const],
  );
  const ceiling = (value: number): number => Math.ceil((value + MARGIN) * 1000) / 1000;
  return {
    floors: Object.fromEntries(floors),
    ceilings: { lost: ceiling(lost), offTopic: ceiling(offTopic) },
  };
}

function shareOf({ of, correct }: Share): number | null {
  return of === 0 ? null : correct / of;
}
