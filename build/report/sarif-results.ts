import { codePointLength } from '../../schema/text.js';
import { plainText } from '../check/fix/edits.js';
import type { CheckedFinding, CheckReport } from '../check/types.js';
import { placeOf } from './place.js';
import { findingRow } from './rows.js';
import { SARIF_LEVELS } from './sarif-rules.js';

/** Name of the folder that paths start from, as code scanning wants it. */
export const ROOT_ID = '%SRCROOT%';

/** A finding as `result` (SARIF 2.1.0, section 3.27). `nth` counts the findings with its fingerprint before it. */
export function sarifResult(
  one: CheckedFinding,
  ruleIndex: number,
  nth: number,
  report: CheckReport,
): object {
  const { code, severity, message } = findingRow(one.finding);
  const isUnchanged = one.known === 'since';
  return {
    ruleId: code,
    ruleIndex,
    level: SARIF_LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation: physicalLocation(one) }],
    partialFingerprints: { primaryLocationLineHash: `${one.fingerprint}:${nth + 1}` },
    ...(report.since === undefined ? {} : { baselineState: isUnchanged ? 'unchanged' : 'new' }),
    ...suppressions(one),
    ...fixes(one),
  };
}

function physicalLocation(one: CheckedFinding): object {
  const { path } = one.finding;
  if (path === '.') return { artifactLocation: artifact(path) };
  const { line, column, endColumn } = placeOf(one, 'code-points');
  const region = { startLine: line, startColumn: column, ...(endColumn === undefined ? {} : { endColumn }) };
  return { artifactLocation: artifact(path), region };
}

function artifact(path: string): object {
  const uri = path === '.' ? './' : path.split('/').map(encodeURIComponent).join('/');
  return { uri, uriBaseId: ROOT_ID };
}

function suppressions({ finding, known, waived }: CheckedFinding): object {
  if (waived !== undefined) {
    const region = { startLine: waived.line };
    const location = { physicalLocation: { artifactLocation: artifact(finding.path), region } };
    const inSource = { kind: 'inSource', status: 'accepted', justification: waived.reason, location };
    return { suppressions: [inSource] };
  }
  if (known !== 'baseline') return { suppressions: [] };
  return {
    suppressions: [{ kind: 'external', status: 'accepted', justification: 'It is in the baseline.' }],
  };
}

/** The safe fix as one replacement; a byte order mark has no column, and so no region. */
function fixes({ finding, fixed }: CheckedFinding): object {
  if (fixed === undefined) return {};
  const [before, after] = [plainText(fixed.before), plainText(fixed.after)];
  if (before === after) return {};
  const { from, to, text } = difference(before, after);
  const replacement = { deletedRegion: region(before, from, to), insertedContent: { text } };
  const change = { artifactLocation: artifact(finding.path), replacements: [replacement] };
  return {
    fixes: [
      { description: { text: 'Mend it as `skillgraft check --fix` does.' }, artifactChanges: [change] },
    ],
  };
}

/** The one stretch in which two texts differ, at borders of code points. */
function difference(before: string, after: string): { from: number; to: number; text: string } {
  const [a, b] = [Array.from(before), Array.from(after)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const length = (points: readonly string[]): number => points.join('').length;
  return {
    from: length(a.slice(0, head)),
    to: length(a.slice(0, a.length - tail)),
    text: b.slice(head, b.length - tail).join(''),
  };
}

function region(text: string, from: number, to: number): object {
  const [start, end] = [from, to].map((offset) => {
    const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
    return {
      line: text.slice(0, lineStart).split('\n').length,
      column: codePointLength(text.slice(lineStart, offset)) + 1,
    };
  }) as [Point, Point];
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

interface Point {
  readonly line: number;
  readonly column: number;
}
