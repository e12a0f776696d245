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

/** What is named and is not there, or not by this name. */
export function referenceSection({ findings, mentions, handOffs }: ChangeReport): Section | null {
  const lines = [
    ...findingLines(findings.added.filter((one) => isReference(one) && !one.security)),
    ...mentions.map(({ path, line: at, name, now }) =>
      warn(
        code(`${path}:${at}`),
        ' still names ',
        code(name),
        ...(now === null ? [', which no skill is called any more'] : [', which is ', code(now), ' now']),
      ),
    ),
    ...handOffs.removed.map(({ from, to }) => line(code(from), ' no longer sends to ', code(to))),
    ...handOffs.added.map(({ from, to }) =>
      line(code(from), ' sends to ', code(to), ' for what it is not for'),
    ),
  ];
  if (lines.length === 0) return null;
  return { title: ['References'], lines, open: lines.some(({ mood }) => mood !== undefined) };
}
