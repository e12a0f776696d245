import { nfc } from '../../../schema/text.js';

/** One lesson of a list: its lines without mark and indentation, the first one never blank. */
export interface Lesson {
  readonly lines: readonly string[];
}

/** An item of a list in the lines of a section: where it starts and ends, and its mark. */
interface Item extends Lesson {
  readonly from: number;
  readonly to: number;
  readonly indent: string;
  readonly mark: string;
}

const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])([ \t]+)(\S.*)$/u;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/u;
const FENCE = /^\s*(?:```|~~~)/u;

/** A lesson from a text of one or more lines. */
export function lessonOf(text: string): Lesson {
  return { lines: text.split('\n') };
}

/** What two lessons are compared by: case, blanks, Markdown marks and a full stop at the end do not count. */
export function lessonKey({ lines }: Lesson): string {
  return nfc(lines.join(' '))
    .toLowerCase()
    .replace(/\*\*|`/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[.!。！]+$/u, '');
}

/** The lessons of a section's own text: the items of its lists, or its paragraphs where it has no list. */
export function readLessons(own: string): readonly Lesson[] {
  const lines = linesOf(own);
  const items = readItems(lines);
  if (items.length > 0) return items;
  return lines
    .join('\n')
    .split(/\n[ \t]*\n/u)
    .map((paragraph) => lessonOf(paragraph.trim()))
    .filter((lesson) => lesson.lines[0] !== '');
}

/** Puts lessons into a section's own text, in their list's form: before its item number `at`, else behind the last. */
export function insertLessons(
  own: string,
  lessons: readonly Lesson[],
  eol: string,
  at = Number.POSITIVE_INFINITY,
): string {
  if (lessons.length === 0) return own;
  const lines = linesOf(own);
  const items = readItems(lines);
  const last = items.at(-1);
  const place = items[at]?.from ?? last?.to ?? contentEnd(lines);
  const loose = items.length > 1 && items.slice(1).every(({ from }) => lines[from - 1]!.trim() === '');
  const added = lessons.flatMap((lesson, i) => [
    ...(loose && (i > 0 || items[at] === undefined) ? [''] : []),
    ...render(lesson, items[0], markOf(last, i)),
    ...(loose && items[at] !== undefined ? [''] : []),
  ]);
  if (last === undefined) added.unshift('');
  const parts = own.split(/(?<=\n)/u);
  const before = parts.slice(0, place).join('');
  const lead = before === '' || before.endsWith('\n') ? before : before + eol;
  return `${lead}${added.map((line) => line + eol).join('')}${parts.slice(place).join('')}`;
}

/** Lines without their ends. */
function linesOf(own: string): string[] {
  const lines = own.split(/\r?\n/u);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Number of lines up to the last one that is not blank. */
function contentEnd(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== '') + 1;
}

function readItems(lines: readonly string[]): readonly Item[] {
  const starts: { at: number; match: RegExpExecArray }[] = [];
  let fenced = false;
  for (const [at, line] of lines.entries()) {
    if (FENCE.test(line)) fenced = !fenced;
    const match = fenced || RULE.test(line) ? null : ITEM.exec(line);
    if (match !== null && (starts.length === 0 || match[1] === starts[0]!.match[1]))
      starts.push({ at, match });
  }
  return starts.map(({ at, match }, i) => {
    const [, indent, mark, gap] = match as unknown as [string, string, string, string];
    const to = itemEnd(lines, at, starts[i + 1]?.at ?? lines.length);
    const width = indent.length + mark.length + gap.length;
    const rest = lines.slice(at + 1, to).map((line) => dedent(line, width));
    return { from: at, to, indent, mark, lines: [match[4]!, ...rest] };
  });
}

/** Behind the last line that belongs to an item: text that is not indented ends it once a blank line came before. */
function itemEnd(lines: readonly string[], from: number, limit: number): number {
  let end = from + 1;
  for (let at = from + 1; at < limit; at++) {
    const line = lines[at]!;
    if (line.trim() === '') continue;
    if (end < at && !/^\s/u.test(line)) break;
    end = at + 1;
  }
  return end;
}

function dedent(line: string, width: number): string {
  const blanks = /^[ \t]*/u.exec(line)![0].length;
  return line.slice(Math.min(blanks, width));
}

/** The next number in a list that is numbered, else the mark of the list, else `-`. */
function markOf(last: Item | undefined, step: number): string {
  const number = last === undefined ? null : /^(\d+)([.)])$/u.exec(last.mark);
  if (number === null) return last?.mark ?? '-';
  return `${Number(number[1]) + 1 + step}${number[2]}`;
}

function render({ lines }: Lesson, like: Item | undefined, mark: string): string[] {
  const start = `${like?.indent ?? ''}${mark} `;
  const pad = ' '.repeat(start.length);
  return lines.map((line, i) => (i === 0 ? start + line : line.trim() === '' ? '' : pad + line));
}
