import { describe, expect, it } from 'vitest';
import { BruteForceVectors } from '../../../runtime/embed/vector-index.js';
import { toBase64 } from '../../../schema/codec.js';
import type { VectorSection } from '../../../schema/embedding.js';
import { packSevenBits, unpackSevenBits } from '../../../schema/seven-bits.js';
import { seededRandom } from '../../helpers/random.js';

const model = {
  id: 'm',
  revision: '1',
  dims: 0,
  pooling: 'mean',
  prefix: '',
  normalised: true,
  recipe: 'r',
} as const;

function section(values: Int8Array, dims: number, documents: number, scale = 1 / 63): VectorSection {
  const vectors = toBase64(packSevenBits(values));
  return { model: { ...model, dims }, scale, dims, documents, bits: 7, vectors };
}

function randomValues(count: number, seed: number): Int8Array {
  const random = seededRandom(seed);
  return Int8Array.from({ length: count }, () => random.below(128) - 64);
}

describe('numbers of 7 bits', () => {
  it.each([0, 1, 2, 7, 8, 9, 255, 256, 1000])('come back, %d of them', (count) => {
    const values = randomValues(count, count);
    const packed = packSevenBits(values);
    expect(packed).toHaveLength(Math.ceil((count * 7) / 8));
    expect(unpackSevenBits(packed, count)).toEqual(values);
  });

  it('have their ends', () => {
    const values = Int8Array.of(-64, 63, 0, -1, 1);
    expect(unpackSevenBits(packSevenBits(values), 5)).toEqual(values);
    expect([...packSevenBits(Int8Array.of(-64, 63))]).toEqual([0b1000_0000, 0b1111_1100 & 0xfc]);
  });

  it.each([-1, 0, 9, 1.5, Number.NaN])('are not %d in seven bytes', (count) => {
    expect(() => unpackSevenBits(new Uint8Array(7), count)).toThrow(RangeError);
  });
});

describe('vectors compared one by one', () => {
  it.each([
    [0, 256],
    [1, 256],
    [3, 7],
    [4, 384],
    [5, 768],
    [103, 128],
  ])('give the cosines of %d documents of %d dimensions', (documents, dims) => {
    const values = randomValues(documents * dims, documents);
    const length = Math.sqrt(dims) * 37;
    const index = new BruteForceVectors(section(values, dims, documents, 1 / length));
    const random = seededRandom(dims);
    const raw = Array.from({ length: dims }, () => random.next() - 0.5);
    const query = Float32Array.from(raw, (value) => value / Math.hypot(...raw));
    const scores = index.scores(query);
    expect(scores).toHaveLength(documents);
    for (let document = 0; document < documents; document += 1) {
      const expected = index.vector(document).reduce((sum, value, i) => sum + value * query[i]!, 0);
      expect(Math.abs(scores[document]! - expected)).toBeLessThan(1e-4);
    }
  });

  it('hold the largest sums', () => {
    const dims = 4096;
    const query = new Float32Array(dims).fill(1 / Math.sqrt(dims));
    const index = new BruteForceVectors(section(new Int8Array(dims * 5).fill(-64), dims, 5, 1 / 64 / 64));
    for (const score of index.scores(query)) expect(score).toBeCloseTo(-1, 2);
  });

  it('give 0 for a query of zeros', () => {
    const index = new BruteForceVectors(section(randomValues(40, 1), 8, 5));
    expect([...index.scores(new Float32Array(8))].every((score) => score === 0)).toBe(true);
  });

  it('refuse a query of other dimensions', () => {
    const index = new BruteForceVectors(section(randomValues(40, 1), 8, 5));
    expect(() => index.scores(new Float32Array(4))).toThrow(RangeError);
  });

  it('refuse a section that does not fit itself', () => {
    const whole = section(randomValues(40, 1), 8, 5);
    const broken = [
      { ...whole, documents: 6 },
      { ...whole, dims: 7 },
      { ...whole, scale: 0 },
      { ...whole, scale: Number.NaN },
      { ...whole, bits: 8 as 7 },
      { ...whole, vectors: '' },
    ];
    for (const one of broken) expect(() => new BruteForceVectors(one)).toThrow(RangeError);
  });
});
