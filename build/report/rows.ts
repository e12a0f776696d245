import { CONFIG_FINDING_KINDS } from '../../runtime/config/findings.js';
import type { Finding, Severity } from '../../schema/diagnostic.js';
import { describe } from '../../schema/messages.js';

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

const configKinds = new Map(CONFIG_FINDING_KINDS.map((kind) => [kind.code, kind]));

/** Puts a finding into words. */
export function findingRow(finding: Finding): FindingRow {
  const { code, severity, path, line, column, args, fix } = finding;
  const message = configKinds.get(code)?.wording(args) ?? describe(finding);
  return { code, severity, path, line, column, message, ...(fix === undefined ? {} : { fix }) };
}

/** How many findings there are of each severity. */
export function countSeverities(findings: readonly Finding[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
