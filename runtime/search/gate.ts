import { type Calibration, logOdds, SIGNALS, type Signals } from '../../schema/calibration.js';

/** What the gate saw of a query, and what it made of it. */
export interface GateReport {
  readonly accepted: boolean;
  readonly method: Calibration['method'];
  readonly signals: Signals;
  /** Log-odds that a skill fits, and those from which a query is accepted; null without a calibration. */
  readonly logOdds: number | null;
  readonly threshold: number | null;
  /** True where the signals speak against it, but the query is one that a skill is recorded to have helped with. */
  readonly recorded?: true;
  /** The index whose gate it is, where there are several. */
  readonly source?: string;
}

/**
 * Judges by the index's calibration whether any skill fits a query. Without one, every query is accepted.
 *
 * @param isEmbedded false: the signals are of words alone
 */
export function judge(calibration: Calibration, signals: Signals, isEmbedded: boolean): GateReport {
  const { method } = calibration;
  const report = { method, signals: rounded(signals) };
  if (method === 'none') return { ...report, accepted: true, logOdds: null, threshold: null };
  const model = isEmbedded ? calibration : (calibration.wordsAlone ?? calibration);
  const odds = logOdds(model, signals);
  return { ...report, accepted: odds >= model.threshold, logOdds: round(odds), threshold: model.threshold };
}

function rounded(signals: Signals): Signals {
  return Object.fromEntries(SIGNALS.map((signal) => [signal, round(signals[signal])])) as unknown as Signals;
}

function round(value: number): number {
  return Number(value.toFixed(4));
}
