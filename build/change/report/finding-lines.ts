import { asksForLook } from '../asks-for-look.js';
import { isLowered } from '../compare-levels.js';
import type { LevelChange, ReportedFinding, ReportedWaiver } from '../types.js';
import { bad, code, codes, type Line, line, text, warn } from './document.js';

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

/** One line each: who reads the change decides whether the reason holds. */
export function waiverLines(waived: readonly ReportedWaiver[]): Line[] {
  return waived.map(({ path, line: at, waivedAt, message, code: id, reason, severity }) => {
    const make = severity === 'info' ? line : warn;
    const where = waivedAt === at ? '' : ` on line ${waivedAt}`;
    return make(
      code(`${path}:${at}`),
      ` is waived${where}, because `,
      text(reason),
      ': ',
      text(message),
      ' (',
      code(id),
      ')',
    );
  });
}

/** One line each: the settings that would show it are those of before. */
export function switchedOffLines(findings: readonly ReportedFinding[]): Line[] {
  return findings.map(({ path, line: at, message, code: id }) =>
    warn(
      code(`${path}:${at}`),
      ' is not reported, because the rule was switched off here: ',
      text(message),
      ' (',
      code(id),
      ')',
    ),
  );
}

/** Levels that the settings give to rules: a lower one takes findings out of account, whoever wrote the text. */
export function levelLines(levels: readonly LevelChange[]): Line[] {
  return levels.map((level) => {
    const where = level.paths.length === 0 ? [] : [' for ', ...codes(level.paths)];
    const make = isLowered(level) ? warn : line;
    return make(
      'The settings take the rule ',
      code(level.code),
      ...where,
      ` from ${level.before} to ${level.after}`,
    );
  });
}

function groupLine(group: readonly ReportedFinding[]): Line {
  const { severity, path, line: at, message, code: id } = group[0]!;
  const others = [...new Set(group.slice(1).map((one) => one.line))].filter((other) => other !== at);
  const shown = others.slice(0, MOST_PLACES).join(', ');
  const more = others.length > MOST_PLACES ? ', …' : '';
  const also =
    others.length === 0 ? '' : `, also on ${others.length === 1 ? 'line' : 'lines'} ${shown}${more}`;
  const make = severity === 'error' ? bad : asksForLook(group[0]!) ? warn : line;
  return make(code(`${path}:${at}`), `${also} `, text(message), ' (', code(id), ')');
}

function weight({ severity }: ReportedFinding): number {
  return ['error', 'warning', 'info'].indexOf(severity);
}
