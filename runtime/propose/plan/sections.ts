import { SkillgraftError } from '../../../schema/errors.js';
import { type Heading, readMarkdown } from '../../../schema/markdown.js';
import { nfc, toLf } from '../../../schema/text.js';
import { isLessonsTitle, LESSONS_KEY } from './lesson-titles.js';
import { shownText } from './texts.js';

/** A part of a body: a heading, the text up to the next one, and the parts below it. */
export interface Section {
  /** 1 to 6; 0 for the body itself, which has no heading. */
  readonly level: number;
  readonly title: string;
  /** What sections are matched by: the title in lower case, one word for all headings of lessons. */
  readonly key: string;
  /** Lines of the heading, line ends included. */
  readonly head: string;
  /** Lines between the heading and the next one. */
  own: string;
  readonly children: Section[];
  /** True where it was put in: it is set apart by blank lines. */
  readonly isAdded?: true;
}

/**
 * Reads a body as a tree of sections; `writeSections` gives the same bytes back. Headings count where they start a
 * line, not inside of lists, quotes or code.
 */
export function readSections(body: string): Section {
  const lines = body.split(/(?<=\n)/u);
  const headings = topHeadings(body);
  const root = section(0, '', '', lines.slice(0, (headings[0]?.line ?? lines.length + 1) - 1).join(''));
  const open = [root];
  for (const [i, { level, text, line }] of headings.entries()) {
    const part = lines.slice(line - 1, (headings[i + 1]?.line ?? lines.length + 1) - 1);
    const size = headingLines(part);
    const one = section(level, text, part.slice(0, size).join(''), part.slice(size).join(''));
    while (open.at(-1)!.level >= level) open.pop();
    open.at(-1)!.children.push(one);
    open.push(one);
  }
  return root;
}

function topHeadings(body: string): Heading[] {
  return readMarkdown(toLf(body)).headings.filter(({ column }) => column === 1);
}

function section(level: number, title: string, head: string, own: string): Section {
  return { level, title, key: keyOf(title), head, own, children: [] };
}

/** One line for `# Title`; for an underlined title, all lines down to the underline. */
function headingLines(lines: readonly string[]): number {
  if (/^#{1,6}(?:[ \t]|\r?\n?$)/u.test(lines[0]!)) return 1;
  return Math.max(1, lines.findIndex((line, i) => i > 0 && /^ {0,3}(?:=+|-+)[ \t]*\r?\n?$/u.test(line)) + 1);
}

function keyOf(title: string): string {
  return isLessonsTitle(title) ? LESSONS_KEY : nfc(title).toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** The tree as text. What was put in is set apart by blank lines; nothing else is touched. */
export function writeSections(root: Section, eol: string): string {
  let out = '';
  let afterAdded = false;
  const write = (one: Section): void => {
    const text = one.head + one.own;
    if (text !== '') {
      if (one.isAdded || afterAdded) out = withBlankLine(out, eol);
      out += text;
      afterAdded = one.isAdded === true;
    }
    for (const child of one.children) write(child);
  };
  write(root);
  return afterAdded ? out.trimEnd() + eol : out;
}

function withBlankLine(text: string, eol: string): string {
  if (text === '' || /\n[ \t]*\r?\n$/u.test(text)) return text;
  return text.endsWith('\n') ? text + eol : text + eol + eol;
}

/** The section and all below it, in the order of the text. */
export function* walkSections(one: Section): Generator<Section> {
  yield one;
  for (const child of one.children) yield* walkSections(child);
}

/** The heading that stands over all of the body, where there is one: the only one of level 1, before all others. */
export function titleOf(root: Section): Section | undefined {
  return root.children.length === 1 && root.children[0]!.level === 1 ? root.children[0] : undefined;
}

/**
 * Refuses a body whose parts run into each other: an open code block or comment swallows the headings behind it.
 *
 * @throws SkillgraftError `body-unclosed`
 */
export function refuseUnclosed(root: Section, text: string): void {
  const wanted = [...walkSections(root)].slice(1).map(({ title }) => title);
  const found = topHeadings(text).map((heading) => heading.text);
  const at = wanted.findIndex((title, i) => found[i] !== title);
  if (at < 0 && wanted.length === found.length) return;
  const lost = wanted[at] ?? found.at(-1) ?? '';
  throw new SkillgraftError(
    'body-unclosed',
    `The heading "${shownText(lost)}" would stand in a code block, a list or a comment that is not closed before it.`,
    'Close it in the body, and propose again.',
  );
}
