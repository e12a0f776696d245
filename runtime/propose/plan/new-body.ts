import { toLf } from '../../../schema/text.js';
import type { ProposalRequest } from '../types.js';
import { closeBody } from './close-body.js';
import { lessonOf } from './lesson-list.js';
import { addLessons } from './lessons.js';
import { keepSections, lackingSections } from './merge-bodies.js';
import { readSections, refuseUnclosed, titleOf, writeSections } from './sections.js';
import { oneMark, raiseMark } from './version-marks.js';

/** A body as it should be, and what to say of how it came about. */
export interface NewBody {
  readonly body: string;
  readonly notes: readonly string[];
}

/** How the body of a skill that is there goes on. */
export interface BodyWish extends Pick<ProposalRequest, 'body' | 'lesson'> {
  /** Sections of the old body that the new one lacks stay. */
  readonly keeps: boolean;
  /** The skill's declared version and the next one, where it has one. */
  readonly version: { readonly current: number; readonly next: number } | null;
}

/**
 * The next body of a skill. Without a new one only the lesson is put in, and every other byte stays but for the number
 * of the version in the title.
 *
 * @throws SkillgraftError `body-unclosed`
 */
export function nextBody(old: string, wish: BodyWish, eol: string): NewBody {
  const replaced =
    wish.body === undefined ? { body: old, notes: [] } : replaceBody(old, wish.body, wish, eol);
  const { body, isNew } =
    wish.lesson === undefined ? { ...replaced, isNew: true } : withLesson(replaced.body, wish.lesson, eol);
  return {
    body: body === old ? old : withMarks(body, wish.version, eol),
    notes: isNew ? replaced.notes : [...replaced.notes, 'The lesson is in the list already.'],
  };
}

/** A body with a lesson in its list. */
export function withLesson(body: string, lesson: string, eol: string): { body: string; isNew: boolean } {
  const root = readSections(closeBody(body, eol));
  if (addLessons(root, [lessonOf(lesson)], eol).length === 0) return { body, isNew: false };
  const text = writeSections(root, eol);
  refuseUnclosed(root, text);
  return { body: text, isNew: true };
}

function replaceBody(old: string, body: string, wish: BodyWish, eol: string): NewBody {
  const before = readSections(closeBody(old, eol));
  const root = readSections(withMarks(body, null).replaceAll('\n', eol));
  const notes: string[] = [];
  if (wish.keeps) {
    const { kept, lessons } = keepSections(root, before, eol);
    if (kept.length > 0) notes.push(`Kept sections that the new body does not have: ${quoted(kept)}.`);
    if (lessons > 0) notes.push(`Kept ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'} of the old list.`);
  } else {
    const lost = lackingSections(root, before);
    if (lost.length > 0) notes.push(`Dropped sections that the new body does not have: ${quoted(lost)}.`);
  }
  const next = writeSections(root, eol);
  refuseUnclosed(root, next);
  if (toLf(next).trimEnd() === toLf(old).trimEnd()) return { body: old, notes: [] };
  return { body: next, notes };
}

/** Version marks of a body's title: one is enough, and that of the old version goes up with it. */
export function withMarks(body: string, version: BodyWish['version'], eol = '\n'): string {
  const root = readSections(body);
  const title = titleOf(root);
  if (title === undefined) return body;
  const [line = '', ...rest] = title.head.split(eol);
  const [, text = '', closing = ''] = /^(.*?)([ \t]*#*[ \t]*)$/u.exec(line) ?? [];
  const one = oneMark(text);
  const raised = version === null ? one : raiseMark(one, version.current, version.next);
  if (raised === text) return body;
  const head = [raised + closing, ...rest].join(eol);
  return writeSections({ ...root, children: [{ ...title, head }] }, eol);
}

function quoted(titles: readonly string[]): string {
  return titles.map((title) => `"${title}"`).join(', ');
}
