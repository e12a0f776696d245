import { readLessons } from './lesson-list.js';
import { isLessons, keepLessons } from './lessons.js';
import { type Matches, matchSections } from './match-sections.js';
import { type Section, titleOf, walkSections } from './sections.js';

/** What a merge did, by title. */
export interface MergeResult {
  /** Sections that were put into the body, the topmost of each part. */
  readonly kept: readonly string[];
  /** Number of lessons that were put into its list. */
  readonly lessons: number;
}

/**
 * Brings into a new body what it lacks of an old one: whole sections, each behind the section that it followed, and
 * lessons. What both have stays as the new body says it. The new body's tree is changed.
 */
export function keepSections(body: Section, old: Section, eol: string): MergeResult {
  keepTitle(body, old, eol);
  const matches = matchSections(old, body);
  return { kept: insertAll(old, matches), lessons: uniteLessons(matches, eol) };
}

/** Titles of the sections of a body that another one lacks. */
export function lackingSections(body: Section, old: Section): readonly string[] {
  const matches = matchSections(old, body);
  return [...walkSections(old)].filter((one) => one.level > 0 && !matches.has(one)).map(({ title }) => title);
}

/**
 * Puts all of another body into a body: sections that it lacks as with `keepSections`; where both have a section, the
 * other one's text comes below, unless it is there already.
 */
export function uniteSections(body: Section, other: Section, eol: string): MergeResult {
  const matches = matchSections(other, body);
  for (const [from, to] of matches) {
    if (!isLessons(from)) to.own = appendText(to.own, from.own, eol);
  }
  const top = titleOf(body) ?? body;
  if (titleOf(other) !== undefined) top.own = appendText(top.own, other.own, eol);
  return { kept: insertAll(other, matches), lessons: uniteLessons(matches, eol) };
}

/** Where the new body has no title, the old one's stays, and the new text stands below it. */
function keepTitle(body: Section, old: Section, eol: string): void {
  const title = titleOf(old);
  if (title === undefined || body.children.some(({ level }) => level === 1)) return;
  const own = body.own.trim() === '' ? title.own : `${eol}${body.own}`;
  const { level, key, head } = title;
  const children = body.children.splice(0);
  body.children.push({ level, title: title.title, key, head, own, children });
  body.own = '';
}

/** Puts in all sections that have no counterpart; gives their titles in the order of the text. */
function insertAll(old: Section, matches: Matches): string[] {
  const kept = new Set([...matches].flatMap(([from, to]) => insertLacking(from, to, matches)));
  return [...walkSections(old)].filter((one) => kept.has(one)).map(({ title }) => title);
}

/**
 * Puts the children that a section lacks in their places, behind the one that they followed; before the first one that
 * both have where they followed none of these; at the end where there is none. Gives those that were put in.
 */
function insertLacking(from: Section, to: Section, matches: Matches): Section[] {
  const placeOf = (child: Section): number => to.children.indexOf(matches.get(child) ?? child);
  const shared = from.children.map(placeOf).filter((at) => at >= 0);
  let place = Math.min(to.children.length, ...shared);
  const inserted: Section[] = [];
  for (const child of from.children) {
    const at = placeOf(child);
    if (at >= 0) place = at + 1;
    if (matches.has(child)) continue;
    const kept = withoutMatched(child, matches);
    if (kept === null) continue;
    to.children.splice(place, 0, kept);
    place += 1;
    inserted.push(child);
  }
  return inserted;
}

/** The section without the parts that stand elsewhere by now; null where nothing is left but its heading. */
function withoutMatched(one: Section, matches: Matches): Section | null {
  const left = one.children.filter((child) => !matches.has(child));
  const children = left.flatMap((child) => withoutMatched(child, matches) ?? []);
  if (one.own.trim() === '' && children.length === 0 && one.children.length > 0) return null;
  return { ...one, children, isAdded: true };
}

function uniteLessons(matches: Matches, eol: string): number {
  let count = 0;
  for (const [from, to] of matches)
    if (isLessons(from) && isLessons(to)) count += keepLessons(to, readLessons(from.own), eol).length;
  return count;
}

/** A text with another one below it, apart by a blank line; as it is where it holds the other one. */
function appendText(text: string, more: string, eol: string): string {
  if (plain(more) === '' || plain(text).includes(plain(more))) return text;
  const start = text.trim() === '' ? eol : text.trimEnd() + eol + eol;
  return `${start}${more.replace(/^(?:[ \t]*\r?\n)+/u, '').trimEnd()}${eol}${eol}`;
}

function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
