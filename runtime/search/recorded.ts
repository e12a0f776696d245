import { analyse } from '../../schema/analyzer/analyse.js';
import type { RoutingProfile, RoutingSection } from '../../schema/usage/section.js';
import { NearestRecords } from './nearest-records.js';
import { RecordedPostings } from './recorded-postings.js';

/** What recorded queries say of a query, by document. The arrays are their owner's: they hold until it is asked again. */
export interface RecordedScores {
  /** How near the records of a skill that helped are, in [0, 1]. */
  readonly nearness: Float64Array;
  /** That the query itself was recorded: how surely the skill helped, or, below 0, did not; in [-1, 1]. */
  readonly pairs: Float64Array;
  /** Largest nearness of all. */
  readonly highest: number;
  /** Documents with either. */
  readonly documents: readonly number[];
}

/** A recorded query that bears on a document. */
export interface BearingRecord {
  readonly query: string;
  /** Share of the terms that both queries have, by weight, of all that either has; in [0, 1]. */
  readonly likeness: number;
  /** In [-1, 1]. */
  readonly evidence: number;
}

/** From this likeness on, a recorded query is taken for the query itself: a little here, whole at 1. */
const ALIKE = 0.75;
/** Share of a skill's part that all its records together have; the nearest have the rest. */
const TOGETHER = 0.5;

/**
 * Finds the skills that helped with similar queries. A skill's nearness is, to equal parts, the mean similarity of its
 * nearest records (BM25 over recorded queries, over its bound, times their evidence) and how well all its records
 * together hold the query's terms. Not re-entrant, as a `LexicalSearcher` is not.
 */
export class RecordedQueries {
  readonly profile: RoutingProfile;
  readonly #queries: readonly string[];
  readonly #postings: RecordedPostings;
  readonly #nearest: NearestRecords;
  /** Units of one term, and units that have any term of the query. */
  readonly #found: Int32Array;
  readonly #units: Int32Array;
  /** By unit: BM25, and the weight of the terms that it has. */
  readonly #sums: Float64Array;
  readonly #common: Float64Array;
  readonly #shares: Float64Array;
  readonly #nearness: Float64Array;
  readonly #pairs: Float64Array;
  readonly #isTouched: Uint8Array;
  #touched: number[] = [];
  readonly #masses = new Map<number, number>();

  /** @throws RangeError where the section's parts do not fit each other or the documents */
  constructor(section: RoutingSection, documents: number) {
    this.profile = section.profile;
    this.#queries = section.queries;
    this.#postings = new RecordedPostings(section, documents);
    this.#nearest = new NearestRecords(documents, section.profile.nearest);
    this.#found = new Int32Array(this.#postings.units);
    this.#units = new Int32Array(this.#postings.units);
    this.#sums = new Float64Array(this.#postings.units);
    this.#common = new Float64Array(this.#postings.units);
    this.#shares = new Float64Array(documents);
    this.#nearness = new Float64Array(documents);
    this.#pairs = new Float64Array(documents);
    this.#isTouched = new Uint8Array(documents);
  }

  /** True for a document with a record that speaks for it; with `heldOut`, one that is not among these. */
  isRecorded(document: number, heldOut?: ReadonlySet<number>): boolean {
    return this.#recordsOf(document, heldOut) > 0;
  }

  /**
   * Compares a query with all records.
   *
   * @param terms of the query, each once
   * @param heldOut units that count as if they were not there
   */
  score(terms: readonly string[], heldOut?: ReadonlySet<number>): RecordedScores {
    this.#clear();
    let units = 0;
    let bound = 0;
    for (const term of terms) {
      const { count, idf } = this.#postings.find(term, this.#found);
      bound += idf;
      units = this.#addTerm(count, idf, units, heldOut);
    }
    this.#foldUnits(units, bound);
    let highest = 0;
    for (const document of this.#touched) {
      const together = (this.#shares[document]! / bound) * this.#postings.meanEvidence[document]!;
      const nearness = (1 - TOGETHER) * this.#nearest.mean(document) + TOGETHER * together;
      this.#nearness[document] = nearness;
      if (nearness > highest) highest = nearness;
    }
    return { nearness: this.#nearness, pairs: this.#pairs, highest, documents: this.#touched };
  }

  /** The record of a document that bears most on the query that was compared last; null where none does. */
  bearing(terms: readonly string[], document: number): BearingRecord | null {
    const unit = this.#nearest.best(document);
    if (unit === -1) return null;
    const bound = this.#massOf(terms);
    const asked = new Set(terms);
    const common = this.#massOf(this.#termsOf(unit).filter((term) => asked.has(term)));
    const likeness = common / (bound + this.#mass(unit) - common);
    return { query: this.#queries[unit]!, likeness, evidence: this.#postings.evidence[unit]! };
  }

  /** Adds a term to the units that were found for it, and to the documents whose records they are. */
  #addTerm(count: number, idf: number, touched: number, heldOut?: ReadonlySet<number>): number {
    const { documentOf, evidence, gains } = this.#postings;
    let units = touched;
    let document = -1;
    let records = 0;
    for (let i = 0; i < count; i += 1) {
      const unit = this.#found[i]!;
      if (heldOut?.has(unit)) continue;
      if (this.#sums[unit] === 0) this.#units[units++] = unit;
      this.#sums[unit] = this.#sums[unit]! + idf * gains[unit]!;
      this.#common[unit] = this.#common[unit]! + idf;
      if (evidence[unit]! <= 0) continue;
      if (documentOf[unit] !== document) {
        if (records > 0) this.#addShare(document, idf, records, heldOut);
        document = documentOf[unit]!;
        records = 0;
      }
      records += 1;
    }
    if (records > 0) this.#addShare(document, idf, records, heldOut);
    return units;
  }

  #addShare(document: number, idf: number, records: number, heldOut?: ReadonlySet<number>): void {
    const { smoothing, nearest } = this.profile;
    const all = Math.max(nearest, this.#recordsOf(document, heldOut));
    const share = (records / (records + smoothing)) * ((all + smoothing) / all);
    this.#shares[document] = this.#shares[document]! + idf * share;
  }

  #foldUnits(units: number, bound: number): void {
    for (let i = 0; i < units; i += 1) {
      const unit = this.#units[i]!;
      const document = this.#postings.documentOf[unit]!;
      const evidence = this.#postings.evidence[unit]!;
      const similarity = Math.min(1, this.#sums[unit]! / bound);
      if (this.#isTouched[document] === 0) this.#touched.push(document);
      this.#isTouched[document] = 1;
      this.#nearest.add(document, unit, similarity * evidence);
      const common = this.#common[unit]!;
      if (common >= ALIKE * bound)
        this.#addPair(document, common / (bound + this.#mass(unit) - common), evidence);
      this.#sums[unit] = 0;
      this.#common[unit] = 0;
    }
  }

  /** The surest of those that are alike stands; one that did not help goes before one that did as surely. */
  #addPair(document: number, likeness: number, evidence: number): void {
    if (likeness <= ALIKE) return;
    const pair = (evidence * (likeness - ALIKE)) / (1 - ALIKE);
    const before = this.#pairs[document]!;
    const isSurer = Math.abs(pair) > Math.abs(before) || (pair < 0 && -pair === before);
    if (isSurer) this.#pairs[document] = pair;
  }

  #recordsOf(document: number, heldOut?: ReadonlySet<number>): number {
    let records = this.#postings.records[document]!;
    if (heldOut === undefined) return records;
    for (const unit of heldOut) {
      if (this.#postings.documentOf[unit] === document && this.#postings.evidence[unit]! > 0) records -= 1;
    }
    return records;
  }

  /** Weight of a unit's terms. */
  #mass(unit: number): number {
    let mass = this.#masses.get(unit);
    if (mass === undefined) {
      mass = this.#massOf(this.#termsOf(unit));
      this.#masses.set(unit, mass);
    }
    return mass;
  }

  #massOf(terms: readonly string[]): number {
    return terms.reduce((sum, term) => sum + this.#postings.idf(term), 0);
  }

  #termsOf(unit: number): string[] {
    return [...new Set(analyse(this.#queries[unit]!))];
  }

  #clear(): void {
    for (const document of this.#touched) {
      this.#nearest.clear(document);
      this.#shares[document] = 0;
      this.#nearness[document] = 0;
      this.#pairs[document] = 0;
      this.#isTouched[document] = 0;
    }
    this.#touched = [];
  }
}

/** What skills without records are measured by. */
export interface RecordedStanding {
  /** What the one with the best score of its own is taken to have. */
  readonly lift: number;
  /** That score. */
  readonly best: number;
}

/**
 * What a skill without records is given for that: the less, the further it is behind the best by its own score (its share
 * of that to the fourth power).
 */
export function imputedPart({ lift, best }: RecordedStanding, own: number): number {
  if (best === 0 || lift === 0) return 0;
  const share = Math.min(1, own / best);
  return lift * share * share * share * share;
}
