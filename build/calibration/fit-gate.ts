import { type GateModel, logOdds, SIGNALS, type Signals } from '../../schema/calibration.js';
import { fitNonNegative } from './fit-non-negative.js';

/** Share of the own queries that it rejects at most: these are harder than what people ask, being single clauses. */
const LOST = 0.4;

export interface FitOptions {
  /** Penalty on large weights. */
  readonly ridge: number;
  readonly accepted: number;
}

/**
 * Fits a gate to the signals of a collection's own queries and of off-topic ones. No signal speaks against a skill, so no
 * weight is negative.
 *
 * @param accepted share of the off-topic queries that the threshold lets pass at most
 */
export function fitGate(
  own: readonly Signals[],
  offTopic: readonly Signals[],
  { ridge, accepted }: FitOptions,
): GateModel {
  const rows = [...own, ...offTopic].map((signals) => SIGNALS.map((signal) => signals[signal]));
  const model = fitNonNegative(
    rows,
    rows.map((_, i) => i < own.length),
    ridge,
  );
  const rounded = {
    intercept: round(model.intercept),
    weights: Object.fromEntries(
      SIGNALS.map((signal, k) => [signal, round(model.weights[k]!)]),
    ) as unknown as Signals,
  };
  const oddsOf = (signals: readonly Signals[]): number[] =>
    signals.map((one) => logOdds(rounded, one)).sort((a, b) => a - b);
  const ownOdds = oddsOf(own);
  const otherOdds = oddsOf(offTopic);
  const threshold = round(Math.min(borderAbove(otherOdds, accepted), quantile(ownOdds, LOST)));
  const below = (odds: readonly number[]): number =>
    odds.filter((value) => value < threshold).length / odds.length;
  return {
    ...rounded,
    threshold,
    expected: { lost: round(below(ownOdds)), accepted: round(1 - below(otherOdds)) },
  };
}

/** The middle between the values of which a share of a sorted list, at most, lies above, and the next one below. */
function borderAbove(sorted: readonly number[], share: number): number {
  const first = sorted.length - Math.floor(share * sorted.length);
  return (sorted[first - 1]! + (sorted[first] ?? sorted[first - 1]!)) / 2;
}

/** The value below which a share of a sorted list lies. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/** Six digits: what lies behind says nothing and need not be the same on every machine. */
function round(value: number): number {
  return Number(value.toPrecision(6));
}
