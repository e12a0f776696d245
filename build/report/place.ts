import { codePointLength } from '../../schema/text.js';
import type { CheckedFinding } from '../check/types.js';

/** A stretch of one line, columns from 1, the end not included. Absent: the end is not known. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endColumn?: number;
}

/** From where a finding stands to the end of its line's text. `unit` says what columns count. */
export function placeOf(
  { finding, line }: Pick<CheckedFinding, 'finding' | 'line'>,
  unit: 'code-points' | 'utf-16',
): Place {
  const column = (units: string): number => (unit === 'utf-16' ? units.length : codePointLength(units)) + 1;
  if (line === undefined) return { line: finding.line, column: finding.column };
  const before = Array.from(line)
    .slice(0, finding.column - 1)
    .join('');
  const end = line.trimEnd();
  const place = { line: finding.line, column: column(before) };
  return end.length <= before.length ? place : { ...place, endColumn: column(end) };
}
