import type { CommitInfo } from '../../schema/lineage.js';

const SUBJECT_LIMIT = 500;
const TRAILER = /^([A-Za-z0-9-]+)\s*:\s*(.*)$/;
const KEYS: Readonly<Record<string, 'action' | 'trigger' | 'reason'>> = {
  'skill-action': 'action',
  'skill-trigger': 'trigger',
  'skill-reason': 'reason',
};

/** First paragraph of a commit's message in one line, as `git log --format=%s` has it, at most 500 code points. */
export function subjectOf(message: string): string {
  const [first = ''] = message.replace(/^\s*\n/, '').split(/\n\s*\n/);
  const line = first.trim().replace(/\s*\n\s*/g, ' ');
  return Array.from(line).slice(0, SUBJECT_LIMIT).join('');
}

/**
 * The trailers that say why a skill changed, from the last paragraph of a message (not the first): at least a quarter
 * of its lines have to be trailers, as git asks. A key that stands twice counts as it stands last.
 */
export function changelogTrailers(message: string): Pick<CommitInfo, 'action' | 'trigger' | 'reason'> {
  const paragraphs = message.trim().split(/\n[ \t]*\n/);
  const lines = paragraphs.length < 2 ? [] : paragraphs.at(-1)!.split('\n');
  const trailers = unfold(lines);
  const found: { action?: string; trigger?: string; reason?: string } = {};
  if (trailers.length * 4 < lines.length) return found;
  for (const [key, value] of trailers) {
    const field = Object.hasOwn(KEYS, key.toLowerCase()) ? KEYS[key.toLowerCase()] : undefined;
    if (field !== undefined && value !== '') found[field] = value;
  }
  return found;
}

/** Trailer lines with their continuation lines (which begin with a blank) joined by one space. */
function unfold(lines: readonly string[]): [key: string, value: string][] {
  const trailers: [string, string][] = [];
  let open = false;
  for (const line of lines) {
    const match = TRAILER.exec(line);
    if (match !== null) trailers.push([match[1]!, match[2]!.trim()]);
    else if (open && /^[ \t]/.test(line))
      trailers.at(-1)![1] = `${trailers.at(-1)![1]} ${line.trim()}`.trim();
    open = match !== null || (open && /^[ \t]/.test(line));
  }
  return trailers;
}
