import { fromBase64 } from '../../schema/codec.js';
import type { PackedField } from '../../schema/index.types.js';
import { inverseDocumentFrequency, type SearchProfile } from '../../schema/profile.js';
import { readVarints } from '../../schema/varint.js';

/** The postings of one term in one field, still packed, and what a query needs to know of them. */
export interface TermPostings {
  /** First byte behind the document frequency, and the byte behind the last posting. */
  readonly start: number;
  readonly end: number;
  readonly idf: number;
}

/** One field's inverted index, ready for queries: terms are found by halves, postings decoded as they are scored. */
export class FieldIndex {
  readonly #documents: number;
  readonly #terms: readonly string[];
  readonly #offsets: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #k1: number;
  /** k1 (1 - b + b length / average length) of each document. */
  readonly #norms: Float64Array;

  /** @throws RangeError where the packed numbers do not fit each other */
  constructor(field: PackedField, documents: number, profile: SearchProfile) {
    this.#documents = documents;
    this.#k1 = profile.k1;
    this.#terms = field.terms === '' ? [] : field.terms.split('\n');
    this.#bytes = fromBase64(field.postings);
    this.#offsets = offsetsOf(fromBase64(field.sizes), this.#terms.length, this.#bytes.length);
    this.#norms = normsOf(readVarints(fromBase64(field.lengths), documents), profile);
  }

  /** Finds a term's postings, or null where no document has it. */
  find(term: string): TermPostings | null {
    let low = 0;
    let high = this.#terms.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const candidate = this.#terms[middle]!;
      if (candidate === term) return this.#open(middle);
      if (candidate < term) low = middle + 1;
      else high = middle - 1;
    }
    return null;
  }

  #open(ordinal: number): TermPostings {
    let at = this.#offsets[ordinal]!;
    let frequency = 0;
    let shift = 0;
    let byte = 128;
    while (byte > 127) {
      byte = this.#bytes[at++]!;
      frequency |= (byte & 127) << shift;
      shift += 7;
    }
    return {
      start: at,
      end: this.#offsets[ordinal + 1]!,
      idf: inverseDocumentFrequency(this.#documents, frequency),
    };
  }

  /**
   * Adds `factor` x BM25 of one term to each document that has it (k1 and b of the profile), and notes documents
   * whose score was 0 in `touched`. Returns the new number of touched documents.
   */
  accumulate(
    postings: TermPostings,
    factor: number,
    scores: Float64Array,
    touched: Int32Array,
    count: number,
  ): number {
    const bytes = this.#bytes;
    const norms = this.#norms;
    const weight = factor * postings.idf * (this.#k1 + 1);
    let touchedCount = count;
    let document = -1;
    let at = postings.start;
    while (at < postings.end) {
      let value = bytes[at++]!;
      if (value > 127) {
        value &= 127;
        for (let shift = 7; ; shift += 7) {
          const byte = bytes[at++]!;
          value |= (byte & 127) << shift;
          if (byte < 128) break;
        }
      }
      document += value + 1;
      let frequency = bytes[at++]!;
      if (frequency > 127) frequency = (frequency & 127) | (bytes[at++]! << 7);
      const before = scores[document]!;
      if (before === 0) touched[touchedCount++] = document;
      scores[document] = before + (weight * frequency) / (frequency + norms[document]!);
    }
    return touchedCount;
  }
}

function offsetsOf(packed: Uint8Array, terms: number, bytes: number): Uint32Array {
  const sizes = readVarints(packed, terms);
  const offsets = new Uint32Array(terms + 1);
  let sum = 0;
  for (let i = 0; i < terms; i += 1) {
    sum += sizes[i]!;
    offsets[i + 1] = sum;
  }
  if (sum !== bytes) throw new RangeError('postings and their sizes differ');
  return offsets;
}

function normsOf(lengths: Uint32Array, profile: SearchProfile): Float64Array {
  let total = 0;
  for (const length of lengths) total += length;
  const average = total / Math.max(1, lengths.length) || 1;
  return Float64Array.from(
    lengths,
    (length) => profile.k1 * (1 - profile.b + (profile.b * length) / average),
  );
}
