import { analyse } from '../../schema/analyzer/analyse.js';
import type { LexicalSection } from '../../schema/index.types.js';
import { FIELDS, type FieldName, type SearchProfile } from '../../schema/profile.js';
import { ClauseScores } from './clause-scores.js';
import type { CollectionStatistics } from './collection-statistics.js';
import { FieldIndex, type TermPostings } from './field-index.js';
import { topDocuments } from './top-documents.js';
import { UnpackedFields } from './unpacked-fields.js';

/** A document and its score in [0, 1]. */
export interface Hit {
  /** Position in the artifact's skills. */
  readonly document: number;
  readonly score: number;
}

/** A unique term of a query, looked up. */
export interface QueryTerm {
  readonly term: string;
  /** What a match counts: 1, less for a synonym. */
  readonly factor: number;
  /** Largest idf of the term over the fields. */
  readonly idf: number;
  /** The word of the query that brought it, for a synonym. */
  readonly key?: string;
  /** In the order of `FIELDS`; null where no document has it. */
  readonly postings: readonly (TermPostings | null)[];
}

/** A query cut into unique terms. */
export interface LexicalQuery {
  /** In the order of the query, its synonyms behind. */
  readonly terms: readonly QueryTerm[];
  /** Number of terms that are the query's own. */
  readonly own: number;
  /** Sum of the largest idf of each own term: without synonyms, a field's BM25 is at most this x (k1 + 1). */
  readonly bound: number;
}

/** Scores of all documents for one query. The arrays are the searcher's: they hold until it is asked again. */
export interface LexicalScores {
  /** Weighted sum of the fields' BM25 / (k1 + 1), by document. */
  readonly totals: Float64Array;
  /** BM25 / (k1 + 1) of the description, by document. */
  readonly descriptions: Float64Array;
  /** Documents with a total, `count` of them, in no order. */
  readonly touched: Int32Array;
  readonly count: number;
}

/** What one field adds to a document's score. */
export interface FieldPart {
  readonly field: FieldName;
  /** Weighted, before the division by the query's bound. */
  readonly score: number;
  /** Those that were found; a synonym with the word that brought it, such as `ship (deploy)`. */
  readonly terms: readonly string[];
}

/** Queries longer than this many unique terms are cut: the rest of such a text adds time, not meaning. */
const MOST_TERMS = 256;
/** Looked-up terms that are kept, for the queries that follow; with more of them, keeping begins anew. */
const MOST_KNOWN = 4096;

/** Exact BM25, one index a field, added by weight. Not re-entrant: one query at a time, which a call never leaves. */
export class LexicalSearcher {
  readonly profile: SearchProfile;
  /** Sum of the fields' weights: the highest total of a query is this x its bound. */
  readonly weights: number;
  /** Unpacked when a query first needs them: opening an index stays as cheap as reading it. */
  readonly #unpacked: UnpackedFields;
  /** Of the collection that documents are scored among; absent: this one. */
  readonly #statistics: CollectionStatistics | undefined;
  readonly #fields = new Map<FieldName, FieldIndex>();
  readonly #known = new Map<string, QueryTerm>();
  readonly #clauses: ClauseScores;
  readonly #totals: Float64Array;
  readonly #descriptions: Float64Array;
  readonly #touched: Int32Array;
  #count = 0;

  /**
   * @param profile in place of the artifact's, to try weights
   * @param statistics in place of the collection's own, to score its documents as a part of a larger one
   */
  constructor(
    section: LexicalSection | UnpackedFields,
    profile: SearchProfile = section.profile,
    statistics?: CollectionStatistics,
  ) {
    this.#unpacked = section instanceof UnpackedFields ? section : new UnpackedFields(section);
    this.#statistics = statistics;
    this.profile = profile;
    this.weights = FIELDS.reduce((sum, name) => sum + profile.fields[name].weight, 0);
    this.#clauses = new ClauseScores(section.documents);
    this.#totals = new Float64Array(section.documents);
    this.#descriptions = new Float64Array(section.documents);
    this.#touched = new Int32Array(section.documents);
  }

  /** Its postings, for a searcher that scores them among others. */
  get postings(): UnpackedFields {
    return this.#unpacked;
  }

  /** Cuts a query into terms and looks them up; `synonyms` are terms that it gets besides. */
  parse(
    query: string,
    synonyms: readonly { readonly term: string; readonly key: string }[] = [],
  ): LexicalQuery {
    const words = [...new Set(analyse(query))].slice(0, MOST_TERMS);
    const own = words.map((term) => this.#lookUpOwn(term));
    // A match that counts nothing is none: it would be noted again for each term.
    const used = this.profile.synonym > 0 ? synonyms : [];
    const added = used.map(({ term, key }) => ({ ...this.#lookUp(term, this.profile.synonym), key }));
    const terms = [...own, ...added];
    // A query of stop words alone, or of one letter, may be a synonym's key.
    const bounding = own.length > 0 ? own : added;
    const bound = bounding.reduce((sum, { idf, factor }) => sum + idf * factor, 0);
    return { terms, own: own.length, bound };
  }

  /**
   * Scores every document that has a term of the query.
   *
   * @param heldOut a clause of a description (its document, and its place among those with terms) that counts as if it
   * were not there
   */
  score(
    query: LexicalQuery,
    heldOut?: { readonly document: number; readonly clause: number },
  ): LexicalScores {
    this.#clear();
    FIELDS.forEach((name, f) => {
      if (this.profile.fields[name].weight === 0) return;
      const clause = heldOut === undefined || name !== 'description' ? -1 : this.#clauseAt(heldOut);
      this.#scoreField(query, name, f, clause);
    });
    return {
      totals: this.#totals,
      descriptions: this.#descriptions,
      touched: this.#touched,
      count: this.#count,
    };
  }

  /**
   * The best documents by words alone for which `accepts` holds, best first, ties by position.
   *
   * @param limit how many at most
   */
  search(query: LexicalQuery, limit: number, accepts?: (document: number) => boolean): Hit[] {
    const { totals, touched, count } = this.score(query);
    const highest = query.bound * this.weights || 1;
    return topDocuments(totals, touched, count, limit, accepts).map(({ document, score }) => ({
      document,
      score: score / highest,
    }));
  }

  /** What each field adds to one document's total, for people who ask why. */
  explain(query: LexicalQuery, document: number): FieldPart[] {
    const shown = new Map(
      query.terms.map(({ term, key }) => [term, key === undefined ? term : `${term} (${key})`]),
    );
    return FIELDS.map((field, f) => {
      const index = this.#field(field);
      const { weight, k1 } = this.profile.fields[field];
      const terms: string[] = [];
      const best = index.bestUnit(query.terms, f, document);
      for (const { term, score } of best) if (score > 0) terms.push(shown.get(term)!);
      const sum = best.reduce((total, { score }) => total + score, 0);
      return { field, score: (weight * sum) / (k1 + 1), terms };
    });
  }

  /** The query's own terms that a document has in no field, in whichever clause. */
  missing({ terms, own }: LexicalQuery, document: number): string[] {
    const has = ({ postings }: QueryTerm): boolean =>
      postings.some((found, f) => found !== null && this.#field(FIELDS[f]!).has(found, document));
    return terms.slice(0, own).flatMap((term) => (has(term) ? [] : [term.term]));
  }

  #scoreField({ terms }: LexicalQuery, name: FieldName, f: number, heldOut: number): void {
    const index = this.#field(name);
    const { weight, k1 } = this.profile.fields[name];
    if (index.documentOf === null) {
      for (const { postings, factor } of terms) {
        const found = postings[f];
        if (found == null) continue;
        const times = (weight * factor) / (k1 + 1);
        this.#count = index.accumulate(found, times, this.#totals, this.#touched, this.#count);
      }
      return;
    }
    const take = (document: number, best: number): void => {
      const share = best / (k1 + 1);
      if (this.#totals[document] === 0) this.#touched[this.#count++] = document;
      this.#totals[document] = this.#totals[document]! + weight * share;
      if (name === 'description') this.#descriptions[document] = share;
    };
    this.#clauses.score(index, terms, f, take, heldOut);
  }

  /** Number of a description's clause among all clauses. */
  #clauseAt({ document, clause }: { readonly document: number; readonly clause: number }): number {
    return (this.#field('description').documentOf?.indexOf(document) ?? document) + clause;
  }

  #clear(): void {
    for (let i = 0; i < this.#count; i += 1) {
      const document = this.#touched[i]!;
      this.#totals[document] = 0;
      this.#descriptions[document] = 0;
    }
    this.#count = 0;
  }

  #lookUpOwn(term: string): QueryTerm {
    const known = this.#known.get(term);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    const found = this.#lookUp(term, 1);
    this.#known.set(term, found);
    return found;
  }

  #lookUp(term: string, factor: number): QueryTerm {
    const postings = FIELDS.map((name) => this.#field(name).find(term));
    return { term, factor, postings, idf: this.#largestIdf(term, postings) };
  }

  #field(name: FieldName): FieldIndex {
    let field = this.#fields.get(name);
    if (field === undefined) {
      const statistics = this.#statistics?.field(name);
      field = new FieldIndex(this.#unpacked.field(name), this.profile.fields[name], statistics);
      this.#fields.set(name, field);
    }
    return field;
  }

  #largestIdf(term: string, postings: readonly (TermPostings | null)[]): number {
    let largest = 0;
    FIELDS.forEach((name, f) => {
      // What others say of some skills is no measure of how rare a word is.
      if (name === 'references') return;
      const idf = postings[f]?.idf ?? this.#field(name).unseenIdf(term);
      if (idf > largest) largest = idf;
    });
    return largest;
  }
}
