import { terminalText } from '../../runtime/cli/terminal-text.js';
import type { Severity } from '../../schema/diagnostic.js';
import type { CheckedFinding } from '../check/types.js';
import type { CheckFormat } from './check-format.js';
import { mostTelling } from './most-telling.js';
import { placeOf } from './place.js';
import { isSecurity, rankOf } from './rank.js';
import { findingRow } from './rows.js';
import { plural } from './text.js';

/** Annotations of each kind that GitHub shows of a step (actions/toolkit, docs/problem-matchers.md). */
const SHOWN = 10;

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Workflow commands, from which GitHub makes annotations. Of more than it shows, those that tell most: security and
 * other codes and files before repeats. Waived security findings come as notices, so that a reviewer sees them.
 */
export const githubFormat: CheckFormat = {
  name: 'github',
  render(report, { prefix }) {
    const counted = report.findings.filter(
      ({ known, waived }) => known === undefined && waived === undefined,
    );
    const waived = report.findings.filter((one) => one.waived !== undefined);
    const security = waived.filter(({ finding }) => isSecurity(finding.code));
    const lines = (['error', 'warning'] as const).flatMap((severity) => {
      const all = counted.filter(({ finding }) => finding.severity === severity);
      return mostTelling(all, SHOWN, rankOfChecked).map((one) => annotation(one, prefix));
    });
    const notes = counted.filter(({ finding }) => finding.severity === 'info');
    const notices = [...security, ...mostTelling(notes, SHOWN, rankOfChecked)].slice(0, SHOWN);
    lines.push(...notices.map((one) => annotation(one, prefix)));
    const left = counted.length + security.length - lines.length;
    const known = report.findings.filter((one) => one.known !== undefined).length;
    return `${[...lines, lastLine({ shown: lines.length, left, known, waived: waived.length })].join('\n')}\n`;
  },
};

function rankOfChecked({ finding }: CheckedFinding): number {
  return rankOf(finding);
}

/**
 * `::error file=…,line=…,col=…,endColumn=…,title=…::message`. GitHub does not say what its columns count: they are
 * UTF-16 units here, as those of its own toolkit's problem matchers and of JavaScript tools are.
 */
function annotation(one: CheckedFinding, prefix: string): string {
  const { code, severity, path, message } = findingRow(one.finding);
  const { line, column, endColumn } = placeOf(one, 'utf-16');
  const place =
    path === '.'
      ? []
      : [
          `file=${property(prefix + path)}`,
          `line=${line}`,
          `col=${column}`,
          ...(endColumn === undefined ? [] : [`endColumn=${endColumn}`]),
        ];
  const isWaived = one.waived !== undefined;
  const properties = [...place, `title=${property(isWaived ? `waived: ${code}` : code)}`];
  const said = isWaived ? `${message} Waived: ${one.waived.reason}` : message;
  return `::${isWaived ? 'notice' : COMMANDS[severity]} ${properties.join(',')}::${data(said)}`;
}

function lastLine(counts: { shown: number; left: number; known: number; waived: number }): string {
  const { shown, left, known, waived } = counts;
  const parts = [
    left > 0
      ? `${plural(shown, 'finding')} ${shown === 1 ? 'is' : 'are'} shown as annotations, ${left} more ${left === 1 ? 'is' : 'are'} not: the job summary and \`skillgraft check\` have all.`
      : `${plural(shown, 'finding') || 'no findings'}.`,
    ...(known > 0 ? [`${known} known.`] : []),
    ...(waived > 0 ? [`${waived} waived.`] : []),
  ];
  return parts.join(' ');
}

/** As actions/toolkit escapes what stands behind `::`. */
function data(text: string): string {
  return terminalText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
