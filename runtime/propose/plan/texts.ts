import { findHidden, plainLine } from '../../../schema/hidden-text.js';
import {
  codePointLength,
  codePointName,
  excerpt,
  hasLoneSurrogate,
  nfc,
  positionAt,
} from '../../../schema/text.js';
import { invalid } from './errors.js';
import { byteLength } from './limits.js';

/** What breaks a line, and code points that are no characters. */
const BREAKING = /[\t\n\r]|\p{Noncharacter_Code_Point}/u;
/** In a text of several lines, tabs and line feeds are no fault. */
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u;

/** True for a text on one line in which every character can be seen. */
export function isPlainLine(text: string): boolean {
  return !BREAKING.test(text) && findHidden(text).length === 0;
}

/** A text of somebody's in a message: on one line, without what cannot be seen, cut short. */
export function shownText(text: string, max = 100): string {
  return excerpt(plainLine(text), max);
}

/** Blanks and line ends as single spaces, none at the ends. */
function foldLines(text: string): string {
  return text.replace(/[\s\u0085]+/gu, ' ').trim();
}

/**
 * A text on one line, trimmed and in NFC, with nothing in it that cannot be seen. At most `max` code points.
 *
 * @throws SkillgraftError `proposal-invalid`
 */
export function oneLine(parameter: string, value: unknown, max: number): string {
  const text = nfc(wellFormed(parameter, value)).trim();
  refuseHidden(parameter, text);
  refuseAt(parameter, text, text.search(BREAKING));
  return measured(parameter, text, max);
}

/**
 * A sentence that may come on several lines: line ends become spaces, so that no line of it can pass for a header or a
 * trailer of a commit. Folding keeps every word, where refusing would only make an agent send the same words again.
 *
 * @throws SkillgraftError `proposal-invalid`
 */
export function foldedLine(parameter: string, value: unknown, max: number): string {
  return oneLine(parameter, foldLines(wellFormed(parameter, value)), max);
}

/**
 * A description: several lines are fine, what cannot be seen is not, since agents read it before they choose.
 *
 * @throws SkillgraftError `proposal-invalid`
 */
export function visibleLines(parameter: string, value: unknown, max: number): string {
  const text = nfc(lines(parameter, value)).trim();
  refuseHidden(parameter, text);
  return measured(parameter, text, max);
}

/**
 * Markdown: line ends as LF, no control characters. Marks of direction stay, since texts from right to left need them.
 *
 * @throws SkillgraftError `proposal-invalid`
 */
export function markdown(parameter: string, value: unknown, maxBytes: number): string {
  const text = lines(parameter, value)
    .replace(/^(?:[ \t]*\n)+/u, '')
    .trimEnd();
  return sized(parameter, text === '' ? '' : `${text}\n`, maxBytes);
}

/**
 * Text of a file, as it is: only what no text file holds is refused.
 *
 * @throws SkillgraftError `proposal-invalid`
 */
export function fileText(parameter: string, value: unknown, maxBytes: number): string {
  const text = wellFormed(parameter, value);
  refuseAt(parameter, text, text.indexOf('\0'));
  return sized(parameter, text, maxBytes);
}

function lines(parameter: string, value: unknown): string {
  const text = wellFormed(parameter, value)
    .replace(/^\ufeff/u, '')
    .replace(/\r\n?/gu, '\n');
  refuseAt(parameter, text, text.search(CONTROL_IN_LINES));
  return text;
}

function wellFormed(parameter: string, value: unknown): string {
  if (typeof value !== 'string') throw invalid(parameter, 'is no text', 'Give it as a string.');
  if (!hasLoneSurrogate(value)) return value;
  throw invalid(parameter, 'holds half of a surrogate pair', 'Write the whole character.');
}

function refuseHidden(parameter: string, text: string): void {
  const [run] = findHidden(text);
  if (run === undefined) return;
  const place = `line ${run.line}, column ${run.column}`;
  const problem = `holds ${run.characters[0]} (${place}), which cannot be seen`;
  throw invalid(parameter, problem, 'Take the character out.');
}

function refuseAt(parameter: string, text: string, offset: number): void {
  if (offset < 0) return;
  const name = codePointName(String.fromCodePoint(text.codePointAt(offset)!));
  const { line, column } = positionAt(text, offset);
  const problem = `holds ${name} (line ${line}, column ${column}), which it cannot hold`;
  throw invalid(parameter, problem, 'Take the character out.');
}

function measured(parameter: string, text: string, max: number): string {
  const length = codePointLength(text);
  if (length <= max) return text;
  throw invalid(parameter, `has ${length} characters, the limit is ${max}`, 'Shorten it.');
}

function sized(parameter: string, text: string, max: number): string {
  const bytes = byteLength(text);
  if (bytes <= max) return text;
  throw invalid(
    parameter,
    `has ${bytes} bytes, the limit is ${max}`,
    'Shorten it, or move parts of it to files of their own.',
  );
}
