import { describe, expect, it } from 'vitest';
import { rateSkill, rateVersion, utilityText } from '../../../runtime/usage/utility.js';
import { recordOf } from '../../../schema/usage/merge-records.js';
import { skillUtility } from '../../../schema/usage/skill-utility.js';
import { wilsonInterval } from '../../../schema/usage/wilson.js';

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;

describe('the Wilson interval', () => {
  it.each([
    [0, 10, 0, 0.2775],
    [1, 10, 0.0179, 0.4042],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [0, 1, 0, 0.7935],
    [0, 0, 0, 1],
  ])('%i of %i', (successes, attempts, low, high) => {
    const interval = wilsonInterval(successes, attempts);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  it('ends where a rate is as many standard errors away as it says', () => {
    for (const rate of wilsonInterval(3, 17, 1.5))
      expect(Math.abs(rate - 3 / 17) / Math.sqrt((rate * (1 - rate)) / 17)).toBeCloseTo(1.5, 9);
  });

  it('is narrower with more attempts, and for a lower confidence', () => {
    const width = ([low, high]: readonly [number, number]) => high - low;
    expect(width(wilsonInterval(50, 100))).toBeLessThan(width(wilsonInterval(5, 10)));
    expect(width(wilsonInterval(5, 10, 1.28))).toBeLessThan(width(wilsonInterval(5, 10)));
  });
});

describe('utility', () => {
  const record = (version: number | null, hash: string, counts: [number, number, number], last: string) =>
    recordOf(
      { query: `${hash} ${last}`, version, digest: digest(hash), last, reasons: [`${last} It broke.`] },
      new Map([['0123456789abcdef', counts]]),
    );

  it('sums queries by version, the present one first', () => {
    const records = [
      record(1, 'a', [1, 0, 2], '2026-01-01'),
      record(3, 'c', [0, 1, 0], '2026-03-01'),
      record(2, 'b', [2, 0, 0], '2026-02-01'),
      record(2, 'b', [1, 1, 0], '2026-02-03'),
    ];
    const { versions } = skillUtility('skills/x', records, digest('b'));
    expect(versions.map(({ version }) => version)).toEqual([2, 3, 1]);
    expect(versions[0]).toEqual({
      ...{ version: 2, digest: digest('b'), successes: 3, failures: 1, loads: 0, last: '2026-02-03' },
      reasons: ['2026-02-03 It broke.'],
    });
  });

  it('has no last day where none is known', () => {
    const { versions } = skillUtility('skills/x', [record(1, 'a', [1, 0, 0], '1970-01-01')], digest('a'));
    expect(versions[0]!.last).toBeNull();
  });

  it('rates versions; one without attempts has no rate', () => {
    expect(rateSkill(undefined)).toBeNull();
    expect(rateSkill({ path: 'skills/x', versions: [] })).toBeNull();
    const version = { version: 2, digest: digest('b'), successes: 3, failures: 1, loads: 2, reasons: [] };
    const rated = rateVersion({ ...version, last: '2026-02-03' });
    expect(rated).toMatchObject({ attempts: 4, rate: 0.75, interval: [0.3006, 0.9544] });
    expect(utilityText(rated)).toBe(
      'version 2: helped 3 of 4 times (75 %, 30 % to 95 %), read 2 times, last on 2026-02-03',
    );
    const unused = rateVersion({ ...version, successes: 0, failures: 0, last: null });
    expect(unused).toMatchObject({ attempts: 0, rate: null, interval: null });
    expect(utilityText(unused)).toBe('version 2: read 2 times');
  });
});
