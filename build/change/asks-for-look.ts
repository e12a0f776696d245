import type { ReportedFinding } from './types.js';

/** What a text runs or reaches counts although the text says that it only shows it: it could say so falsely. */
const RUNS = new Set(['pipe-to-shell', 'encoded-command', 'exfiltration-url']);

/** True for a finding that somebody should look at before the change is taken. */
export function asksForLook({ code, severity }: Pick<ReportedFinding, 'code' | 'severity'>): boolean {
  return severity !== 'info' || RUNS.has(code);
}
