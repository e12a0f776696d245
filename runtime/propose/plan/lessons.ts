import { insertLessons, type Lesson, lessonKey, readLessons } from './lesson-list.js';
import { LESSONS_KEY } from './lesson-titles.js';
import { type Section, titleOf, walkSections } from './sections.js';

/** Adds lessons to the list of a body that has none of them yet, at its end; makes the list where there is none. */
export function addLessons(root: Section, lessons: readonly Lesson[], eol: string): readonly Lesson[] {
  const place = lessonsSection(root);
  const missing = newOnes(lessons, place === undefined ? [] : readLessons(place.own));
  if (missing.length === 0) return [];
  if (place !== undefined) {
    place.own = insertLessons(place.own, missing, eol);
    return missing;
  }
  const parent = titleOf(root) ?? root;
  const level = titleOf(root) ? 2 : Math.min(2, ...root.children.map((one) => one.level));
  const head = `${'#'.repeat(Math.max(level, 1))} Lessons${eol}`;
  const own = insertLessons('', missing, eol);
  parent.children.push({
    level,
    title: 'Lessons',
    key: LESSONS_KEY,
    head,
    own,
    children: [],
    isAdded: true,
  });
  return missing;
}

/**
 * Brings the lessons of an older text into a newer one: those that it lacks come before the first one that is new in
 * it, so that the newest stay last. Gives those that were brought.
 */
export function keepLessons(place: Section, older: readonly Lesson[], eol: string): readonly Lesson[] {
  const there = readLessons(place.own);
  const missing = newOnes(older, there);
  const known = new Set(older.map(lessonKey));
  const first = there.findIndex((lesson) => !known.has(lessonKey(lesson)));
  place.own = insertLessons(place.own, missing, eol, first < 0 ? undefined : first);
  return missing;
}

/** Brings all lessons under the first heading that has some; the others go, unless more stands below them. */
export function gatherLessons(root: Section, eol: string): void {
  const sections = [...walkSections(root)];
  const [place, ...others] = sections.filter(isLessons);
  for (const one of others) {
    if (place === undefined || one.children.length > 0) continue;
    place.own = insertLessons(place.own, newOnes(readLessons(one.own), readLessons(place.own)), eol);
    const { children } = sections.find((parent) => parent.children.includes(one))!;
    children.splice(children.indexOf(one), 1);
  }
}

/** All lessons of a body, from every section that holds some. */
export function lessonsIn(root: Section): readonly Lesson[] {
  return [...walkSections(root)].filter(isLessons).flatMap(({ own }) => readLessons(own));
}

/** The first section that holds lessons. */
export function lessonsSection(root: Section): Section | undefined {
  return [...walkSections(root)].find(isLessons);
}

export function isLessons({ key }: Section): boolean {
  return key === LESSONS_KEY;
}

/** Those of the first list that the second does not have, each once. */
function newOnes(lessons: readonly Lesson[], there: readonly Lesson[]): readonly Lesson[] {
  const known = new Set(there.map(lessonKey));
  return lessons.filter((lesson) => {
    const key = lessonKey(lesson);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
