import { SKILL_TYPES } from '../../../schema/skill/statuses.js';
import type { SkillType } from '../../../schema/skill/types.js';
import { invalid } from './errors.js';
import { checkFilePath } from './file-paths.js';
import { byteLength, PROPOSAL_LIMITS as LIMIT } from './limits.js';
import type { Parameter } from './planner.js';
import { fileText, foldedLine, markdown, oneLine, visibleLines } from './texts.js';

/** How each parameter but the name is read, by its name in a request. */
export const READERS: Readonly<
  Record<Exclude<Parameter, 'name'>, (name: string, value: unknown) => unknown>
> = {
  description: (name, value) => visibleLines(name, value, LIMIT.description),
  body: readBody,
  skillType: readType,
  lesson: readLesson,
  repoName: (name, value) => oneLine(name, value, LIMIT.repoName),
  tags: readTags,
  reason: (name, value) => foldedLine(name, value, LIMIT.reason),
  trigger: (name, value) => foldedLine(name, value, LIMIT.trigger),
  targetSkillName: (name, value) => oneLine(name, value, LIMIT.word),
  sourceSkillNames: readSources,
  ttlDays: readDays,
  displayName: (name, value) => oneLine(name, value, LIMIT.displayName),
  author: readAuthor,
  files: readFiles,
  baseVersion: (name, value) => oneLine(name, typeof value === 'number' ? String(value) : value, LIMIT.word),
  replaceSections: readFlag,
};

/** `skillType` as messages write it: `skill_type`, the name by which agents and settings know it. */
export function shownName(parameter: string): string {
  return parameter.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

function readBody(name: string, value: unknown): string {
  const body = markdown(name, value, LIMIT.bodyBytes);
  if (!/^---[ \t]*\n[\w-]+[ \t]*:[^\n]*\n(?:[^\n]*\n)*?---[ \t]*(?:\n|$)/u.test(body)) return body;
  throw invalid(
    name,
    'starts with front matter',
    'Leave it out, and give name, description and tags as parameters.',
  );
}

/** One item of a list: a mark at its start would make a list in the list. */
function readLesson(name: string, value: unknown): string {
  const lesson = markdown(name, value, LIMIT.lesson * 4).trim();
  const text = lesson.replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/u, '');
  if ([...text].length > LIMIT.lesson)
    throw invalid(name, `is longer than ${LIMIT.lesson} characters`, 'Keep to one lesson, or give a body.');
  return text;
}

function readType(name: string, value: unknown): SkillType {
  const wanted = oneLine(name, value, LIMIT.tag).toUpperCase().replaceAll('-', '_');
  const type = SKILL_TYPES.find((one) => one === wanted);
  if (type !== undefined) return type;
  throw invalid(name, 'is none of the types that there are', `Give one of ${SKILL_TYPES.join(', ')}.`);
}

function readTags(name: string, value: unknown): string[] {
  const tags = new Set<string>();
  for (const one of list(name, value, LIMIT.tags)) {
    const tag = oneLine(name, one, LIMIT.tag);
    if (tag.includes(','))
      throw invalid(name, 'has a tag with a comma', 'Give each tag as an item of the list.');
    if (tag !== '') tags.add(tag);
  }
  return [...tags];
}

function readSources(name: string, value: unknown): string[] {
  const words = list(name, value, LIMIT.sources).map((one) => oneLine(name, one, LIMIT.word));
  return [...new Set(words.filter((one) => one !== ''))];
}

function list(name: string, value: unknown, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(name, 'is no list', 'Give a list of texts.');
  if (value.length <= max) return value;
  throw invalid(name, `has ${value.length} items, the limit is ${max}`, 'Give fewer.');
}

function readDays(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LIMIT.ttlDays)
    return value;
  throw invalid(name, 'is no number of days', `Give a whole number from 1 to ${LIMIT.ttlDays}.`);
}

function readFlag(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw invalid(name, 'is neither true nor false', 'Give true or false.');
}

/** A name, or a name and an address in angle brackets. */
function readAuthor(name: string, value: unknown): string {
  const author = oneLine(name, value, LIMIT.author);
  if (author === '' || /^[^<>]*[^<>\s][^<>]*$/u.test(author) || /^[^<>]*[^<>\s] ?<[^<>\s]+>$/u.test(author))
    return author;
  throw invalid(name, 'is no author', 'Give a name, or Name <address>.');
}

/** Texts by path; null takes a file away. */
function readFiles(name: string, value: unknown): Readonly<Record<string, string | null>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(name, 'is no map', 'Give the text of each file by its path.');
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length > LIMIT.files)
    throw invalid(
      name,
      `names ${entries.length} files, the limit is ${LIMIT.files}`,
      'Propose them in parts.',
    );
  const files: Record<string, string | null> = Object.create(null);
  for (const [path, text] of entries) {
    checkFilePath(path);
    files[path] = text === null ? null : fileText(`${name}[${JSON.stringify(path)}]`, text, LIMIT.fileBytes);
  }
  return files;
}

/** @throws SkillgraftError `proposal-invalid` where body and files are too large together */
export function checkTotal(
  body: string | undefined,
  files: Readonly<Record<string, string | null>> = {},
): void {
  const texts = [body ?? '', ...Object.values(files).map((text) => text ?? '')];
  const bytes = texts.reduce((sum, text) => sum + byteLength(text), 0);
  if (bytes <= LIMIT.totalBytes) return;
  const problem = `and the body have ${bytes} bytes together, the limit is ${LIMIT.totalBytes}`;
  throw invalid('files', problem, 'Propose them in parts, or keep large files elsewhere.');
}
