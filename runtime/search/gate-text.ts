import { SIGNALS } from '../../schema/calibration.js';
import type { GateReport } from './gate.js';

/** In a sentence, what the gate made of a query. */
export function gateSentence({ accepted, method, logOdds, threshold }: GateReport): string {
  if (logOdds === null || threshold === null)
    return 'The index has no calibration: every query is accepted, so the best match need not fit.';
  const verdict = accepted ? 'a skill seems to fit' : 'no skill seems to fit';
  return `By the ${method} calibration ${verdict}: log-odds ${logOdds.toFixed(2)}, accepted from ${threshold.toFixed(2)} on.`;
}

/** What it saw, one signal behind the other. */
export function gateSignalsText({ signals }: GateReport): string {
  return SIGNALS.map((signal) => `${signal} ${signals[signal].toFixed(2)}`).join(', ');
}
