import type { BruteForceVectors } from './vector-index.js';

/**
 * Calls `take` with each pair of documents whose cosine is at least `least`, by the pairs' order: the dot product of
 * their stored numbers over the actual lengths of these, so that equal vectors have 1. A vector of zeros is near to none.
 *
 * @param least above 0
 */
export function similarPairs(
  vectors: BruteForceVectors,
  least: number,
  take: (a: number, b: number, cosine: number) => void,
): void {
  const squares = Float64Array.from({ length: vectors.documents }, (_, i) => vectors.squareSum(i));
  const lengths = squares.map(Math.sqrt);
  for (let a = 0; a < lengths.length; a += 1) {
    const products = vectors.products(a);
    // Rounding must not cost a pair: what is near enough is looked at again.
    const needed = least * lengths[a]! * (1 - 1e-9);
    for (let b = a + 1; b < lengths.length; b += 1) {
      if (products[b]! < needed * lengths[b]!) continue;
      const cosine = products[b]! / Math.sqrt(squares[a]! * squares[b]!);
      if (cosine >= least) take(a, b, cosine);
    }
  }
}
