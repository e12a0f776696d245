import type { FieldIndex } from './field-index.js';
import type { QueryTerm } from './lexical.js';

/** Scores a field clause by clause: a document gets the score of its best one. */
export class ClauseScores {
  /** By clause; as large as the largest field that was scored. */
  #scores = new Float64Array(0);
  #touched = new Int32Array(0);
  /** By document. */
  readonly #best: Float64Array;
  readonly #documents: Int32Array;

  constructor(documents: number) {
    this.#best = new Float64Array(documents);
    this.#documents = new Int32Array(documents);
  }

  /**
   * Calls `take` with each document that has a term, and the BM25 of its best clause.
   *
   * @param heldOut a clause that is passed over, as if it were not there
   */
  score(
    index: FieldIndex,
    terms: readonly QueryTerm[],
    field: number,
    take: (document: number, best: number) => void,
    heldOut = -1,
  ): void {
    if (this.#scores.length < index.units) {
      this.#scores = new Float64Array(index.units);
      this.#touched = new Int32Array(index.units);
    }
    let clauses = 0;
    for (const { postings, factor } of terms) {
      const found = postings[field];
      if (found == null) continue;
      clauses = index.accumulate(found, factor, this.#scores, this.#touched, clauses);
    }
    const documents = this.#fold(clauses, index.documentOf!, heldOut);
    for (let i = 0; i < documents; i += 1) {
      const document = this.#documents[i]!;
      take(document, this.#best[document]!);
      this.#best[document] = 0;
    }
  }

  /** Takes the best clause of each document and clears the clauses; returns the number of documents. */
  #fold(clauses: number, documentOf: Int32Array, heldOut: number): number {
    let documents = 0;
    for (let i = 0; i < clauses; i += 1) {
      const clause = this.#touched[i]!;
      const document = documentOf[clause]!;
      const score = this.#scores[clause]!;
      this.#scores[clause] = 0;
      if (clause === heldOut) continue;
      const before = this.#best[document]!;
      if (before === 0) this.#documents[documents++] = document;
      if (score > before) this.#best[document] = score;
    }
    return documents;
  }
}
