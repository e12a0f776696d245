import type { BenchRow } from './row.js';

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** Milliseconds that each call took, after one that is not counted. */
export async function timeEach<T>(items: readonly T[], call: (item: T) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const started = performance.now();
    await call(item);
    times.push(performance.now() - started);
  }
  return times;
}

/** Runs two things in turn, so that a machine whose speed drifts treats them alike; the first turn is not counted. */
export async function inTurn(
  runs: number,
  ours: () => unknown,
  peer: () => unknown,
): Promise<{ ours: number[]; peer: number[] }> {
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, call] of [
      ['peer', peer],
      ['ours', ours],
    ] as const) {
      (globalThis as { gc?: () => void }).gc?.();
      const started = performance.now();
      await call();
      if (run > 0) times[name].push(performance.now() - started);
    }
  }
  return times;
}

/** A row that holds our median to a peer's of the same run. */
export function against(
  name: string,
  ours: readonly number[],
  peer: string,
  peerTimes: readonly number[],
  extra: Pick<BenchRow, 'limit' | 'note'> = {},
): BenchRow {
  const [own, other] = [median(ours), median(peerTimes)];
  return { name, median: own, unit: 'ms', peer, peerMedian: other, ratio: own / other, ...extra };
}

/** Slope of the line through the points that has the least squares. */
export function slope(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const across = xs.reduce((sum, value, i) => sum + (value - x) * (ys[i]! - y), 0);
  return across / xs.reduce((sum, value) => sum + (value - x) ** 2, 0);
}
