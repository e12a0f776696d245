import { describe, expect, it } from 'vitest';
import { fitLogistic } from '../../../build/calibration/fit-logistic.js';
import { fitNonNegative } from '../../../build/calibration/fit-non-negative.js';
import { seededRandom } from '../../helpers/random.js';

/** Rows of three values: one that speaks for the class, one against it, and noise. */
function sample(): { rows: number[][]; isPositive: boolean[] } {
  const random = seededRandom(5);
  const isPositive = Array.from({ length: 200 }, (_, i) => i % 3 === 0);
  const rows = isPositive.map((positive) => {
    const by = positive ? 0.6 : 0;
    return [random.next() + by, 100 * (random.next() - by), random.next()];
  });
  return { rows, isPositive };
}

describe('fitNonNegative', () => {
  it('leaves out what speaks against the class, and fits the rest', () => {
    const { rows, isPositive } = sample();
    expect(fitLogistic(rows, isPositive, 1).weights[1]).toBeLessThan(0);
    const { intercept, weights } = fitNonNegative(rows, isPositive, 1);
    expect(weights[0]).toBeGreaterThan(0);
    expect(Math.min(...weights)).toBe(0);
    const kept = [0, 2].filter((k) => weights[k]! > 0);
    const alone = fitLogistic(
      rows.map((row) => kept.map((k) => row[k]!)),
      isPositive,
      1,
    );
    expect(kept.map((k) => weights[k])).toEqual(alone.weights);
    expect(intercept).toBe(alone.intercept);
  });

  it('is the plain fit where no weight is negative', () => {
    const { rows, isPositive } = sample();
    const turned = rows.map(([a, b]) => [a!, -b!]);
    expect(fitNonNegative(turned, isPositive, 1)).toEqual(fitLogistic(turned, isPositive, 1));
  });

  it('may leave nothing but the intercept', () => {
    const { intercept, weights } = fitNonNegative([[3], [2], [1], [0]], [false, false, true, true], 1);
    expect(weights).toEqual([0]);
    expect(intercept).toBeCloseTo(0, 9);
  });
});
