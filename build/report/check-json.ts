import { terminalJson } from '../../runtime/cli/terminal-text.js';
import { type CheckReport, countedFindings } from '../check/types.js';
import type { CheckFormat } from './check-format.js';
import { countSeverities, findingRow } from './rows.js';

/** For programs: `{findings, waived, summary}`. Findings that are known say by what. */
export const jsonFormat: CheckFormat = {
  name: 'json',
  render(report) {
    const findings = report.findings
      .filter(({ waived }) => waived === undefined)
      .map(({ finding, known }) => ({ ...findingRow(finding), ...(known === undefined ? {} : { known }) }));
    const waived = report.findings.flatMap(({ finding, waived: by }) =>
      by === undefined ? [] : [{ ...findingRow(finding), reason: by.reason, waivedAt: by.line }],
    );
    return terminalJson({ findings, waived, summary: summaryOf(report) });
  },
};

function summaryOf(report: CheckReport): object {
  const { files, loaded, failed, commit, since } = report;
  const { error, warning, info } = countSeverities(countedFindings(report));
  return {
    files,
    loaded,
    failed,
    errors: error,
    warnings: warning,
    infos: info,
    known: report.findings.filter((one) => one.known !== undefined).length,
    waived: report.findings.filter((one) => one.waived !== undefined).length,
    commit,
    ...(since === undefined ? {} : { since }),
  };
}
