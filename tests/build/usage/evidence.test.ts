import { describe, expect, it } from 'vitest';
import { evidentQueries, MOST_QUERIES, queryKey, wilsonLower } from '../../../build/usage/evidence.js';
import { recordOf } from '../../../schema/usage/merge-records.js';
import type { UsageRecord } from '../../../schema/usage/types.js';

const digestOf = (digit: string): string => `sha256:${digit.repeat(64)}`;
const CURRENT = { version: 9, digest: digestOf('9') };

function record(query: string, successes: number, failures: number, version: number | null = 9): UsageRecord {
  const head = { query, version, digest: digestOf(String(version ?? 'a')), last: '2026-01-31', reasons: [] };
  return recordOf(head, new Map([['1f1c6f20', [successes, failures, 0]]]));
}

describe('the evidence of a recorded query', () => {
  it.each([
    ['one success says something', [record('q', 1, 0)], 48],
    ['two say more', [record('q', 2, 0)], 70],
    ['one of two says nothing', [record('q', 1, 1)], undefined],
    ['most of many say much', [record('q', 18, 2)], 99],
    ['failures speak against the pair', [record('q', 0, 2)], -70],
    ['outcomes of the version before count a little less', [record('q', 1, 0, 8)], 43],
    ['one of three versions ago says too little', [record('q', 1, 0, 6)], undefined],
    ['several of four versions ago count as half as many', [record('q', 4, 0, 5)], 70],
    ['an unknown version counts as one four versions ago', [record('q', 4, 0, null)], 70],
    ['a version after the current one counts as the current one', [record('q', 1, 0, 12)], 48],
    ['versions are added up', [record('q', 1, 0, 9), record('q', 2, 0, 5)], 70],
    ['loads say nothing', [record('q', 0, 0)], undefined],
  ])('%s', (_, records, evidence) => {
    expect(evidentQueries(records, CURRENT)[0]?.evidence).toBe(evidence);
  });

  it('is that of queries alike but for case, blanks and Unicode form, shown as recorded most often', () => {
    const records = [record('Deploy  the café', 1, 0), record('deploy the cafe\u0301', 3, 0)];
    const evident = evidentQueries(records, CURRENT);
    expect(evident).toEqual([{ query: 'deploy the café', key: 'deploy the café', evidence: 90 }]);
    expect(queryKey(' Deploy the CAFE\u0301 ')).toBe('deploy the café');
  });

  it('is kept for the most evident queries alone, sorted, whatever their order', () => {
    const records = Array.from({ length: MOST_QUERIES + 9 }, (_, i) =>
      record(`query ${i}`, i < 9 ? 1 : 2, 0),
    );
    const evident = evidentQueries(records, CURRENT);
    expect(evident).toHaveLength(MOST_QUERIES);
    expect(evident.every(({ evidence }) => evidence === 70)).toBe(true);
    expect(evidentQueries([...records].reverse(), CURRENT)).toEqual(evident);
  });

  it('leaves out what has no query', () => {
    const { query: _, ...plain } = record('q', 5, 0);
    expect(evidentQueries([plain], CURRENT)).toEqual([]);
  });
});

describe("Wilson's lower bound", () => {
  it.each([
    [0, 0, 0],
    [1, 0, 1 / (1 + 1.96 ** 2)],
    [9, 1, 0.5958],
    [81, 19, 0.7222],
    [0, 5, 0],
  ])('of %i hits and %i misses is %d', (hits, misses, bound) => {
    expect(wilsonLower(hits, misses, 1.96)).toBeCloseTo(bound, 4);
  });
});
