import { describe, expect, it } from 'vitest';
import { plainRowSums, type RowSums } from '../../../runtime/embed/row-sums.js';
import { simdRowSums } from '../../../runtime/embed/simd-row-sums.js';
import { seededRandom } from '../../helpers/random.js';

const WAYS: readonly (readonly [string, (rows: Int8Array, dims: number) => RowSums | null])[] = [
  ['plain', plainRowSums],
  ['SIMD', simdRowSums],
];

function numbers(count: number, from: number, to: number): number[] {
  const random = seededRandom(count + 1);
  return Array.from({ length: count }, () => from + random.below(to - from + 1));
}

function exactSums(rows: Int8Array, query: Int16Array): bigint[] {
  return Array.from({ length: rows.length / query.length }, (_, row) =>
    query.reduce((sum, value, i) => sum + BigInt(value) * BigInt(rows[row * query.length + i]!), 0n),
  );
}

describe.each(WAYS)('dot products, %s', (_, open) => {
  it.each([
    [1, 8],
    [2, 16],
    [3, 24],
    [5, 128],
    [103, 256],
    [20, 384],
  ])('are exact for %d rows of %d dimensions', (count, dims) => {
    const rows = Int8Array.from(numbers(count * dims, -64, 63));
    const query = Int16Array.from(numbers(dims, -2000, 2000));
    const sums = open(rows, dims)!;
    expect(sums.rows).toEqual(rows);
    expect([...sums.sums(query)].map(BigInt)).toEqual(exactSums(rows, query));
  });

  it('answer one query after the other', () => {
    const rows = Int8Array.from(numbers(40, -64, 63));
    const sums = open(rows, 8)!;
    for (const factor of [1, -3, 0, 7]) {
      const query = Int16Array.from(numbers(8, -9, 9), (value) => value * factor);
      expect([...sums.sums(query)].map(BigInt)).toEqual(exactSums(rows, query));
    }
  });

  it('take the ends of their ranges', () => {
    const rows = new Int8Array(16).fill(-128, 0, 8).fill(127, 8);
    const query = Int16Array.of(-32768, 32767, -32768, 32767, -32768, -32768, 32767, 32767);
    expect([...open(rows, 8)!.sums(query)].map(BigInt)).toEqual(exactSums(rows, query));
  });

  it('wrap round beyond 32 bits', () => {
    const dims = 1024;
    const rows = new Int8Array(dims).fill(-128);
    const query = new Int16Array(dims).fill(32767);
    const [sum] = open(rows, dims)!.sums(query);
    expect(BigInt(sum!)).toBe(BigInt.asIntN(32, exactSums(rows, query)[0]!));
  });
});

describe('SIMD', () => {
  it('leaves to the plain way what is not made of whole steps', () => {
    expect(simdRowSums(new Int8Array(21), 7)).toBeNull();
    expect(simdRowSums(new Int8Array(0), 8)).toBeNull();
    expect([...plainRowSums(new Int8Array(21).fill(2), 7).sums(new Int16Array(7).fill(3))]).toEqual([
      42, 42, 42,
    ]);
  });
});
