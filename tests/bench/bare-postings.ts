import type { SearchableText } from '../../build/lexical.js';
import { analyse, isBigramTerm } from '../../schema/analyzer/analyse.js';
import {
  CLAUSE_FIELDS,
  DEFAULT_PROFILE,
  FIELDS,
  type FieldName,
  inverseDocumentFrequency,
  population,
} from '../../schema/profile.js';

interface BarePostings {
  /** Clauses in fields that are scored by clause, documents in others. */
  readonly units: Int32Array;
  readonly frequencies: Int32Array;
  /** Weight of the field x idf. */
  readonly factor: number;
}

interface BareField {
  readonly postings: ReadonlyMap<string, BarePostings>;
  readonly norms: Float64Array;
  /** Document of each clause; null where units are documents. */
  readonly documentOf: Int32Array | null;
}

/** The least that BM25 over several fields takes: typed postings in maps, nothing packed, nothing else done. */
export function barePostings(texts: readonly SearchableText[]): (query: string) => number[] {
  const fields = FIELDS.map((name) => makeField(texts, name));
  const scorer = new Scorer(texts.length, Math.max(...fields.map(({ norms }) => norms.length)));
  return (query) => {
    const terms = [...new Set(analyse(query))];
    for (const field of fields) scorer.score(field, terms);
    return scorer.takeTen();
  };
}

function makeField(texts: readonly SearchableText[], name: FieldName): BareField {
  const { weight, k1, b } = DEFAULT_PROFILE.fields[name];
  const byClause = CLAUSE_FIELDS.has(name);
  const lists = new Map<string, { units: number[]; frequencies: number[]; documents: Set<number> }>();
  const lengths: number[] = [];
  const documentOf: number[] = [];
  let bigramDocuments = 0;
  texts.forEach((text, document) => {
    const clauses = text[name].map(analyse);
    const units = byClause ? clauses.filter((terms) => terms.length > 0) : [clauses.flat()];
    for (const terms of units) {
      for (const [term, count] of countTerms(terms)) {
        const list = lists.get(term) ?? { units: [], frequencies: [], documents: new Set() };
        list.units.push(lengths.length);
        list.frequencies.push(count);
        list.documents.add(document);
        lists.set(term, list);
      }
      lengths.push(terms.length);
      documentOf.push(document);
    }
    if (units.flat().some(isBigramTerm)) bigramDocuments += 1;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1;
  const typed = [...lists].map(([term, { units, frequencies, documents }]) => {
    const all = population(texts.length, bigramDocuments, isBigramTerm(term));
    const factor = weight * inverseDocumentFrequency(all, documents.size);
    return [
      term,
      { units: Int32Array.from(units), frequencies: Int32Array.from(frequencies), factor },
    ] as const;
  });
  return {
    postings: new Map(typed),
    norms: Float64Array.from(lengths, (length) => k1 * (1 - b + (b * length) / average)),
    documentOf: byClause ? Int32Array.from(documentOf) : null,
  };
}

/** Adds up scores in arrays that are used again. */
class Scorer {
  readonly #totals: Float64Array;
  readonly #touched: Int32Array;
  readonly #best: Float64Array;
  readonly #bestOf: Int32Array;
  readonly #clauses: Float64Array;
  readonly #touchedClauses: Int32Array;
  #count = 0;

  constructor(documents: number, units: number) {
    this.#totals = new Float64Array(documents);
    this.#touched = new Int32Array(documents);
    this.#best = new Float64Array(documents);
    this.#bestOf = new Int32Array(documents);
    this.#clauses = new Float64Array(units);
    this.#touchedClauses = new Int32Array(units);
  }

  score({ postings, norms, documentOf }: BareField, terms: readonly string[]): void {
    const scores = documentOf === null ? this.#totals : this.#clauses;
    const touched = documentOf === null ? this.#touched : this.#touchedClauses;
    let count = documentOf === null ? this.#count : 0;
    for (const term of terms) {
      const found = postings.get(term);
      if (found === undefined) continue;
      const { units, frequencies, factor } = found;
      for (let i = 0; i < units.length; i += 1) {
        const unit = units[i]!;
        if (scores[unit] === 0) touched[count++] = unit;
        scores[unit]! += (factor * frequencies[i]!) / (frequencies[i]! + norms[unit]!);
      }
    }
    if (documentOf === null) this.#count = count;
    else this.#addBest(documentOf, count);
  }

  #addBest(documentOf: Int32Array, clauses: number): void {
    let documents = 0;
    for (let i = 0; i < clauses; i += 1) {
      const clause = this.#touchedClauses[i]!;
      const document = documentOf[clause]!;
      if (this.#best[document] === 0) this.#bestOf[documents++] = document;
      if (this.#clauses[clause]! > this.#best[document]!) this.#best[document] = this.#clauses[clause]!;
      this.#clauses[clause] = 0;
    }
    for (let i = 0; i < documents; i += 1) {
      const document = this.#bestOf[i]!;
      if (this.#totals[document] === 0) this.#touched[this.#count++] = document;
      this.#totals[document]! += this.#best[document]!;
      this.#best[document] = 0;
    }
  }

  /** The ten best documents, best first; clears the scores. */
  takeTen(): number[] {
    const best: [number, number][] = [];
    for (let i = 0; i < this.#count; i += 1) {
      const document = this.#touched[i]!;
      const score = this.#totals[document]!;
      this.#totals[document] = 0;
      if (best.length === 10 && score < best[9]![1]) continue;
      let at = best.length;
      while (at > 0 && isBetter(document, score, best[at - 1]!)) at -= 1;
      best.splice(at, 0, [document, score]);
      if (best.length > 10) best.pop();
    }
    this.#count = 0;
    return best.map(([document]) => document);
  }
}

function isBetter(document: number, score: number, [other, its]: readonly [number, number]): boolean {
  return score > its || (score === its && document < other);
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
