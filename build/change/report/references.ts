import type { ChangeReport, ReportedFinding } from '../types.js';
import { code, line, type Section, warn } from './document.js';
import { findingLines } from './finding-lines.js';

const REFERENCES = new Set([
  'link-missing',
  'link-anchor',
  'link-outside-repository',
  'link-to-folder',
  'hand-off-unknown',
  'source-unknown',
]);

/** True for a finding about something that is named and not there. */
export function isReference({ code: id }: Pick<ReportedFinding, 'code'>): boolean {
  return REFERENCES.has(id);
}

/** Findings on references that no line on a former name tells. */
export function untoldReferences({ findings, mentions }: ChangeReport): ReportedFinding[] {
  const told = new Set(mentions.map(({ path, name }) => `${path}\n${name}`));
  return findings.added.filter(
    (one) => isReference(one) && !one.security && !told.has(`${one.path}\n${one.args.value}`),
  );
}

/** A hand-off to a skill that leaves is told as a name that no skill has any more. */
function isGone({ skills }: ChangeReport, folder: string): boolean {
  return skills.some(({ kind, path }) => path === folder && (kind === 'removed' || kind === 'broken'));
}

/** What is named and is not there, or not by this name. */
export function referenceSection(report: ChangeReport): Section | null {
  const { mentions, handOffs } = report;
  const lines = [
    ...findingLines(untoldReferences(report)),
    ...mentions.map(({ path, line: at, name, now }) =>
      warn(
        code(`${path}:${at}`),
        ' still names ',
        code(name),
        ...(now === null ? [', which no skill is called any more'] : [', which is ', code(now), ' now']),
      ),
    ),
    ...handOffs.removed
      .filter(({ to }) => !isGone(report, to))
      .map(({ from, to }) => line(code(from), ' no longer sends to ', code(to))),
    ...handOffs.added.map(({ from, to }) =>
      line(code(from), ' sends to ', code(to), ' for what it is not for'),
    ),
  ];
  if (lines.length === 0) return null;
  return { title: ['References'], lines, open: lines.some(({ mood }) => mood !== undefined) };
}
