import { plainLine } from '../../../schema/hidden-text.js';
import { codePointLength } from '../../../schema/text.js';

/** ASCII that Markdown, HTML or a forge may read as more than itself, as character references (HTML, section 13.5). */
const REFERENCES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '`': 'grave',
  '*': 'ast',
  _: 'lowbar',
  '~': '#x7E',
  '[': 'lsqb',
  ']': 'rsqb',
  '{': 'lcub',
  '}': 'rcub',
  '!': 'excl',
  '#': 'num',
  '@': 'commat',
  '|': 'vert',
  '\\': 'bsol',
  ':': 'colon',
  $: 'dollar',
  '^': 'Hat',
  '-': '#x2D',
  '.': 'period',
};

/** A dash only where a number or another mark follows (`GH-1`, `-->`), a full stop only where an address begins. */
const ACTIVE = /[&<>"'`*_~[\]{}!#@|\\:$^]|-(?=[\d>-])|(?<=www)\./gi;

/**
 * Text that somebody wrote, for a pull request: shown as code, with every mark that Markdown, HTML or the forge could
 * act on as a character reference. So it neither mentions anybody nor closes an issue, there or in the message of a squash
 * merge, which takes the text as it stands. Characters that a reader would not see are left out. `max` is in code
 * points.
 */
export function inertText(text: string, max: number): string {
  const lines = cut(text, max).split(/\r\n|\n|\r/);
  const shown = lines.map((line) => plainLine(line).replace(ACTIVE, reference));
  const code = shown.filter((line) => line !== '').join('<br>');
  return code === '' ? '' : `<code>${code}</code>`;
}

/**
 * The same for a title, which has no markup: a blank parts what would be a mention, a reference or an address.
 */
export function inertTitle(text: string, max: number): string {
  const line = plainLine(text)
    .replace(/@(?=[\w-])/g, '@ ')
    .replace(/#(?=\d)/g, '# ')
    .replace(/\bGH-(?=\d)/gi, '$& ')
    .replace(/:(?=\/\/)/g, ': ')
    .replace(/\s+/g, ' ');
  return cut(line, max);
}

function reference(character: string): string {
  return `&${REFERENCES[character]};`;
}

function cut(text: string, max: number): string {
  if (text.length <= max || codePointLength(text) <= max) return text;
  return `${Array.from(text.slice(0, max * 2))
    .slice(0, max - 1)
    .join('')}…`;
}
