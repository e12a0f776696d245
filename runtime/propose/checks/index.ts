import { compareFindings } from '../../../schema/diagnostic.js';
import { duplicates } from './duplicates.js';
import { hiddenCharacters } from './hidden-characters.js';
import { ranking } from './ranking.js';
import { secrets } from './secrets.js';
import type { CheckInput, CheckOutcome, ProposalCheck } from './types.js';
import { validation } from './validation.js';

/** Every check, in the order in which they run. */
export const CHECKS: readonly ProposalCheck[] = [validation, secrets, hiddenCharacters, duplicates, ranking];

/**
 * Runs all checks on a plan. An error refuses it; the two checks that cost most are left out then, since nothing comes
 * of their warnings. Findings are sorted.
 */
export async function runChecks(input: CheckInput): Promise<CheckOutcome> {
  const findings: CheckOutcome['findings'][number][] = [];
  const notes: CheckOutcome['notes'][number][] = [];
  for (const check of CHECKS) {
    if (isCostly(check) && findings.some(isError)) continue;
    const report = await check.run(input);
    findings.push(...report.findings);
    notes.push(...report.notes);
  }
  return { findings: findings.sort(compareFindings), refused: findings.some(isError), notes };
}

function isCostly(check: ProposalCheck): boolean {
  return check === duplicates || check === ranking;
}

function isError({ severity }: CheckOutcome['findings'][number]): boolean {
  return severity === 'error';
}
