import { toLf } from '../../../schema/text.js';
import type { ProposalRequest } from '../types.js';
import { closeBody } from './close-body.js';
import { lessonOf } from './lesson-list.js';
import { addLessons, gatherLessons, keepLessons, lessonsIn, lessonsSection } from './lessons.js';
import { uniteSections } from './merge-bodies.js';
import { withMarks } from './new-body.js';
import { type OpenSkill, splitText } from './open-skill.js';
import { readSections, refuseUnclosed, type Section, writeSections } from './sections.js';
import { wholeVersion } from './skill-keys.js';

/**
 * The body of a merged skill: the given one with the lessons of all sources, or the first source's with the sections
 * and lessons of the others. One heading holds all lessons, each once.
 *
 * @throws SkillgraftError `body-unclosed`
 */
export function mergedBody(
  { body, lesson }: Pick<ProposalRequest, 'body' | 'lesson'>,
  opened: readonly OpenSkill[],
  eol: string,
): string {
  const bodies = opened.map(({ text }) => closeBody(toLf(splitText(text).body).replaceAll('\n', eol), eol));
  const root = body === undefined ? unite(bodies, eol) : given(body, opened, bodies, eol);
  gatherLessons(root, eol);
  if (lesson !== undefined) addLessons(root, [lessonOf(lesson)], eol);
  const text = `${writeSections(root, eol).trimEnd()}${eol}`;
  refuseUnclosed(root, text);
  return text;
}

function unite(bodies: readonly string[], eol: string): Section {
  const [root, ...others] = bodies.map(readSections) as [Section, ...Section[]];
  for (const other of others) uniteSections(root, other, eol);
  return root;
}

function given(body: string, opened: readonly OpenSkill[], bodies: readonly string[], eol: string): Section {
  const version = wholeVersion(opened[0]!.reading.metadata);
  const root = readSections(withMarks(body, version).replaceAll('\n', eol));
  const lessons = bodies.flatMap((one) => lessonsIn(readSections(one)));
  const place = lessonsSection(root);
  if (place === undefined) addLessons(root, lessons, eol);
  else keepLessons(place, lessons, eol);
  return root;
}
