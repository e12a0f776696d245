import type { Finding } from '../../schema/diagnostic.js';
import type { BuildResult } from '../build-index.js';
import { descriptionsOverlap } from './description-overlap.js';
import { hostBudget } from './host-budget.js';
import { securityScan } from './security-scan.js';

/** A check that takes too long for a build, or needs the index: `check` alone makes it. */
export interface ExtraCheck {
  /** Its findings; the levels and waivers of the repository are applied to them afterwards. */
  find(built: BuildResult): Promise<readonly Finding[]>;
}

/** All of them. A new one is one file and one line here; its kinds are marked `checkOnly`. */
export const extraChecks: readonly ExtraCheck[] = [securityScan, hostBudget, descriptionsOverlap];

/** What all of them find. */
export async function extraFindings(built: BuildResult): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const check of extraChecks) found.push(...(await check.find(built)));
  return found;
}
