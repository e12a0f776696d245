/** Dot products of a query with many rows of whole numbers. */
export interface RowSums {
  /** The rows, one behind the other. */
  readonly rows: Int8Array;
  /**
   * Dot product of each row with a query of as many components, modulo 2^32. The array is this object's: it holds until
   * it is asked again.
   */
  sums(query: Int16Array): Int32Array;
}

/**
 * In plain JavaScript, for every number of dimensions. Four rows at once: each component of the query is read once.
 *
 * @param rows whole rows of `dims` numbers
 */
export function plainRowSums(rows: Int8Array, dims: number): RowSums {
  const sums = new Int32Array(rows.length / dims);
  const whole = sums.length - (sums.length % 4);
  const sumFour = (query: Int16Array, row: number): void => {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0, at = row * dims; i < dims; i += 1, at += 1) {
      const value = query[i]!;
      a = (a + Math.imul(value, rows[at]!)) | 0;
      b = (b + Math.imul(value, rows[at + dims]!)) | 0;
      c = (c + Math.imul(value, rows[at + 2 * dims]!)) | 0;
      d = (d + Math.imul(value, rows[at + 3 * dims]!)) | 0;
    }
    sums[row] = a;
    sums[row + 1] = b;
    sums[row + 2] = c;
    sums[row + 3] = d;
  };
  const sumOne = (query: Int16Array, row: number): void => {
    let sum = 0;
    for (let i = 0; i < dims; i += 1) sum = (sum + Math.imul(query[i]!, rows[row * dims + i]!)) | 0;
    sums[row] = sum;
  };
  return {
    rows,
    sums: (query) => {
      for (let row = 0; row < whole; row += 4) sumFour(query, row);
      for (let row = whole; row < sums.length; row += 1) sumOne(query, row);
      return sums;
    },
  };
}
