import type { ReportedFinding } from '../types.js';
import { bad, code, type Line, line, text, warn } from './document.js';

/** Places of one finding that are named. */
const MOST_PLACES = 8;

/** One line for findings of a file that say the same, worst first, then in their order. */
export function findingLines(findings: readonly ReportedFinding[]): Line[] {
  const groups = new Map<string, ReportedFinding[]>();
  for (const one of [...findings].sort((a, b) => weight(a) - weight(b))) {
    const key = JSON.stringify([one.path, one.code, one.severity, one.message]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map(groupLine);
}

function groupLine(group: readonly ReportedFinding[]): Line {
  const { severity, path, line: at, message, code: id } = group[0]!;
  const others = [...new Set(group.slice(1).map((one) => one.line))].filter((other) => other !== at);
  const shown = others.slice(0, MOST_PLACES).join(', ');
  const more = others.length > MOST_PLACES ? ', …' : '';
  const also =
    others.length === 0 ? '' : `, also on ${others.length === 1 ? 'line' : 'lines'} ${shown}${more}`;
  const make = severity === 'error' ? bad : severity === 'warning' ? warn : line;
  return make(code(`${path}:${at}`), `${also} `, text(message), ' (', code(id), ')');
}

function weight({ severity }: ReportedFinding): number {
  return ['error', 'warning', 'info'].indexOf(severity);
}
