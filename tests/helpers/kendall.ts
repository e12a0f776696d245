/**
 * Kendall's tau-b of two rankings over the union of their items; what a ranking lacks is tied behind its last.
 * 1: the same order. Two empty rankings agree.
 */
export function kendallTau(a: readonly number[], b: readonly number[]): number {
  const items = [...new Set([...a, ...b])];
  const rank = (list: readonly number[]) => (item: number) =>
    list.includes(item) ? list.indexOf(item) : list.length;
  const [rankA, rankB] = [rank(a), rank(b)];
  let agreement = 0;
  let pairsA = 0;
  let pairsB = 0;
  for (let i = 0; i < items.length; i += 1) {
    for (let j = i + 1; j < items.length; j += 1) {
      const orderA = Math.sign(rankA(items[i]!) - rankA(items[j]!));
      const orderB = Math.sign(rankB(items[i]!) - rankB(items[j]!));
      agreement += orderA * orderB;
      pairsA += Math.abs(orderA);
      pairsB += Math.abs(orderB);
    }
  }
  if (pairsA === 0 && pairsB === 0) return 1;
  return agreement / Math.sqrt(pairsA * pairsB);
}
