import type { Style } from '../../runtime/cli/style.js';
import { type CheckedFinding, type CheckReport, countedFindings } from '../check/types.js';
import type { CheckFormat } from './check-format.js';
import { findingRow } from './rows.js';
import { countLine, findingLines, plural } from './text.js';

/** For people: findings by file, what was waived, and the counts. */
export const textFormat: CheckFormat = {
  name: 'text',
  render(report, { style, all }) {
    const counted = countedFindings(report);
    const known = report.findings.filter((one) => one.known !== undefined);
    const waived = report.findings.filter((one) => one.waived !== undefined);
    const parts = [
      findingLines(counted, style),
      all ? knownLines(known, style) : [],
      waivedLines(waived, style),
      [summary(report), ...advice(report, { known, all })],
    ];
    const shown = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
    return `${shown.join('\n\n')}\n`;
  },
};

function knownLines(known: readonly CheckedFinding[], style: Style): string[] {
  if (known.length === 0) return [];
  return [
    style.bold('Known:'),
    ...known.map((one) => `  ${placed(one)}  ${findingRow(one.finding).message}  ${style.dim(one.known!)}`),
  ];
}

/** Whoever reads the report must see what somebody decided not to see. */
function waivedLines(waived: readonly CheckedFinding[], style: Style): string[] {
  if (waived.length === 0) return [];
  return [
    style.bold('Waived:'),
    ...waived.map((one) => `  ${placed(one)}  ${one.waived!.reason}  ${style.dim(one.finding.code)}`),
  ];
}

function placed({ finding: { path, line, column, severity } }: CheckedFinding): string {
  return `${path}:${line}:${column} ${severity === 'info' ? 'note' : severity}`;
}

function summary(report: CheckReport): string {
  const { files, loaded, failed } = report;
  const found = `${plural(files, 'file') || '0 files'} found, ${loaded} loaded, ${failed} failed`;
  const news = report.since === undefined ? '' : `, new since ${report.since.slice(0, 12)}`;
  return `${found}; ${countLine(countedFindings(report))}${news}.`;
}

function advice(report: CheckReport, { known, all }: { known: readonly unknown[]; all: boolean }): string[] {
  const waived = report.findings.filter((one) => one.waived !== undefined).length;
  const fixable = report.findings.filter((one) => one.fixed !== undefined && one.waived === undefined).length;
  const lines: string[] = [];
  if (known.length > 0) lines.push(`${known.length} known${all ? '' : ' (--all lists them)'}.`);
  if (waived > 0) lines.push(`${waived} waived.`);
  if (fixable > 0) lines.push(`${fixable} can be mended with --fix.`);
  return lines;
}
