const SUBJECT_LIMIT = 500;

/** First paragraph of a commit's message in one line, as `git log --format=%s` has it, at most 500 code points. */
export function subjectOf(message: string): string {
  const [first = ''] = message.replace(/^\s*\n/, '').split(/\n\s*\n/);
  const line = first.trim().replace(/\s*\n\s*/g, ' ');
  return Array.from(line).slice(0, SUBJECT_LIMIT).join('');
}
