import type { Finding } from '../../schema/diagnostic.js';
import type { BuildResult } from '../build-index.js';
import { extraFindings } from './extra-checks.js';
import type { WaivedFinding } from './waivers/types.js';

/** The findings of the build and of the checks that only `check` makes. */
export async function judgeAll(
  built: BuildResult,
): Promise<{ findings: Finding[]; waived: WaivedFinding[] }> {
  const judged = built.policy.judge(await extraFindings(built));
  const unused = built.policy.unused(({ checkOnly }) => checkOnly === true);
  return {
    findings: [...built.findings, ...judged.findings, ...unused],
    waived: [...built.waived, ...judged.waived],
  };
}
