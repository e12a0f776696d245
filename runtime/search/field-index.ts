import { isBigramTerm } from '../../schema/analyzer/analyse.js';
import { fromBase64 } from '../../schema/codec.js';
import type { PackedField } from '../../schema/index.types.js';
import { type FieldProfile, inverseDocumentFrequency, population } from '../../schema/profile.js';
import { readVarints } from '../../schema/varint.js';

/** The postings of one term in one field, still packed, and what a query needs to know of them. */
export interface TermPostings {
  /** First byte behind the document frequency, and the byte behind the last posting. */
  readonly start: number;
  readonly end: number;
  readonly documentFrequency: number;
  readonly idf: number;
}

/** What BM25 has to know of the collection that a field is scored among. */
export interface FieldStatistics {
  readonly documents: number;
  /** Documents that have text which is cut into bigrams. */
  readonly bigramDocuments: number;
  /** What is scored: documents, or clauses of them; and the terms that all of these have together. */
  readonly units: number;
  readonly length: number;
  /** Documents that have a term. */
  documentFrequency(term: string): number;
}

/** One field as an artifact has it, unpacked: whatever collection it is scored among, its postings are these. */
export class FieldPostings implements FieldStatistics {
  readonly documents: number;
  readonly bigramDocuments: number;
  readonly units: number;
  readonly length: number;
  /** Document of each unit; null where units are the documents. */
  readonly documentOf: Int32Array | null;
  /** Terms of each unit. */
  readonly lengths: Uint32Array;
  readonly bytes: Uint8Array;
  readonly #terms: readonly string[];
  readonly #offsets: Uint32Array;

  /** @throws RangeError where the packed numbers do not fit each other */
  constructor(field: PackedField, documents: number) {
    this.documents = documents;
    this.bigramDocuments = field.bigramDocuments;
    this.documentOf =
      field.units === undefined ? null : documentsOf(readVarints(fromBase64(field.units), documents));
    this.units = this.documentOf?.length ?? documents;
    this.#terms = field.terms === '' ? [] : field.terms.split('\n');
    this.bytes = fromBase64(field.postings);
    this.#offsets = offsetsOf(fromBase64(field.sizes), this.#terms.length, this.bytes.length);
    this.lengths = readVarints(fromBase64(field.lengths), this.units);
    let length = 0;
    for (const terms of this.lengths) length += terms;
    this.length = length;
  }

  /** Finds a term's postings, or null where no document has it. */
  find(term: string): Omit<TermPostings, 'idf'> | null {
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

  documentFrequency(term: string): number {
    return this.find(term)?.documentFrequency ?? 0;
  }

  #open(ordinal: number): Omit<TermPostings, 'idf'> {
    let at = this.#offsets[ordinal]!;
    let frequency = 0;
    let shift = 0;
    let byte = 128;
    while (byte > 127) {
      byte = this.bytes[at++]!;
      frequency |= (byte & 127) << shift;
      shift += 7;
    }
    return { start: at, end: this.#offsets[ordinal + 1]!, documentFrequency: frequency };
  }
}

/** One field's inverted index, ready for queries: terms are found by halves, postings decoded as they are scored. */
export class FieldIndex {
  /** What is scored: documents, or clauses of them. */
  readonly units: number;
  /** Document of each unit; null where units are the documents. */
  readonly documentOf: Int32Array | null;
  readonly #postings: FieldPostings;
  readonly #statistics: FieldStatistics;
  readonly #bytes: Uint8Array;
  readonly #k1: number;
  /** k1 (1 - b + b length / average length) of each unit. */
  readonly #norms: Float64Array;

  /** @param statistics of the collection that the field is scored among; its own where absent */
  constructor(postings: FieldPostings, profile: FieldProfile, statistics: FieldStatistics = postings) {
    this.#postings = postings;
    this.#statistics = statistics;
    this.documentOf = postings.documentOf;
    this.units = postings.units;
    this.#k1 = profile.k1;
    this.#bytes = postings.bytes;
    this.#norms = normsOf(postings.lengths, statistics, profile);
  }

  /** Finds a term's postings, or null where no document of this index has it. */
  find(term: string): TermPostings | null {
    const found = this.#postings.find(term);
    if (found === null) return null;
    const isOwn = this.#statistics === this.#postings;
    const frequency = isOwn ? found.documentFrequency : this.#statistics.documentFrequency(term);
    return { ...found, idf: this.#idf(term, frequency) };
  }

  /** Inverse document frequency of a term that no document of this index has. */
  unseenIdf(term: string): number {
    const isOwn = this.#statistics === this.#postings;
    return this.#idf(term, isOwn ? 0 : this.#statistics.documentFrequency(term));
  }

  #idf(term: string, documentFrequency: number): number {
    const { documents, bigramDocuments } = this.#statistics;
    const all = population(documents, bigramDocuments, isBigramTerm(term));
    return inverseDocumentFrequency(all, documentFrequency);
  }

  /**
   * Adds `factor` x BM25 of one term to each unit that has it (k1 and b of the field), and notes units whose score was 0
   * in `touched`. Returns the new number of touched units.
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
    let unit = -1;
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
      unit += value + 1;
      let frequency = bytes[at++]!;
      if (frequency > 127) frequency = (frequency & 127) | (bytes[at++]! << 7);
      const before = scores[unit]!;
      if (before === 0) touched[touchedCount++] = unit;
      scores[unit] = before + (weight * frequency) / (frequency + norms[unit]!);
    }
    return touchedCount;
  }

  /**
   * BM25 of each term in the unit of a document that scores highest, the first of equal ones. For one document: it decodes
   * what `accumulate` does, into maps.
   *
   * @param field position of this field in the terms' postings
   */
  bestUnit(
    terms: readonly WeighedTerm[],
    field: number,
    document: number,
  ): { readonly term: string; readonly score: number }[] {
    const scores = new Float64Array(this.units);
    const touched = new Int32Array(this.units);
    const byUnit = new Map<number, { term: string; score: number }[]>();
    for (const { term, factor, postings } of terms) {
      const found = postings[field];
      if (found == null) continue;
      const count = this.accumulate(found, factor, scores, touched, 0);
      for (let i = 0; i < count; i += 1) {
        const unit = touched[i]!;
        const score = scores[unit]!;
        scores[unit] = 0;
        if ((this.documentOf?.[unit] ?? unit) !== document) continue;
        byUnit.set(unit, [...(byUnit.get(unit) ?? []), { term, score }]);
      }
    }
    const sum = (parts: readonly { readonly score: number }[]): number =>
      parts.reduce((total, { score }) => total + score, 0);
    let best: { term: string; score: number }[] = [];
    for (const parts of [...byUnit].sort(([a], [b]) => a - b).map(([, value]) => value)) {
      if (sum(parts) > sum(best)) best = parts;
    }
    return best;
  }

  /** True where a document has the term, in whichever clause. For one document, as `bestUnit` is. */
  has(postings: TermPostings, document: number): boolean {
    const touched = new Int32Array(this.units);
    const count = this.accumulate(postings, 1, new Float64Array(this.units), touched, 0);
    return touched.subarray(0, count).some((unit) => (this.documentOf?.[unit] ?? unit) === document);
  }
}

interface WeighedTerm {
  readonly term: string;
  readonly factor: number;
  readonly postings: readonly (TermPostings | null)[];
}

function documentsOf(units: Uint32Array): Int32Array {
  let total = 0;
  for (const count of units) total += count;
  const documents = new Int32Array(total);
  let at = 0;
  units.forEach((count, document) => {
    documents.fill(document, at, at + count);
    at += count;
  });
  return documents;
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

function normsOf(
  lengths: Uint32Array,
  { length, units }: FieldStatistics,
  { k1, b }: FieldProfile,
): Float64Array {
  const average = length / Math.max(1, units) || 1;
  const norms = new Float64Array(lengths.length);
  // A plain loop: it runs once, before it is compiled.
  for (let i = 0; i < norms.length; i += 1) norms[i] = k1 * (1 - b + (b * lengths[i]!) / average);
  return norms;
}
