/** Constant of reciprocal rank fusion (Cormack, Clarke and Buettcher 2009). */
const K = 60;

/**
 * Reciprocal rank fusion: sum over the scorings of 1 / (60 + place), over the highest that it can be, so that a document
 * that is first in all has 1. A document that a scoring gives nothing has no place in it; equal scores are in the order of
 * document numbers.
 *
 * @param scorings each a score for each of `documents`
 * @returns for each of `documents`
 */
export function fuseRanks(documents: Int32Array, scorings: readonly (readonly number[])[]): Float64Array {
  const fused = new Float64Array(documents.length);
  for (const scores of scorings) {
    const order = scores
      .map((_, i) => i)
      .filter((i) => scores[i]! > 0)
      .sort((a, b) => scores[b]! - scores[a]! || documents[a]! - documents[b]!);
    order.forEach((i, place) => {
      fused[i] = fused[i]! + (K + 1) / (K + 1 + place) / scorings.length;
    });
  }
  return fused;
}
