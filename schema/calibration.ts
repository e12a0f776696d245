/**
 * What the gate looks at, each a raw value of the best skill, before any rule or fusion:
 * - `description`: ln(1 + BM25 of the description)
 * - `fields`: ln(1 + weighted BM25 of all fields)
 * - `share`: matched share of the query's upper bound x square root of its number of terms (a long query is never matched
 *   by a large share)
 * - `cosine`: between query and skill
 * - `product`: ln(1 + largest product of a skill's description BM25 and its cosine)
 * - `topic`: how much the query's content words are those of the collection's texts, and not of everyday requests
 */
export const SIGNALS = ['description', 'fields', 'share', 'cosine', 'product', 'topic'] as const;
export type Signal = (typeof SIGNALS)[number];
export type Signals = Readonly<Record<Signal, number>>;

/** A direction among vectors: components are stored whole numbers times the scale. */
export interface Direction {
  readonly scale: number;
  /** One signed byte a component, base64. */
  readonly values: string;
}

/** A gate: log-odds that a query has a skill = intercept + sum of weight x signal; accepted from the threshold on. */
export interface GateModel {
  readonly intercept: number;
  readonly weights: Signals;
  readonly threshold: number;
  /** Shares of the queries that it was fitted on, in [0, 1]: own ones that it rejects, off-topic ones that it accepts. */
  readonly expected: { readonly lost: number; readonly accepted: number };
}

/** How an index tells queries that it has no skill for. */
export interface Calibration extends GateModel {
  /** `none`: the collection gave too little to go on, and only a query without any match is rejected. */
  readonly method: 'logistic' | 'none';
  /** Number of the collection's own queries, and of the off-topic ones, that it was fitted on. */
  readonly own: number;
  readonly offTopic: number;
  /** Mean vector of the own queries' content words less that of the off-topic ones'; null without vectors. */
  readonly topic: Direction | null;
  /** The gate for a reader that cannot embed queries; null where the index has no vectors, or no calibration. */
  readonly wordsAlone: GateModel | null;
}

/** Log-odds that a query has a skill. */
export function logOdds(
  { intercept, weights }: Pick<GateModel, 'intercept' | 'weights'>,
  signals: Signals,
): number {
  return SIGNALS.reduce((sum, signal) => sum + weights[signal] * signals[signal], intercept);
}
