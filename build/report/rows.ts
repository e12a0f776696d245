import type { Finding, Severity } from '../../schema/diagnostic.js';
import { kindOf } from './all-kinds.js';

/** A finding as reports show it: the data of the finding, and its wording. */
export interface FindingRow {
  readonly code: string;
  readonly severity: Severity;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fix?: string;
}

/** Puts a finding into words; a code of a later version is its own wording. */
export function findingRow(finding: Finding): FindingRow {
  const { code, severity, path, line, column, args, fix } = finding;
  const message = kindOf(code)?.wording(args) ?? code;
  return { code, severity, path, line, column, message, ...(fix === undefined ? {} : { fix }) };
}

/** How many findings there are of each severity. */
export function countSeverities(findings: readonly Finding[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
