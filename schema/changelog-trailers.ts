import { plainLine } from './hidden-text.js';

/** What the trailers of one change to a skill say. Every value is text that somebody wrote: none is to be trusted. */
export interface ChangelogRecord {
  /** Such as FIX; any word where a person wrote it. */
  readonly action?: string;
  readonly name?: string;
  /** `path@version` or a path, before the change and after it. */
  readonly from?: string;
  readonly to?: string;
  readonly trigger?: string;
  readonly reason?: string;
  /** `path@version` or a path, each: DERIVE's parent, MERGE's sources. */
  readonly sources?: readonly string[];
}

/** The trailers in the order in which they are written; `sources` stands once for each. */
export const CHANGELOG_KEYS = [
  ['Skill-Action', 'action'],
  ['Skill-Name', 'name'],
  ['Skill-From', 'from'],
  ['Skill-To', 'to'],
  ['Skill-Trigger', 'trigger'],
  ['Skill-Reason', 'reason'],
  ['Skill-Source', 'sources'],
] as const satisfies readonly (readonly [key: string, field: keyof ChangelogRecord])[];

/** Longer lines are broken by a forge that squashes. */
const WIDTH = 72;
/** What git takes for the key of a trailer at the start of a line. */
const KEY_LIKE = /[A-Za-z0-9-]+[ \t]*:/y;

/** The trailers of one change, each ended by a line feed; long ones go on in lines that begin with a blank. */
export function formatChangelog(record: ChangelogRecord): string {
  const lines = CHANGELOG_KEYS.flatMap(([key, field]) =>
    [record[field] ?? []]
      .flat()
      .map(plainLine)
      .filter((value) => value !== '')
      .map((value) => foldLine(`${key}: ${value}`, ' ', key.length + 2)),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Breaks a line at single blanks so that its parts have at most 72 UTF-16 units where that can be. No part but the
 * first begins with what could be a trailer's key: it would be one if somebody took away the indent.
 *
 * @param indent of every part but the first
 * @param start offset from which on the line may be broken
 */
export function foldLine(line: string, indent: string, start = 0): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { index } of line.matchAll(/(?<=\S) (?=\S)/g)) {
    KEY_LIKE.lastIndex = index + 1;
    if (index <= start || KEY_LIKE.test(line)) continue;
    pieces.push(line.slice(from, index));
    from = index + 1;
  }
  pieces.push(line.slice(from));
  const parts: string[] = [];
  for (const piece of pieces) {
    const joined = parts.length === 0 ? piece : `${parts.at(-1)} ${piece}`;
    if (parts.length === 0 || joined.length <= WIDTH) parts[Math.max(parts.length - 1, 0)] = joined;
    else parts.push(indent + piece);
  }
  return parts.join('\n');
}
