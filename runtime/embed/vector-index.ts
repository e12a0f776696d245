import { fromBase64 } from '../../schema/codec.js';
import type { VectorSection } from '../../schema/embedding.js';
import { unpackSevenBits } from '../../schema/seven-bits.js';

/** Compares a query with every document. Others may stand in for ours: an approximate index, say. */
export interface VectorIndex {
  /**
   * Cosine of each document with a query of length 1, by document number.
   *
   * @throws RangeError where the query has other dimensions
   */
  scores(query: Float32Array): Float32Array | Float64Array;
}

/** Steps of a query's component of 1: fine enough to add no error of note to that of the documents. */
const QUERY_STEPS = 32_767;

/** Every document's vector, compared one by one in whole numbers. */
export class BruteForceVectors implements VectorIndex {
  readonly dims: number;
  readonly documents: number;
  readonly #scale: number;
  readonly #vectors: Int8Array;

  /** @throws RangeError where the section's parts do not fit each other */
  constructor(section: VectorSection) {
    const { dims, documents, scale } = section;
    if (section.bits !== 7 || !(scale > 0)) throw new RangeError('vectors of an unknown form');
    this.dims = dims;
    this.documents = documents;
    this.#scale = scale;
    this.#vectors = unpackSevenBits(fromBase64(section.vectors), dims * documents);
  }

  /** A document's vector, as it is compared. */
  vector(document: number): Float32Array {
    const start = document * this.dims;
    return Float32Array.from(
      this.#vectors.subarray(start, start + this.dims),
      (value) => value * this.#scale,
    );
  }

  scores(query: Float32Array): Float64Array {
    if (query.length !== this.dims) {
      throw new RangeError(`a query of ${query.length} dimensions for vectors of ${this.dims}`);
    }
    // A sum stays below 2^31: neither vector is much longer than 1, whatever their dimensions.
    const steps = Int32Array.from(query, (value) => Math.round(value * QUERY_STEPS));
    const scores = new Float64Array(this.documents);
    scan(steps, this.#vectors, this.#scale / QUERY_STEPS, scores);
    return scores;
  }
}

/** Dot product of `query` with each row of `vectors`, times `factor`. Four rows at once: each query component is read once. */
function scan(query: Int32Array, vectors: Int8Array, factor: number, scores: Float64Array): void {
  const dims = query.length;
  const whole = scores.length - (scores.length % 4);
  for (let document = 0; document < whole; document += 4) {
    const row = document * dims;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0, at = row; i < dims; i += 1, at += 1) {
      const value = query[i]!;
      a = (a + Math.imul(value, vectors[at]!)) | 0;
      b = (b + Math.imul(value, vectors[at + dims]!)) | 0;
      c = (c + Math.imul(value, vectors[at + 2 * dims]!)) | 0;
      d = (d + Math.imul(value, vectors[at + 3 * dims]!)) | 0;
    }
    scores[document] = a * factor;
    scores[document + 1] = b * factor;
    scores[document + 2] = c * factor;
    scores[document + 3] = d * factor;
  }
  for (let document = whole; document < scores.length; document += 1) {
    let sum = 0;
    for (let i = 0; i < dims; i += 1) sum = (sum + Math.imul(query[i]!, vectors[document * dims + i]!)) | 0;
    scores[document] = sum * factor;
  }
}
