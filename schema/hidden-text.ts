import type { Position } from './diagnostic.js';
import { codePointName, positionIndex, toLf } from './text.js';

/** Characters next to one another that a reader does not see. */
export interface HiddenRun extends Position {
  /** `U+202E`, one for each character, in their order. */
  readonly characters: readonly string[];
  /** What the run spells in tag characters or variation selectors; absent where it spells nothing. */
  readonly decoded?: string;
}

/** England, Scotland, Wales: the only flags that tag characters may spell (Unicode, emoji-sequences). */
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map((flag) => {
  const tags = [...flag].map((letter) => `\\u{${(0xe0000 + letter.codePointAt(0)!).toString(16)}}`);
  return `\\u{1f3f4}${tags.join('')}\\u{e007f}`;
});

/** Scripts whose letters are shaped by joiners. */
const JOINING = [
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala',
  'Khmer Myanmar Tibetan Thaana Phags_Pa Mandaic',
]
  .join(' ')
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** Some signs of a script are themselves not seen: behind these nothing is in place. */
function behind(script: string): string {
  return `(?<=(?!\\p{Default_Ignorable_Code_Point})${script})`;
}

/** Where such a character does what it is there for. */
const IN_PLACE = [
  ...FLAGS,
  '(?<=[\\p{Emoji}\\p{Extended_Pictographic}])[\\ufe0e\\ufe0f]',
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Sm})\\ufe00',
  `${behind('\\p{Script=Mongolian}')}[\\u180b-\\u180f]`,
  `${behind('\\p{Script=Khmer}')}[\\u17b4\\u17b5]`,
  '(?<=\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?)\\u200d(?=\\p{Extended_Pictographic})',
  `${behind(`[${JOINING}]`)}[\\u200c\\u200d]`,
].join('|');

/** Controls but tab and line ends, what is ignored when it is shown, line separators, interlinear annotations. */
const UNSEEN =
  '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}\\ufff9-\\ufffb]';

const HIDDEN = new RegExp(`(${IN_PLACE})|(${UNSEEN})`, 'gu');

/** UTF-16 units that what is not seen begins with or is: a quick look that finds all of it, and some other characters. */
const SUSPECT = new RegExp(
  [
    '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f',
    '\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ud82f\\ud834\\udb40-\\udb43]',
  ].join(''),
);

/** What such characters are among; engines find it many times as fast. */
const UNUSUAL = /[^\t\n -~]+/g;

/**
 * Finds characters that a reader does not see: controls, marks and overrides of direction, tag characters, zero-width
 * characters and variation selectors, unless they stand where a script or an emoji needs them. One byte order mark at
 * the start is none.
 */
export function findHidden(text: string): HiddenRun[] {
  const lf = toLf(text);
  const runs: { start: number; end: number; points: number[] }[] = [];
  for (const { start: from, line } of suspectLines(lf)) {
    for (const { index, 0: character, 2: hidden } of line.matchAll(HIDDEN)) {
      const start = from + index;
      if (hidden === undefined || (start === 0 && hidden === '\ufeff')) continue;
      const last = runs.at(-1);
      const run = last?.end === start ? last : { start, end: start, points: [] };
      if (run !== last) runs.push(run);
      run.points.push(character.codePointAt(0)!);
      run.end = start + character.length;
    }
  }
  const place = positionIndex(lf);
  return runs.map(({ start, points }) => {
    const decoded = decode(points);
    return {
      ...place(start),
      characters: points.map((point) => codePointName(String.fromCodePoint(point))),
      ...(decoded === '' ? {} : { decoded }),
    };
  });
}

function* suspectLines(text: string): Generator<{ readonly start: number; readonly line: string }> {
  let next = 0;
  for (const { index, 0: run } of text.matchAll(UNUSUAL)) {
    if (index + run.length <= next) continue;
    const inside = Math.max(0, next - index);
    const at = run.slice(inside).search(SUSPECT);
    if (at < 0) continue;
    const start = text.lastIndexOf('\n', index + inside + at) + 1;
    const end = text.indexOf('\n', start);
    yield { start, line: text.slice(start, end < 0 ? undefined : end) };
    if (end < 0) return;
    next = end;
  }
}

/**
 * One line for a commit's message: control characters and line ends are blanks, what a reader would not see is left
 * out, lone surrogates and noncharacters (which git takes for broken UTF-8) are U+FFFD; no blanks at either end.
 */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{Noncharacter_Code_Point}/gu, '\ufffd')
    .replace(HIDDEN, (_, inPlace: string | undefined) => inPlace ?? '')
    .trim();
}

/** Tag characters spell ASCII, variation selectors bytes of UTF-8; nothing where no letter or digit comes of it. */
function decode(points: readonly number[]): string {
  const bytes = points.flatMap((point) => {
    if (point >= 0xe0020 && point <= 0xe007e) return [point - 0xe0000];
    if (point >= 0xfe00 && point <= 0xfe0f) return [point - 0xfe00];
    return point >= 0xe0100 && point <= 0xe01ef ? [point - 0xe0100 + 16] : [];
  });
  const text = plainLine(new TextDecoder().decode(Uint8Array.from(bytes)));
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}
