/** A fitted logistic model: log-odds = intercept + sum of weight x value. */
export interface LogisticModel {
  readonly intercept: number;
  readonly weights: readonly number[];
}

const STEPS = 30;
const ENOUGH = 1e-9;

/**
 * Fits a logistic regression by Newton's method (Hastie, Tibshirani and Friedman 2009, 4.4.1) with a ridge penalty on
 * standardised values; both classes count the same, whatever their sizes.
 *
 * @param rows values of each example
 * @param isPositive its class
 * @param ridge penalty on the squared weights, against a total weight of 400 for all examples
 */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  isPositive: readonly boolean[],
  ridge: number,
): LogisticModel {
  const { means, deviations } = spread(rows);
  const scaled = rows.map((row) => [1, ...row.map((value, k) => (value - means[k]!) / deviations[k]!)]);
  const positives = isPositive.filter(Boolean).length;
  const weightOf = (positive: boolean): number => 200 / (positive ? positives : rows.length - positives);
  let parameters: number[] = means.map(() => 0).concat(0);
  for (let step = 0; step < STEPS; step += 1) {
    const change = newtonStep(scaled, isPositive, weightOf, parameters, ridge);
    parameters = parameters.map((value, k) => value - change[k]!);
    if (Math.max(...change.map(Math.abs)) < ENOUGH) break;
  }
  const weights = parameters.slice(1).map((value, k) => value / deviations[k]!);
  const intercept = weights.reduce((sum, weight, k) => sum - weight * means[k]!, parameters[0]!);
  return { intercept, weights };
}

function newtonStep(
  rows: readonly (readonly number[])[],
  isPositive: readonly boolean[],
  weightOf: (positive: boolean) => number,
  parameters: readonly number[],
  ridge: number,
): number[] {
  const size = parameters.length;
  const gradient = parameters.map((value, k) => (k === 0 ? 0 : ridge * value));
  const hessian = parameters.map((_, k) =>
    parameters.map((__, l) => (k === l ? (k === 0 ? 1e-6 : ridge) : 0)),
  );
  rows.forEach((row, i) => {
    const odds = row.reduce((sum, value, k) => sum + value * parameters[k]!, 0);
    const probability = 1 / (1 + Math.exp(-odds));
    const weight = weightOf(isPositive[i]!);
    const error = weight * (probability - (isPositive[i]! ? 1 : 0));
    const curvature = weight * probability * (1 - probability);
    for (let k = 0; k < size; k += 1) {
      gradient[k] = gradient[k]! + error * row[k]!;
      for (let l = 0; l < size; l += 1) hessian[k]![l] = hessian[k]![l]! + curvature * row[k]! * row[l]!;
    }
  });
  return solve(hessian, gradient);
}

/** Solves a small symmetric positive definite system by Gaussian elimination. Changes its arguments. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  for (let k = 0; k < size; k += 1) {
    for (let row = k + 1; row < size; row += 1) {
      const factor = matrix[row]![k]! / matrix[k]![k]!;
      for (let l = k; l < size; l += 1) matrix[row]![l] = matrix[row]![l]! - factor * matrix[k]![l]!;
      right[row] = right[row]! - factor * right[k]!;
    }
  }
  for (let k = size - 1; k >= 0; k -= 1) {
    for (let l = k + 1; l < size; l += 1) right[k] = right[k]! - matrix[k]![l]! * right[l]!;
    right[k] = right[k]! / matrix[k]![k]!;
  }
  return right;
}

function spread(rows: readonly (readonly number[])[]): { means: number[]; deviations: number[] } {
  const columns = rows[0]!.map((_, k) => rows.map((row) => row[k]!));
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const means = columns.map(mean);
  const deviations = columns.map((values, k) => {
    const variance = mean(values.map((value) => (value - means[k]!) ** 2));
    // A value that never changes says nothing: divided by 1, its weight stays at zero.
    return Math.sqrt(variance) || 1;
  });
  return { means, deviations };
}
