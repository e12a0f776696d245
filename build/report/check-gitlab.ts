import { terminalJson } from '../../runtime/cli/terminal-text.js';
import type { Severity } from '../../schema/diagnostic.js';
import type { CheckFormat } from './check-format.js';
import { isSecurity } from './rank.js';
import { findingRow } from './rows.js';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info' };

/** GitLab's code quality report (docs.gitlab.com/ci/testing/code_quality, "Code Quality report format"). */
export const gitlabFormat: CheckFormat = {
  name: 'gitlab',
  render(report, { prefix }) {
    const times = new Map<string, number>();
    const counted = report.findings.filter(
      ({ known, waived }) => known === undefined && waived === undefined,
    );
    const issues = counted.map(({ finding, fingerprint }) => {
      const { code, severity, path, line, message } = findingRow(finding);
      const nth = times.get(fingerprint) ?? 0;
      times.set(fingerprint, nth + 1);
      return {
        description: message,
        check_name: code,
        // GitLab shows one issue of a fingerprint.
        fingerprint: `${fingerprint}:${nth + 1}`,
        severity: severity === 'error' && isSecurity(code) ? 'critical' : SEVERITIES[severity],
        location: { path: prefix + path, lines: { begin: line } },
      };
    });
    return terminalJson(issues);
  },
};
