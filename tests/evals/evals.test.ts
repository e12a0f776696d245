import { describe, expect, it } from 'vitest';
import { sharedPath } from '../helpers/shared.js';
import { outside, readLimits } from './floors.js';
import { evalFile, measure } from './measure.js';
import { buildOwn } from './pool.js';
import { SETS } from './sets.js';
import { runSkillMcp, SUITES, type SuiteName } from './skill-mcp.js';
import { areThere, runSet } from './table.js';

/** Two points (one or two queries of the suite) off what was reached: `npm run --silent evals -- floors` gives them anew. */
const { sets, suite } = readLimits();

describe.skipIf(!areThere())('the shared sets', () => {
  it.each(SETS)('$name stays within its limits', async ({ name }) => {
    const limits = sets[name]!;
    expect(Object.keys(limits.floors)).toEqual(expect.arrayContaining(['hit1', 'hit5', 'mrr']));
    expect(outside(await runSet(name), limits)).toEqual([]);
  });
});

describe.skipIf(sharedPath('evals') === null)('the skill-mcp suite', () => {
  it.each(Object.keys(SUITES) as SuiteName[])('%s triggers stays above its floors', async (which) => {
    const { hits, rejections, first, top3, rejected } = await runSkillMcp(which);
    const floors = suite[which];
    expect([hits, rejections]).toEqual([22, 12]);
    expect(first).toBeGreaterThanOrEqual(floors.first);
    expect(top3).toBeGreaterThanOrEqual(floors.top3);
    expect(rejected).toBeGreaterThanOrEqual(floors.rejected);
  });
});

describe('our own skills', () => {
  it('are found by their queries, and by no others', async () => {
    const { index, dispose } = await buildOwn();
    try {
      expect(outside(await measure(index, evalFile('own.jsonl')), sets.own!)).toEqual([]);
    } finally {
      dispose();
    }
  });
});
