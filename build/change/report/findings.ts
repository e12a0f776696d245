import { skillOutsideRoots } from '../../../schema/skill/kinds/discovery.js';
import type { ChangeReport, ReportedFinding } from '../types.js';
import { code, good, type Section, text } from './document.js';
import { findingLines, levelLines, switchedOffLines, waiverLines } from './finding-lines.js';
import { rankingGains } from './ranking.js';
import { isReference } from './references.js';
import { baselineLines } from './settings.js';

/** Findings of the validation that were not there before; those told elsewhere are left out. */
export function findingSection({ findings, levels, settings, outside }: ChangeReport): Section | null {
  const told = new Set(outside.map(({ path }) => path));
  const isTold = ({ code: id, path }: ReportedFinding) => id === skillOutsideRoots.code && told.has(path);
  const untold = findings.added.filter((one) => !one.security && !isReference(one) && !isTold(one));
  const lines = [
    ...findingLines(untold),
    ...waiverLines(findings.waived.filter(({ security }) => !security)),
    ...switchedOffLines(findings.switchedOff.filter(({ security }) => !security)),
    ...levelLines(levels.filter(({ security }) => !security)),
    ...baselineLines(settings.baseline.filter(({ security }) => !security)),
  ];
  if (lines.length === 0) return null;
  return { title: ['New findings'], lines, open: lines.some(({ mood }) => mood === 'bad') };
}

/** What is better than it was. */
export function gainSection(report: ChangeReport): Section | null {
  const resolved = report.findings.resolved.map(({ path, message, code: id }) =>
    good(code(path), ' no longer: ', text(message), ' (', code(id), ')'),
  );
  const lines = [...rankingGains(report), ...resolved];
  return lines.length === 0 ? null : { title: ['Better than before'], lines, open: false };
}
