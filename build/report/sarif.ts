import { terminalJson } from '../../runtime/cli/terminal-text.js';
import { packageVersion } from '../../runtime/package-info.js';
import { compareText } from '../../schema/diagnostic.js';
import type { CheckedFinding, CheckReport } from '../check/types.js';
import type { CheckFormat } from './check-format.js';
import { rankOf } from './rank.js';
import { ROOT_ID, sarifResult } from './sarif-results.js';
import { sarifRule } from './sarif-rules.js';

/** Results of a run that code scanning takes; of these it stores the first 5,000, so that the worst come first. */
const MOST_RESULTS = 25_000;

/** SARIF 2.1.0 for code scanning and for editors. Waived findings are among the results, suppressed. */
export const sarifFormat: CheckFormat = {
  name: 'sarif',
  render: (report) => terminalJson(sarifLog(report)),
};

/** The report as a SARIF log: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function sarifLog(report: CheckReport): object {
  const kept = [...report.findings]
    .sort((a, b) => isOut(a) - isOut(b) || rankOf(a.finding) - rankOf(b.finding))
    .slice(0, MOST_RESULTS);
  const codes = [...new Set(kept.map(({ finding }) => finding.code))].sort(compareText);
  const index = new Map(codes.map((code, i) => [code, i]));
  const times = new Map<string, number>();
  const results = kept.map((one) => {
    const nth = times.get(one.fingerprint) ?? 0;
    times.set(one.fingerprint, nth + 1);
    return sarifResult(one, index.get(one.finding.code)!, nth, report);
  });
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'skillgraft', semanticVersion: packageVersion(), rules: codes.map(sarifRule) },
        },
        invocations: [
          { executionSuccessful: true, toolExecutionNotifications: notifications(report, kept.length) },
        ],
        automationDetails: { id: 'skillgraft/check/' },
        columnKind: 'unicodeCodePoints',
        originalUriBaseIds: { [ROOT_ID]: { description: { text: 'The top folder of the repository.' } } },
        ...(report.commit === null ? {} : { properties: { commit: report.commit } }),
        results,
      },
    ],
  };
}

/** What does not count comes last, so that it is what a cut takes away. */
function isOut({ known, waived }: CheckedFinding): number {
  return known === undefined && waived === undefined ? 0 : 1;
}

function notifications(report: CheckReport, kept: number): object[] {
  const left = report.findings.length - kept;
  const notes = report.notes.map((text) => ({ level: 'note', message: { text } }));
  if (left === 0) return notes;
  const text = `${left} results were left out: a run has at most ${MOST_RESULTS}.`;
  return [...notes, { level: 'warning', message: { text } }];
}
