import { inertText } from '../../runtime/propose/sinks/inert-text.js';
import { type CheckedFinding, type CheckReport, countedFindings } from '../check/types.js';
import { rankOf } from './rank.js';
import { findingRow } from './rows.js';
import { countLine } from './text.js';

/** Bytes that GitHub takes of a step's summary; more, and it shows none. */
export const SUMMARY_LIMIT = 1024 * 1024;

const LONGEST_MESSAGE = 400;
const LONGEST_PATH = 200;

/**
 * The job summary of GitHub: a table of all findings in Markdown, the most severe first, cut to `limit` bytes. Paths and
 * messages hold other people's text and are shown as nothing but text.
 */
export function stepSummary(report: CheckReport, limit: number): string {
  const counted = report.findings.filter(({ known, waived }) => known === undefined && waived === undefined);
  const waived = report.findings.filter((one) => one.waived !== undefined);
  const known = report.findings.length - counted.length - waived.length;
  const order = [...counted].sort((a, b) => rankOf(a.finding) - rankOf(b.finding));
  const head = `### Skillgraft: ${countLine(countedFindings(report))}\n\n${counts(report, known, waived.length)}\n`;
  const tables = [
    ...(waived.length === 0 ? [] : table('Waived', waived)),
    ...(order.length === 0 ? [] : table('Findings', order)),
  ];
  return cut(head, tables, limit);
}

function counts({ files, loaded, failed }: CheckReport, known: number, waived: number): string {
  const parts = [`${files} files, ${loaded} loaded, ${failed} failed`];
  if (known > 0) parts.push(`${known} known`);
  if (waived > 0) parts.push(`${waived} waived`);
  return `${parts.join(', ')}.`;
}

function table(title: string, findings: readonly CheckedFinding[]): string[] {
  return [
    `\n**${title}**\n\n| | where | what | rule |\n|---|---|---|---|\n`,
    ...findings.map((one) => {
      const { severity, path, line, column, message, code } = findingRow(one.finding);
      const what = one.waived === undefined ? message : `${message} Waived: ${one.waived.reason}`;
      const where = inertText(`${path}:${line}:${column}`, LONGEST_PATH);
      return `| ${severity === 'info' ? 'note' : severity} | ${where} | ${inertText(what, LONGEST_MESSAGE)} | \`${code}\` |\n`;
    }),
  ];
}

function cut(head: string, lines: readonly string[], limit: number): string {
  const reserve = 100;
  const out = [head];
  let size = Buffer.byteLength(head);
  for (const [i, line] of lines.entries()) {
    size += Buffer.byteLength(line);
    if (size > limit - reserve) {
      out.push(`\n${lines.length - i} more lines did not fit. \`skillgraft check\` has all.\n`);
      break;
    }
    out.push(line);
  }
  return size <= limit || limit > Buffer.byteLength(head) + reserve ? out.join('') : '';
}
