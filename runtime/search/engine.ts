import type { Calibration } from '../../schema/calibration.js';
import type { SkillEntry } from '../../schema/index.types.js';
import type { RoutingSection } from '../../schema/usage/section.js';
import type { GateReport } from './gate.js';
import { judge } from './gate.js';
import type { FieldPart, Hit, LexicalQuery, LexicalScores, LexicalSearcher } from './lexical.js';
import { type Candidates, type Fusion, Ranker, type RankingInput } from './rank.js';
import {
  type BearingRecord,
  RecordedQueries,
  type RecordedScores,
  type RecordedStanding,
} from './recorded.js';
import type { SemanticSearcher } from './semantic.js';
import { directionOf, gateSignals, type QueryMeaning } from './signals.js';
import type { Synonyms, Wording } from './synonyms.js';
import { type HeldTrigger, Triggers } from './triggers.js';

/** What a search engine is made of. */
export interface EngineParts {
  readonly skills: readonly SkillEntry[];
  readonly searcher: LexicalSearcher;
  readonly synonyms: Synonyms;
  readonly calibration: Calibration;
  /** Null, as absent: no queries are recorded. */
  readonly routing?: RoutingSection | null;
}

/** A query as it was understood. */
export interface ReadQuery {
  readonly text: string;
  readonly lexical: LexicalQuery;
  readonly meaning: QueryMeaning;
  /** Among other indexes: what skills without records are measured by there. */
  readonly among?: RecordedStanding;
}

/** What a skill's score is made of. */
export type Explained = ReturnType<Ranker['parts']> & {
  readonly fields: readonly FieldPart[];
  readonly triggerTerms: readonly string[];
  /** The recorded query that bears most on the skill; null where none does. */
  readonly record: BearingRecord | null;
};

/** What ranks, judges and explains: the engine of one index, or of several that rank as one. */
export interface RankingEngine {
  /** Cuts a query into terms, adds its synonyms, and embeds it where the index has vectors that can be used. */
  read(text: string, semantic: SemanticSearcher | null): Promise<ReadQuery>;
  /** Other wordings of a query that is a synonym for the greater part, likeliest first. */
  wordings(text: string): readonly Wording[];
  /** The best skills, best first; with `all` also those that are only a little near in meaning. */
  rank(
    query: ReadQuery,
    limit: number,
    fusion: Fusion,
    accepts: (document: number) => boolean,
    all?: boolean,
  ): Hit[];
  /** What the gate makes of a query, by the skills that are accepted. */
  judge(query: ReadQuery, accepts: (document: number) => boolean): GateReport;
  /** Narrows what is accepted to the skills that the gate lets in, where it lets in some. */
  admitted(query: ReadQuery, accepts: (document: number) => boolean): (document: number) => boolean;
  /**
   * What the words, the meaning, a trigger, recorded queries and being a rule add to a skill's score, what the words do
   * by field, the terms of the trigger, and the record that bears most.
   */
  explain(query: ReadQuery, document: number): Explained;
  /** The query's own terms that a skill has nowhere. */
  missing(query: ReadQuery, document: number): string[];
}

/** A query of stop words or signs alone names no task, whatever a model makes of it. */
export function hasTerms({ lexical }: ReadQuery): boolean {
  return lexical.terms.length > 0;
}

/** What a query's words lead to. */
interface Looked {
  readonly query: ReadQuery;
  readonly scores: LexicalScores;
  readonly triggers: ReadonlyMap<number, HeldTrigger>;
  readonly recorded: RecordedScores | null;
}

/** Ranks, judges and explains. Not re-entrant: each call ends before the next begins, as its arrays are used again. */
export class SearchEngine implements RankingEngine {
  readonly #parts: EngineParts;
  readonly #ranker: Ranker;
  readonly #triggers: Triggers;
  readonly #recorded: RecordedQueries | null;
  readonly #topic: Float32Array | null;
  /** Of the query that was asked last; the searcher's arrays hold no other one. */
  #looked: Looked | undefined;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    const { routing = null } = parts;
    this.#recorded = routing === null ? null : new RecordedQueries(routing, parts.skills.length);
    this.#ranker = new Ranker(parts.searcher, parts.skills.length, rulesOf(parts.skills), this.#recorded);
    this.#triggers = new Triggers(parts.skills);
    this.#topic = parts.calibration.topic === null ? null : directionOf(parts.calibration.topic);
  }

  async read(text: string, semantic: SemanticSearcher | null): Promise<ReadQuery> {
    const { searcher, synonyms } = this.#parts;
    const meaning = semantic === null ? null : await semantic.cosines(text);
    return { text, lexical: searcher.parse(text, synonyms.expand(text)), meaning };
  }

  /** The same query by this engine's statistics, with a meaning that is known. */
  reread({ text }: ReadQuery, meaning: QueryMeaning): ReadQuery {
    const { searcher, synonyms } = this.#parts;
    return { text, lexical: searcher.parse(text, synonyms.expand(text)), meaning };
  }

  wordings(text: string): readonly Wording[] {
    return this.#parts.synonyms.wordings(text);
  }

  rank(
    query: ReadQuery,
    limit: number,
    fusion: Fusion,
    accepts: (document: number) => boolean,
    all = false,
  ): Hit[] {
    return this.#ranker.rank(this.#input(query), limit, fusion, accepts, all);
  }

  /** All that `rank` looks at, with what the fusion `rrf` goes by. */
  candidates(query: ReadQuery, all = false): Candidates {
    return this.#ranker.candidates(this.#input(query), all);
  }

  /** What its skills without records would be measured by, were they alone. */
  standing(query: ReadQuery): RecordedStanding {
    return this.#ranker.standing(this.#input(query));
  }

  /** What is left of a document's score once it is put together: less than 1 for a rule. */
  penalty(document: number): number {
    return this.#ranker.penalty(document);
  }

  judge(query: ReadQuery, accepts: (document: number) => boolean): GateReport {
    const { searcher, calibration } = this.#parts;
    const { scores, recorded } = this.#look(query);
    const signals = gateSignals(query.lexical, scores, query.meaning, this.#topic, searcher.weights, accepts);
    const report = judge(calibration, signals, query.meaning !== null);
    return report.accepted || !isKnownToFit(recorded, accepts)
      ? report
      : { ...report, accepted: true, recorded: true };
  }

  /** One gate for all: what it accepts, it accepts whole. */
  admitted(_query: ReadQuery, accepts: (document: number) => boolean): (document: number) => boolean {
    return accepts;
  }

  explain(query: ReadQuery, document: number): Explained {
    const { searcher } = this.#parts;
    const input = this.#input(query);
    const parts = this.#ranker.parts(input, document);
    const record = this.#recorded?.bearing(ownTerms(query.lexical), document) ?? null;
    const fields = searcher.explain(query.lexical, document);
    const total = fields.reduce((sum, { score }) => sum + score, 0) || 1;
    return {
      ...parts,
      fields: fields.map((part) => ({ ...part, score: (parts.words * part.score) / total })),
      triggerTerms: input.triggers.get(document)?.terms ?? [],
      record,
    };
  }

  missing({ lexical }: ReadQuery, document: number): string[] {
    return this.#parts.searcher.missing(lexical, document);
  }

  /** Looked up once a query: to judge it, to rank and to explain are steps of one search. */
  #look(query: ReadQuery): Looked {
    if (this.#looked?.query !== query) {
      this.#looked = undefined;
      const scores = this.#parts.searcher.score(query.lexical);
      const triggers = this.#triggers.held(query.text, query.lexical);
      const recorded = this.#recorded?.score(ownTerms(query.lexical)) ?? null;
      this.#looked = { query, scores, triggers, recorded };
    }
    return this.#looked;
  }

  #input(query: ReadQuery): RankingInput {
    const { scores, triggers, recorded } = this.#look(query);
    const { lexical, meaning, among } = query;
    return { query: lexical, scores, meaning, triggers, recorded, ...(among === undefined ? {} : { among }) };
  }
}

/** Evidence that a query which was recorded itself, or nearly, needs to be answered where the gate would not. */
const KNOWN = 0.5;

/** True where the query itself was recorded as one that a skill helped with, more than once. */
function isKnownToFit(recorded: RecordedScores | null, accepts: (document: number) => boolean): boolean {
  if (recorded === null) return false;
  return recorded.documents.some((document) => recorded.pairs[document]! >= KNOWN && accepts(document));
}

function ownTerms({ terms, own }: LexicalQuery): string[] {
  return terms.slice(0, own).map(({ term }) => term);
}

function rulesOf(skills: readonly SkillEntry[]): Set<number> {
  return new Set(skills.flatMap(({ metadata }, document) => (metadata.kind === 'rule' ? [document] : [])));
}
