import type { EvalQuery, PlacedQuery } from '../../runtime/evals/read-queries.js';

export type { EvalQuery, PlacedQuery };

/** A skill as an evaluation knows it. */
export interface RankedSkill {
  readonly name: string;
  readonly path: string;
}

/** What a search gave for one query, best first. */
export interface EvalAnswer {
  readonly query: EvalQuery;
  readonly results: readonly RankedSkill[];
}

/** Right ones of how many. */
export interface Share {
  readonly of: number;
  readonly correct: number;
}

/** A query that was answered otherwise than expected, with the names of the first three. */
export interface EvalMiss {
  readonly id: string;
  readonly query: string;
  readonly expected: readonly string[];
  readonly not?: readonly string[];
  readonly got: readonly string[];
}

/** Metrics of one file. Shares are in [0, 1], rounded to four digits; null where no query asks for it. */
export interface EvalScore {
  /** All queries that were run. */
  readonly queries: number;
  /** Of the queries that expect a skill: how often one of them is first, among the first five. */
  readonly hit1: number | null;
  readonly hit5: number | null;
  /** Mean of 1 / rank of the first expected skill; 0 where there is none among the results. */
  readonly mrr: number | null;
  /** Queries that fit no skill: correct without results. */
  readonly rejected: Share;
  /** Queries that name a skill which must not win: correct where it is not first. */
  readonly not: Share;
  readonly misses: readonly EvalMiss[];
}
