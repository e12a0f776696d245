import type { CommandContext } from '../cli/command.js';
import { terminalLine } from '../cli/terminal-text.js';
import { wrap } from '../cli/wrap.js';
import type { GateReport } from '../search/gate.js';
import { gateSentence, gateSignalsText } from '../search/gate-text.js';
import type { ScorePart } from '../types.js';

/** Each part of a score, what it adds, and the terms that matched there, each as `shown` has it. */
export function partLines(
  parts: readonly ScorePart[],
  shown: (term: string) => string,
  indent = '',
): string[] {
  return parts.map((part) => {
    const { field, score, terms } = part;
    const words =
      field === 'recorded' ? recordWords(part) : terms.map((term) => terminalLine(shown(term))).join(', ');
    return `${indent}${field.padEnd(12)} ${signed(score)}  ${words}`.trimEnd();
  });
}

/** Code points of a recorded query that are shown. */
const SHOWN_QUERY = 80;

function recordWords({ record }: ScorePart): string {
  if (record === undefined) return 'no records: taken to be as near as its place without them says';
  const query = [...terminalLine(record.query)];
  const cut = query.length > SHOWN_QUERY ? `${query.slice(0, SHOWN_QUERY).join('')}…` : query.join('');
  const verb = record.evidence < 0 ? 'did not help' : 'helped';
  return `${verb} with "${cut}"`;
}

/** What the gate made of a query, and by which signals. */
export function gateLines(context: CommandContext, gate: GateReport): string[] {
  const signals = wrap(`Signals: ${gateSignalsText(gate)}.`, context.width);
  return [...wrap(`Gate: ${gateSentence(gate)}`, context.width), ...signals.map(context.style.dim)];
}

/** Three digits behind the point; room for the sign of what a rule loses. */
function signed(score: number): string {
  return score.toFixed(3).padStart(6);
}
