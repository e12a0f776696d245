import { fitLogistic, type LogisticModel } from './fit-logistic.js';

/**
 * Fits a logistic regression whose weights are all zero or more, for values of which none speaks against the class: the
 * value with the most negative weight (in its own standard deviations) is left out and the rest fitted anew, until none
 * is negative.
 */
export function fitNonNegative(
  rows: readonly (readonly number[])[],
  isPositive: readonly boolean[],
  ridge: number,
): LogisticModel {
  let kept = rows[0]!.map((_, k) => k);
  for (;;) {
    const model = fitLogistic(
      rows.map((row) => kept.map((k) => row[k]!)),
      isPositive,
      ridge,
    );
    const effects = model.weights.map((weight, i) => weight * deviation(rows, kept[i]!));
    const least = Math.min(0, ...effects);
    if (least === 0) {
      const weights = rows[0]!.map((_, k) => model.weights[kept.indexOf(k)] ?? 0);
      return { intercept: model.intercept, weights };
    }
    kept = kept.filter((_, i) => effects[i] !== least);
  }
}

function deviation(rows: readonly (readonly number[])[], k: number): number {
  const mean = rows.reduce((sum, row) => sum + row[k]!, 0) / rows.length;
  return Math.sqrt(rows.reduce((sum, row) => sum + (row[k]! - mean) ** 2, 0) / rows.length);
}
