import { fromBase64 } from '../../schema/codec.js';
import { inverseDocumentFrequency } from '../../schema/profile.js';
import { type RoutingSection, WHOLE_EVIDENCE } from '../../schema/usage/section.js';
import { FieldPostings } from './field-index.js';

/** Recorded queries, unpacked. A unit is a query that was recorded for a skill. */
export class RecordedPostings {
  readonly units: number;
  /** Document of each unit; those of a document stand together. */
  readonly documentOf: Int32Array;
  /** In [-1, 1], by unit. */
  readonly evidence: Float64Array;
  /** (k1 + 1) / (1 + k1 (1 - b + b length / average length)) of each unit: what a term counts there. */
  readonly gains: Float64Array;
  /** Units of a document that speak for it, and their mean evidence. */
  readonly records: Int32Array;
  readonly meanEvidence: Float64Array;
  readonly #field: FieldPostings;

  /** @throws RangeError where the packed numbers do not fit each other */
  constructor({ field, queries, evidence, profile }: RoutingSection, documents: number) {
    this.#field = new FieldPostings(field, documents);
    const { documentOf, units, lengths, length } = this.#field;
    const bytes = fromBase64(evidence);
    if (documentOf === null || queries.length !== units || bytes.length !== units)
      throw new RangeError('recorded queries and their evidence differ in number');
    this.units = units;
    this.documentOf = documentOf;
    this.evidence = Float64Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, units), (value) =>
      Math.max(-1, value / WHOLE_EVIDENCE),
    );
    const { k1, b } = profile;
    const average = length / Math.max(1, units) || 1;
    this.gains = Float64Array.from(lengths, (terms) => (k1 + 1) / (1 + k1 * (1 - b + (b * terms) / average)));
    this.records = new Int32Array(documents);
    this.meanEvidence = new Float64Array(documents);
    this.#sumUp();
  }

  /** Inverse frequency of a term among the recorded queries. */
  idf(term: string): number {
    return this.#idfOf(this.#field.documentFrequency(term));
  }

  /** Writes the units that have a term into `units`, in order; returns how many there are, and the term's idf. */
  find(term: string, units: Int32Array): { readonly count: number; readonly idf: number } {
    const found = this.#field.find(term);
    if (found === null) return { count: 0, idf: this.#idfOf(0) };
    const { bytes } = this.#field;
    let count = 0;
    let unit = -1;
    let at = found.start;
    while (at < found.end) {
      let delta = 0;
      let shift = 0;
      let byte = 128;
      while (byte > 127) {
        byte = bytes[at++]!;
        delta |= (byte & 127) << shift;
        shift += 7;
      }
      // A unit has each of its terms once: the frequency says nothing.
      at += 1;
      unit += delta + 1;
      units[count++] = unit;
    }
    return { count, idf: this.#idfOf(found.documentFrequency) };
  }

  #idfOf(units: number): number {
    return inverseDocumentFrequency(this.units, units);
  }

  #sumUp(): void {
    for (let unit = 0; unit < this.units; unit += 1) {
      const evidence = this.evidence[unit]!;
      if (evidence <= 0) continue;
      const document = this.documentOf[unit]!;
      const records = this.records[document]! + 1;
      this.records[document] = records;
      const mean = this.meanEvidence[document]!;
      this.meanEvidence[document] = mean + (evidence - mean) / records;
    }
  }
}
