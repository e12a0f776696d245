import type { CheckedFinding } from '../check/types.js';

/**
 * At most `limit` findings, chosen so that what is left out says least that the others do not say: by rank, then the first
 * of each code and each file before repeats. In the order in which they were chosen; of equals, the order given.
 */
export function mostTelling(
  findings: readonly CheckedFinding[],
  limit: number,
  rankOf: (one: CheckedFinding) => number,
): CheckedFinding[] {
  const left = new Set(findings);
  const chosen: CheckedFinding[] = [];
  const times = new Map<string, number>();
  const count = (key: string): number => times.get(key) ?? 0;
  const keys = ({ finding: { code, path } }: CheckedFinding): string[] => [
    `${code}\0${path}`,
    code,
    `\0${path}`,
  ];
  while (chosen.length < limit && left.size > 0) {
    let best: { one: CheckedFinding; cost: readonly number[] } | undefined;
    for (const one of left) {
      const cost = [rankOf(one), ...keys(one).map(count)];
      if (best === undefined || isLess(cost, best.cost)) best = { one, cost };
    }
    left.delete(best!.one);
    chosen.push(best!.one);
    for (const key of keys(best!.one)) times.set(key, count(key) + 1);
  }
  return chosen;
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && a[at]! < b[at]!;
}
