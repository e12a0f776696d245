import { SIGNALS } from '../../schema/calibration.js';
import type { GateReport } from './gate.js';

/** In a sentence, what the gate made of a query. */
export function gateSentence(report: GateReport): string {
  const { accepted, method, logOdds, threshold, source, recorded } = report;
  if (logOdds === null || threshold === null)
    return `${source === undefined ? 'The index' : `Index ${source}`} has no calibration: every query is accepted, so the best match need not fit.`;
  const verdict = accepted && recorded !== true ? 'a skill seems to fit' : 'no skill seems to fit';
  const whose = source === undefined ? '' : ` of index ${source}`;
  const known = recorded === true ? ' It is accepted, as a skill is recorded to have helped with it.' : '';
  return `By the ${method} calibration${whose} ${verdict}: log-odds ${logOdds.toFixed(2)}, accepted from ${threshold.toFixed(2)} on.${known}`;
}

/** What it saw, one signal behind the other. */
export function gateSignalsText({ signals }: GateReport): string {
  return SIGNALS.map((signal) => `${signal} ${signals[signal].toFixed(2)}`).join(', ');
}
