import { type ChangelogRecord, foldLine, formatChangelog } from '../../schema/changelog-trailers.js';
import { plainLine } from '../../schema/hidden-text.js';
import { readChangelogs } from '../../schema/read-changelogs.js';
import { type Changelog, type FileChange, type Plan, SKILL_ACTIONS } from './types.js';

/** What a message is made of. */
export type MessageParts = Pick<Plan, 'subject' | 'changes' | 'notes' | 'changelog'>;

/** Files that a message names. */
const FILES = 10;

/** A changelog as trailers, one a line, the last one ended by a line feed. */
export function formatTrailers(changelog: Changelog): string {
  return formatChangelog(recordOf(changelog));
}

/**
 * The whole message of a proposal's commit: subject, what it does to which files, notes, trailers. It ends with a line
 * feed. Whatever the texts hold, git finds these trailers in it and no others: every line of the body begins with a
 * list mark or an indent, behind which no key stands.
 */
export function formatMessage({ subject, changes, notes, changelog }: MessageParts): string {
  const files = changes.slice(0, FILES).map((change) => `${verbOf(change)} ${change.path}`);
  const more = changes.length - files.length;
  const items = [...files, ...(more > 0 ? [`and ${more} more files`] : []), ...notes];
  const body = items
    .map(plainLine)
    .filter((item) => item !== '')
    .map((item) => `${foldLine(`- ${item}`, '  ', 2)}\n`);
  return [
    `${subjectLine(subject, changelog)}\n`,
    ...(body.length > 0 ? [body.join('')] : []),
    formatTrailers(changelog),
  ].join('\n');
}

/** The last changelog that a message's trailers tell whole; null where there is none, or its action is not ours. */
export function parseTrailers(message: string): Changelog | null {
  const record = readChangelogs(message).at(-1);
  const action = SKILL_ACTIONS.find((one) => one === record?.action?.toUpperCase());
  if (record?.name === undefined || action === undefined) return null;
  const { name, from = null, to = null, trigger = null, reason = null, sources = [] } = record;
  return { action, name, from, to, trigger, reason, sources };
}

/** A skill of a changelog (`path@version`) without its version. */
export function withoutVersion(skill: string): string {
  return skill.replace(/@\d+$/, '');
}

/** A message for comparing: folded lines are one, and skills in trailers have no versions, which an index alone knows. */
export function withoutVersions(message: string): string {
  const unfolded = message.replace(/\n +(?=\S)/g, ' ');
  return unfolded.replace(/^(Skill-(?:From|To|Source): .*)@\d+$/gm, '$1');
}

function recordOf({ action, name, from, to, trigger, reason, sources }: Changelog): ChangelogRecord {
  return {
    action,
    name,
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(trigger === null ? {} : { trigger }),
    ...(reason === null ? {} : { reason }),
    sources,
  };
}

/** A tool that squashes may put it where trailers are looked for: one that reads like a trailer is quoted. */
function subjectLine(subject: string, { action, name }: Changelog): string {
  const line = plainLine(subject) || plainLine(`${action} ${name}`);
  return /^(?:[A-Za-z0-9-]+[ \t]*:|#|-)/.test(line) ? `"${line}"` : line;
}

function verbOf({ before, after }: FileChange): string {
  if (before === null) return 'Add';
  return after === null ? 'Remove' : 'Change';
}
