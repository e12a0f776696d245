import { asksForLook } from './asks-for-look.js';
import { isLowered } from './compare-levels.js';
import { isWorse } from './report/collection.js';
import { untoldReferences } from './report/references.js';
import { untoldHidden } from './report/security.js';
import type { ChangeReport } from './types.js';

/** What a change may be refused for. */
export const FAILURES = [
  'security',
  'waivers',
  'permissions',
  'takeover',
  'evals',
  'references',
  'lineage',
  'duplicates',
  'errors',
  'budgets',
] as const;
export type FailureName = (typeof FAILURES)[number];

/** How many of each there are. A takeover is a first place that goes from the right skill to another one or to none. */
const COUNTS: Readonly<Record<FailureName, (report: ChangeReport) => number>> = {
  security: (report) =>
    report.findings.added.filter((one) => one.security && asksForLook(one)).length +
    report.levels.filter((level) => level.security && isLowered(level)).length +
    [...report.settings.keys, ...report.settings.baseline].filter(({ security }) => security).length +
    report.outside.length +
    report.skills.reduce((sum, skill) => sum + untoldHidden(skill, report).length, 0),
  waivers: ({ findings, levels, settings }) =>
    findings.waived.length + levels.filter(isLowered).length + settings.baseline.length,
  permissions: ({ skills }) =>
    skills.reduce((sum, { tools, files }) => {
      const programs = files.filter(({ script, change }) => script && change !== 'removed');
      return sum + tools.added.length + programs.length;
    }, 0),
  takeover: ({ ranking }) =>
    ranking.changes.filter(
      ({ effect, source, indirect }) =>
        (effect === 'taken' || effect === 'rejected') && (source !== 'description' || !indirect),
    ).length,
  evals: ({ evals }) => evals.filter(({ before, after }) => isWorse(before, after)).length,
  references: (report) =>
    untoldReferences(report).filter(({ severity }) => severity !== 'info').length + report.mentions.length,
  lineage: ({ lostLineage }) => lostLineage.length,
  duplicates: ({ duplicates }) => duplicates.length,
  errors: ({ findings }) => findings.added.filter(({ severity }) => severity === 'error').length,
  budgets: ({ budgets }) =>
    budgets.filter(({ before, after, limit }) => after > limit && after > before).length,
};

/** Those of the wanted things that a change has, with their number, in the order wanted. */
export function failuresIn(
  report: ChangeReport,
  wanted: readonly FailureName[],
): { readonly name: FailureName; readonly count: number }[] {
  return [...new Set(wanted)]
    .map((name) => ({ name, count: COUNTS[name](report) }))
    .filter(({ count }) => count > 0);
}
