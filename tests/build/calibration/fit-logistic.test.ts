import { describe, expect, it } from 'vitest';
import { fitLogistic, type LogisticModel } from '../../../build/calibration/fit-logistic.js';
import { type Random, seededRandom } from '../../helpers/random.js';

interface Sample {
  readonly rows: readonly (readonly number[])[];
  readonly isPositive: readonly boolean[];
}

/** Two clouds, `apart` from each other in each value; some values with a long tail. */
function clouds(random: Random, apart: number, values: number): Sample {
  const count = 6 + random.below(150);
  const share = 0.1 + 0.8 * random.next();
  const isPositive = Array.from({ length: count }, (_, i) => (i < 2 ? i === 0 : random.next() < share));
  const bell = (): number => random.next() + random.next() - 1;
  const rows = isPositive.map((positive) =>
    Array.from(
      { length: values },
      (_, k) => (k % 2 === 0 ? bell() : 40 * bell() ** 5) + (positive ? apart : 0),
    ),
  );
  return { rows, isPositive };
}

const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;

/** What the fit makes as small as can be, written out: weighted log loss and half the ridge on standardised weights. */
function lossOf({ rows, isPositive }: Sample, ridge: number): (model: LogisticModel) => number {
  const positives = isPositive.filter(Boolean).length;
  const deviations = rows[0]!.map((_, k) => {
    const column = rows.map((row) => row[k]!);
    return Math.sqrt(mean(column.map((value) => (value - mean(column)) ** 2)));
  });
  return ({ intercept, weights }) => {
    const losses = rows.map((row, i) => {
      const odds = row.reduce((sum, value, k) => sum + value * weights[k]!, intercept);
      const weight = 200 / (isPositive[i] ? positives : rows.length - positives);
      return weight * Math.log1p(Math.exp(isPositive[i] ? -odds : odds));
    });
    const penalty = weights.reduce((sum, weight, k) => sum + (weight * deviations[k]!) ** 2, 0);
    return rows.length * mean(losses) + (ridge / 2) * penalty;
  };
}

/** Slope of a function of a model in each of its parameters, by differences. */
function slopes(loss: (model: LogisticModel) => number, model: LogisticModel): number[] {
  const all = [model.intercept, ...model.weights];
  const at = (k: number, by: number): number => {
    const [intercept, ...weights] = all.map((value, i) => (i === k ? value + by : value));
    return loss({ intercept: intercept!, weights });
  };
  return all.map((_, k) => (at(k, 1e-4) - at(k, -1e-4)) / 2e-4);
}

/** Values 1 and 0: 3 and 1 times among the positives, 2 and 4 times among the negatives. */
const COUNTED: Sample = {
  rows: [1, 1, 1, 0, 1, 1, 0, 0, 0, 0].map((value) => [value]),
  isPositive: [true, true, true, true, false, false, false, false, false, false],
};

describe('fitLogistic', () => {
  it('gives the log-odds that can be counted, where one value is 0 or 1 and there is no ridge', () => {
    const { intercept, weights } = fitLogistic(COUNTED.rows, COUNTED.isPositive, 0);
    // Of the positives 1/4 have a 0 and 3/4 a 1; of the negatives 4/6 and 2/6.
    expect(intercept).toBeCloseTo(Math.log(1 / 4 / (4 / 6)), 7);
    expect(weights[0]! + intercept).toBeCloseTo(Math.log(3 / 4 / (2 / 6)), 7);
  });

  it('counts both classes the same', () => {
    const copies = [...COUNTED.rows, ...COUNTED.rows.slice(0, 4), ...COUNTED.rows.slice(0, 4)];
    const isPositive = [...COUNTED.isPositive, ...Array.from({ length: 8 }, () => true)];
    const more = fitLogistic(copies, isPositive, 0);
    const once = fitLogistic(COUNTED.rows, COUNTED.isPositive, 0);
    expect(more.intercept).toBeCloseTo(once.intercept, 7);
    expect(more.weights[0]).toBeCloseTo(once.weights[0]!, 7);
  });

  it.each([0, 0.3, 1, 5, 40])('ends where the loss is level, with classes %f apart', (apart) => {
    const random = seededRandom(1 + apart * 10);
    for (let run = 0; run < 20; run += 1) {
      const sample = clouds(random, apart, 1 + random.below(6));
      const model = fitLogistic(sample.rows, sample.isPositive, 1);
      const loss = lossOf(sample, 1);
      for (const slope of slopes(loss, model)) expect(Math.abs(slope)).toBeLessThan(0.01);
      const nothing = { intercept: 0, weights: model.weights.map(() => 0) };
      expect(loss(model)).toBeLessThanOrEqual(loss(nothing));
    }
  });

  it('stays finite where a line parts the classes, the smaller the larger the ridge', () => {
    const rows = [[0], [1], [2], [10], [11], [12]];
    const isPositive = [false, false, false, true, true, true];
    const sizes = [0.01, 1, 100].map((ridge) => {
      const { intercept, weights } = fitLogistic(rows, isPositive, ridge);
      const sides = rows.map(([value]) => intercept + weights[0]! * value! > 0);
      expect(sides).toEqual(isPositive);
      return weights[0]!;
    });
    expect(sizes.every(Number.isFinite)).toBe(true);
    expect(sizes[0]).toBeGreaterThan(sizes[1]!);
    expect(sizes[1]).toBeGreaterThan(sizes[2]!);
  });

  it('gives no weight to a value that never changes', () => {
    const rows = COUNTED.rows.map((row) => [...row, 7]);
    const { intercept, weights } = fitLogistic(rows, COUNTED.isPositive, 1);
    const without = fitLogistic(COUNTED.rows, COUNTED.isPositive, 1);
    expect(weights[1]).toBe(0);
    expect(intercept).toBeCloseTo(without.intercept, 9);
    expect(weights[0]).toBeCloseTo(without.weights[0]!, 9);
  });

  it('does not mind the units of a value', () => {
    const sample = clouds(seededRandom(9), 0.5, 2);
    const plain = fitLogistic(sample.rows, sample.isPositive, 1);
    const scaled = fitLogistic(
      sample.rows.map(([a, b]) => [a! * 1000 + 5, b!]),
      sample.isPositive,
      1,
    );
    expect(scaled.weights[0]! * 1000).toBeCloseTo(plain.weights[0]!, 7);
    expect(scaled.intercept + scaled.weights[0]! * 5).toBeCloseTo(plain.intercept, 7);
  });
});
