import { analyse } from '../../schema/analyzer/analyse.js';
import type { LexicalSection } from '../../schema/index.types.js';
import {
  FIELDS,
  type FieldName,
  inverseDocumentFrequency,
  type SearchProfile,
} from '../../schema/profile.js';
import type { ScorePart } from '../types.js';
import { FieldIndex } from './field-index.js';
import { topDocuments } from './top-documents.js';

/** A document and its score in [0, 1]. */
export interface Hit {
  /** Position in the artifact's skills. */
  readonly document: number;
  readonly score: number;
}

/** A query cut into unique terms, with the bound that its scores are divided by. */
export interface LexicalQuery {
  readonly terms: readonly string[];
  /** Highest weighted score that any document could have: sum of weights x (k1 + 1) x sum of each term's largest idf. */
  readonly bound: number;
}

/** Queries longer than this many unique terms are cut: the rest of such a text adds time, not meaning. */
const MOST_TERMS = 256;

/** Exact BM25, one index a field, added by weight. Not re-entrant: one query at a time, which a call never leaves. */
export class LexicalSearcher {
  readonly #documents: number;
  readonly #profile: SearchProfile;
  readonly #section: LexicalSection;
  /** Unpacked when a query first needs them: opening an index stays as cheap as reading it. */
  readonly #fields = new Map<FieldName, FieldIndex>();
  readonly #scores: Float64Array;
  readonly #touched: Int32Array;

  constructor(section: LexicalSection) {
    this.#documents = section.documents;
    this.#profile = section.profile;
    this.#section = section;
    this.#scores = new Float64Array(section.documents);
    this.#touched = new Int32Array(section.documents);
  }

  /** Cuts a query into terms; unique, in the order of the query. */
  parse(query: string): LexicalQuery {
    const terms = [...new Set(analyse(query))].slice(0, MOST_TERMS);
    let idf = 0;
    for (const term of terms) idf += this.#largestIdf(term);
    const weights = FIELDS.reduce((sum, name) => sum + this.#profile.weights[name], 0);
    return { terms, bound: idf * (this.#profile.k1 + 1) * weights };
  }

  /**
   * The best documents for which `accepts` holds, best first, ties by position.
   *
   * @param limit how many at most
   */
  search(query: LexicalQuery, limit: number, accepts?: (document: number) => boolean): Hit[] {
    const count = this.#score(query);
    const hits = topDocuments(this.#scores, this.#touched, count, limit, accepts);
    for (let i = 0; i < count; i += 1) this.#scores[this.#touched[i]!] = 0;
    return hits.map(({ document, score }) => ({ document, score: score / query.bound }));
  }

  /** What each field adds to one document's score, for people who ask why. */
  explain(query: LexicalQuery, document: number): ScorePart[] {
    const scores = this.#scores;
    return FIELDS.map((field) => {
      const terms: string[] = [];
      let sum = 0;
      for (const term of query.terms) {
        const postings = this.#field(field).find(term);
        if (postings === null) continue;
        const weight = this.#profile.weights[field];
        const count = this.#field(field).accumulate(postings, weight, scores, this.#touched, 0);
        if (scores[document]! > 0) terms.push(term);
        sum += scores[document]!;
        for (let i = 0; i < count; i += 1) scores[this.#touched[i]!] = 0;
      }
      return { field, score: query.bound === 0 ? 0 : sum / query.bound, terms };
    });
  }

  #score(query: LexicalQuery): number {
    let count = 0;
    for (const name of FIELDS) {
      const weight = this.#profile.weights[name];
      if (weight === 0) continue;
      const field = this.#field(name);
      for (const term of query.terms) {
        const postings = field.find(term);
        if (postings !== null) count = field.accumulate(postings, weight, this.#scores, this.#touched, count);
      }
    }
    return count;
  }

  #field(name: FieldName): FieldIndex {
    let field = this.#fields.get(name);
    if (field === undefined) {
      field = new FieldIndex(this.#section.fields[name], this.#documents, this.#profile);
      this.#fields.set(name, field);
    }
    return field;
  }

  #largestIdf(term: string): number {
    let largest = 0;
    for (const name of FIELDS) {
      const idf = this.#field(name).find(term)?.idf ?? inverseDocumentFrequency(this.#documents, 0);
      if (idf > largest) largest = idf;
    }
    return largest;
  }
}
