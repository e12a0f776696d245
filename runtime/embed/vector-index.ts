import { fromBase64 } from '../../schema/codec.js';
import type { VectorSection } from '../../schema/embedding.js';
import { unpackSevenBits } from '../../schema/seven-bits.js';
import { plainRowSums, type RowSums } from './row-sums.js';
import { simdRowSums } from './simd-row-sums.js';

/**
 * Compares a query with every document. Others may stand in for ours: an approximate index, say. One that fails, or gives
 * another number of cosines or one that is not finite, ends a search with SkillgraftError `vector-index-broken`.
 */
export interface VectorIndex {
  /**
   * Cosine of each document with a query of length 1 (or all zeros), by document number. Answers at once.
   *
   * @throws RangeError where the query has other dimensions
   */
  scores(query: Float32Array): Float32Array | Float64Array;
}

/** Steps of a query's component of 1: fine enough to add no error of note to that of the documents. */
const QUERY_STEPS = 32_767;

/**
 * The stored numbers of a section, document by document.
 *
 * @throws RangeError where the section's parts do not fit each other
 */
export function storedNumbers({ bits, scale, vectors, dims, documents }: VectorSection): Int8Array {
  if (bits !== 7 || !(scale > 0)) throw new RangeError('vectors of an unknown form');
  return unpackSevenBits(fromBase64(vectors), dims * documents);
}

/** Every document's vector, compared one by one in whole numbers. */
export class BruteForceVectors implements VectorIndex {
  readonly dims: number;
  readonly documents: number;
  readonly #vectors: RowSums;
  /** What a document's stored numbers are multiplied with. */
  readonly #scales: Float64Array;
  /** The query in whole numbers; used again by each call. */
  readonly #steps: Int16Array;

  /**
   * @param dims the section's dimensions, or the first part of them: what is left of a vector is brought to length 1
   * @throws RangeError where the section's parts do not fit each other
   */
  constructor(section: VectorSection, dims = section.dims) {
    const { documents, scale } = section;
    const stored = storedNumbers(section);
    const isCut = dims < section.dims;
    const rows = isCut ? firstNumbers(stored, section.dims, dims) : stored;
    this.dims = dims;
    this.documents = documents;
    this.#scales = isCut ? unitScales(rows, dims) : new Float64Array(documents).fill(scale);
    this.#steps = new Int16Array(dims);
    this.#vectors = simdRowSums(rows, dims) ?? plainRowSums(rows, dims);
  }

  /** Dot product of a document's stored numbers with those of each document. The array holds until the next call. */
  products(document: number): Int32Array {
    return this.#vectors.sums(Int16Array.from(this.#row(document)));
  }

  /** Sum of the squares of a document's stored numbers. */
  squareSum(document: number): number {
    return this.#row(document).reduce((sum, value) => sum + value * value, 0);
  }

  #row(document: number): Int8Array {
    return this.#vectors.rows.subarray(document * this.dims, (document + 1) * this.dims);
  }

  /** A document's vector, as it is compared. */
  vector(document: number): Float32Array {
    return Float32Array.from(this.#row(document), (value) => value * this.#scales[document]!);
  }

  scores(query: Float32Array): Float64Array {
    if (query.length !== this.dims) {
      throw new RangeError(`a query of ${query.length} dimensions for vectors of ${this.dims}`);
    }
    // A sum stays below 2^31: neither vector is much longer than 1, whatever their dimensions.
    for (let i = 0; i < query.length; i += 1) {
      this.#steps[i] = Math.round(Math.max(-1, Math.min(query[i]!, 1)) * QUERY_STEPS);
    }
    const sums = this.#vectors.sums(this.#steps);
    const scores = new Float64Array(this.documents);
    for (let document = 0; document < scores.length; document += 1)
      scores[document] = sums[document]! * (this.#scales[document]! / QUERY_STEPS);
    return scores;
  }
}

/** The first `kept` numbers of each row of `dims`. */
function firstNumbers(rows: Int8Array, dims: number, kept: number): Int8Array {
  const first = new Int8Array((rows.length / dims) * kept);
  for (let from = 0, to = 0; from < rows.length; from += dims, to += kept)
    first.set(rows.subarray(from, from + kept), to);
  return first;
}

/** What brings each row to length 1; 0 for a row of zeros. */
function unitScales(rows: Int8Array, dims: number): Float64Array {
  return Float64Array.from({ length: rows.length / dims }, (_, row) => {
    const squares = rows
      .subarray(row * dims, (row + 1) * dims)
      .reduce((sum, value) => sum + value * value, 0);
    return squares === 0 ? 0 : 1 / Math.sqrt(squares);
  });
}
