import { semanticFade } from '../../schema/profile.js';
import { fuseRanks } from './fuse-ranks.js';
import type { Hit, LexicalQuery, LexicalScores, LexicalSearcher } from './lexical.js';
import { imputedPart, type RecordedQueries, type RecordedScores, type RecordedStanding } from './recorded.js';
import type { QueryMeaning } from './signals.js';
import { topDocuments } from './top-documents.js';
import type { HeldTrigger } from './triggers.js';

/** How the parts of a score are put together: added by weight, or by the places that they give (k = 60). */
export const FUSIONS = ['sum', 'rrf'] as const;
export type Fusion = (typeof FUSIONS)[number];

/** What a ranking is made of. */
export interface RankingInput {
  readonly query: LexicalQuery;
  readonly scores: LexicalScores;
  readonly meaning: QueryMeaning;
  /** By document. */
  readonly triggers: ReadonlyMap<number, HeldTrigger>;
  /** Null where the index has no recorded queries. */
  readonly recorded: RecordedScores | null;
  /** Among other indexes: what skills without records are measured by there. */
  readonly among?: RecordedStanding;
}

/** Documents that a query may lead to, with the scores whose places are fused. */
export interface Candidates {
  readonly documents: Int32Array;
  /** Each for each of the documents: words with triggers and records, and meaning. */
  readonly scorings: readonly [number[], number[]];
}

/** A document without any of the query's words needs this cosine to be an answer, and the other to be shown at all. */
const ALONE = 0.25;
const LEAST = 0.15;
/** The same for one whose records alone are near. */
const RECORDED_ALONE = 0.15;

/** Puts documents in order for a query: words, meaning, triggers and recorded queries, by the profiles' weights. */
export class Ranker {
  readonly #searcher: LexicalSearcher;
  readonly #scores: Float64Array;
  readonly #candidates: Int32Array;
  readonly #rules: ReadonlySet<number>;
  readonly #recorded: RecordedQueries | null;
  /** Best score but for records, of the query that was asked last. */
  #best: { readonly query: LexicalQuery; readonly score: number } | undefined;

  /**
   * @param rules documents that lose the penalty of rules
   * @param recorded what the inputs' recorded scores are of
   */
  constructor(
    searcher: LexicalSearcher,
    documents: number,
    rules: ReadonlySet<number>,
    recorded: RecordedQueries | null = null,
  ) {
    this.#searcher = searcher;
    this.#rules = rules;
    this.#recorded = recorded;
    this.#scores = new Float64Array(documents);
    this.#candidates = new Int32Array(documents);
  }

  /**
   * The best documents, best first, ties by position; scores are in [0, 1].
   *
   * @param all true: whatever is a little near in meaning, not only answers
   */
  rank(
    input: RankingInput,
    limit: number,
    fusion: Fusion,
    accepts: (document: number) => boolean,
    all = false,
  ): Hit[] {
    const count = this.#collect(input, all ? LEAST : ALONE);
    if (fusion === 'rrf') this.#scoreByPlaces(input, count);
    else this.#scoreBySum(input, count);
    for (const rule of this.#rules) this.#scores[rule] = this.#scores[rule]! * this.penalty(rule);
    return topDocuments(this.#scores, this.#candidates, count, limit, accepts).map((hit) => ({
      document: hit.document,
      score: Math.min(hit.score, 1),
    }));
  }

  /** All documents that `rank` looks at, before any is left out. The documents hold until the next call. */
  candidates(input: RankingInput, all = false): Candidates {
    return this.#scored(input, this.#collect(input, all ? LEAST : ALONE));
  }

  /** What is left of a document's score: less than 1 for a rule. */
  penalty(document: number): number {
    return this.#rules.has(document) ? 1 - this.#searcher.profile.rulePenalty : 1;
  }

  /** What each part adds to a document's score; they sum up to what the fusion `sum` gives. */
  parts(
    input: RankingInput,
    document: number,
  ): {
    readonly words: number;
    readonly semantic: number;
    readonly trigger: number;
    readonly recorded: number;
    readonly rule: number;
  } {
    const { query, scores, meaning, triggers } = input;
    const { profile } = this.#searcher;
    const all = this.#highest(meaning);
    const words = query.bound === 0 ? 0 : scores.totals[document]! / query.bound / all;
    const fade = meaning === null ? 0 : semanticFade(meaning.coverage);
    const semantic = (profile.semantic * fade * Math.max(0, meaning?.scores[document] ?? 0)) / all;
    const trigger = (profile.trigger * (triggers.get(document)?.share ?? 0)) / all;
    const own = words + semantic + trigger;
    const recorded = this.#recordedPart(input, document, own);
    const rule = this.#rules.has(document) ? -profile.rulePenalty * (own + recorded) : 0;
    return { words, semantic, trigger, recorded, rule };
  }

  /** Sum of the weights: the highest score but for triggers. */
  #highest(meaning: QueryMeaning): number {
    return this.#searcher.weights + (meaning === null ? 0 : this.#searcher.profile.semantic);
  }

  /** Documents with one of the words, and those that are near in meaning or by their records alone. */
  #collect(input: RankingInput, alone: number): number {
    const count = this.#collectNear(input, alone);
    return input.recorded === null ? count : this.#collectRecorded(input, input.recorded, alone, count);
  }

  #collectNear({ scores, meaning }: RankingInput, alone: number): number {
    this.#candidates.set(scores.touched.subarray(0, scores.count));
    let count = scores.count;
    const fade = meaning === null ? 0 : semanticFade(meaning.coverage);
    if (fade === 0) return count;
    const cosines = meaning!.scores;
    for (let document = 0; document < cosines.length; document += 1) {
      if (fade * cosines[document]! >= alone && scores.totals[document] === 0)
        this.#candidates[count++] = document;
    }
    return count;
  }

  #collectRecorded(
    { scores, meaning }: RankingInput,
    { documents, pairs, nearness }: RecordedScores,
    alone: number,
    known: number,
  ): number {
    let count = known;
    const fade = meaning === null ? 0 : semanticFade(meaning.coverage);
    for (const document of documents) {
      if (scores.totals[document] !== 0) continue;
      if (fade > 0 && fade * meaning!.scores[document]! >= alone) continue;
      if (pairs[document]! > 0 || nearness[document]! >= RECORDED_ALONE) this.#candidates[count++] = document;
    }
    return count;
  }

  /** The sum of `parts` but for rules, without an object for each of thousands. */
  #scoreBySum(input: RankingInput, count: number): void {
    const { query, scores, meaning, triggers } = input;
    const { profile } = this.#searcher;
    const { totals } = scores;
    const all = this.#highest(meaning);
    const perWord = query.bound === 0 ? 0 : 1 / query.bound / all;
    const perCosine = meaning === null ? 0 : (profile.semantic * semanticFade(meaning.coverage)) / all;
    for (let i = 0; i < count; i += 1) {
      const document = this.#candidates[i]!;
      const cosine = perCosine === 0 ? 0 : Math.max(0, meaning!.scores[document]!);
      this.#scores[document] = totals[document]! * perWord + perCosine * cosine;
    }
    // A skill whose trigger the query holds has its words, and is a candidate.
    for (const [document, { share }] of triggers) {
      this.#scores[document] = this.#scores[document]! + (profile.trigger * share) / all;
    }
    if (input.recorded !== null || input.among !== undefined) this.#addRecorded(input, count);
  }

  /** Adds what records say to scores that are put together but for these. */
  #addRecorded(input: RankingInput, count: number): void {
    let best = 0;
    for (let i = 0; i < input.scores.count; i += 1)
      best = Math.max(best, this.#scores[this.#candidates[i]!]!);
    this.#best = { query: input.query, score: best };
    for (let i = 0; i < count; i += 1) {
      const document = this.#candidates[i]!;
      const own = this.#scores[document]!;
      this.#scores[document] = own + this.#recordedPart(input, document, own);
    }
  }

  /**
   * What recorded queries add to a document's score.
   *
   * @param own its score but for that
   */
  #recordedPart(input: RankingInput, document: number, own: number): number {
    const { recorded } = input;
    if (recorded === null || this.#recorded === null)
      return input.among === undefined ? 0 : imputedPart(input.among, own);
    const { profile } = this.#recorded;
    const part = this.#recorded.isRecorded(document)
      ? profile.weight * recorded.nearness[document]!
      : imputedPart(input.among ?? this.standing(input), own);
    // No skill falls below nothing.
    return Math.max(-own, part + profile.pair * recorded.pairs[document]!);
  }

  /** What skills without records are measured by. */
  standing(input: RankingInput): RecordedStanding {
    const { recorded } = input;
    const best = this.#bestOf(input);
    if (recorded === null || this.#recorded === null) return { lift: 0, best };
    const { weight, imputed } = this.#recorded.profile;
    return { lift: weight * imputed * recorded.highest, best };
  }

  /** The best score of the documents with one of the words, but for records. */
  #bestOf({ query, scores, meaning, triggers }: RankingInput): number {
    if (this.#best?.query === query) return this.#best.score;
    const all = this.#highest(meaning);
    const fade = meaning === null ? 0 : semanticFade(meaning.coverage);
    let score = 0;
    for (let i = 0; i < scores.count; i += 1) {
      const document = scores.touched[i]!;
      const words = query.bound === 0 ? 0 : scores.totals[document]! / query.bound;
      const cosine = fade === 0 ? 0 : fade * Math.max(0, meaning!.scores[document]!);
      const trigger = this.#searcher.profile.trigger * (triggers.get(document)?.share ?? 0);
      score = Math.max(score, words + this.#searcher.profile.semantic * cosine + trigger);
    }
    this.#best = { query, score: score / all };
    return this.#best.score;
  }

  #scoreByPlaces(input: RankingInput, count: number): void {
    const { documents, scorings } = this.#scored(input, count);
    const places = fuseRanks(documents, scorings);
    documents.forEach((document, i) => {
      this.#scores[document] = places[i]!;
    });
  }

  #scored(input: RankingInput, count: number): Candidates {
    const documents = this.#candidates.subarray(0, count);
    const parts = Array.from(documents, (document) => this.parts(input, document));
    return {
      documents,
      scorings: [
        parts.map(({ words, trigger, recorded }) => words + trigger + recorded),
        parts.map(({ semantic }) => semantic),
      ],
    };
  }
}
