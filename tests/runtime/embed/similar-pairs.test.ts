import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarPairs } from '../../../runtime/embed/similar-pairs.js';
import { BruteForceVectors } from '../../../runtime/embed/vector-index.js';
import { toBase64 } from '../../../schema/codec.js';
import { packSevenBits } from '../../../schema/seven-bits.js';

/** Documents of whole numbers from -63 to 63. */
function vectorsOf(rows: readonly (readonly number[])[]): BruteForceVectors {
  const dims = rows[0]?.length ?? 8;
  return new BruteForceVectors({
    model: {
      id: 'made',
      revision: '1',
      dims,
      pooling: 'mean',
      prefix: '',
      normalised: true,
      recipe: 'description-v1',
    },
    scale: 0.02,
    dims,
    documents: rows.length,
    bits: 7,
    vectors: toBase64(packSevenBits(Int8Array.from(rows.flat()))),
  });
}

function pairsOf(rows: readonly (readonly number[])[], least: number): [number, number, number][] {
  const pairs: [number, number, number][] = [];
  similarPairs(vectorsOf(rows), least, (...pair) => pairs.push(pair));
  return pairs;
}

/** By the textbook, pair by pair. */
function expectedOf(rows: readonly (readonly number[])[], least: number): [number, number, number][] {
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  return rows.flatMap((a, i) =>
    rows.slice(i + 1).flatMap((b, k): [number, number, number][] => {
      const cosine = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
      return cosine >= least ? [[i, i + 1 + k, cosine]] : [];
    }),
  );
}

describe('similarPairs', () => {
  const value = fc.integer({ min: -63, max: 63 });
  const matrix = fc
    .tuple(fc.constantFrom(3, 8, 16), fc.integer({ min: 0, max: 12 }))
    .chain(([dims, count]) =>
      fc.array(fc.array(value, { minLength: dims, maxLength: dims }), { maxLength: count }),
    );

  it('gives the pairs of a plain computation', () => {
    fc.assert(
      fc.property(matrix, fc.constantFrom(0.001, 0.3, 0.85, 1), (rows, least) => {
        expect(pairsOf(rows, least)).toEqual(expectedOf(rows, least));
      }),
      { numRuns: 300 },
    );
  });

  it('takes vectors by their actual lengths: equal and parallel ones have 1, zeros are near to none', () => {
    const rows = [
      [20, 10, 0, -3],
      [0, 0, 0, 0],
      [20, 10, 0, -3],
      [40, 20, 0, -6],
      [0, 0, 0, 0],
      [-20, -10, 0, 3],
    ];
    expect(pairsOf(rows, 1)).toEqual([
      [0, 2, 1],
      [0, 3, 1],
      [2, 3, 1],
    ]);
    expect(pairsOf(rows, 1e-9).map(([a, b]) => [a, b])).toEqual([
      [0, 2],
      [0, 3],
      [2, 3],
    ]);
    expect(pairsOf([], 0.5)).toEqual([]);
  });
});
