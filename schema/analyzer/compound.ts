import { CharacterClass, classOf } from './character-class.js';

/** Parts of a compound, as offsets into the text. Made once and filled again: compounds are many. */
export class Parts {
  count = 0;
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** True where a part follows a change of case or of letters and digits, or a dot: `nextJs`, `es2022`, `next.js`. */
  readonly tight: boolean[] = [];
  /** Numbers of the parts' terms, for whoever asks for these. */
  readonly terms: number[] = [];

  add(start: number, end: number, tight: boolean): void {
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.tight[this.count] = tight;
    this.count += 1;
  }
}

const [APOSTROPHE, HYPHEN, DOT, LOW_LINE] = [0x27, 0x2d, 0x2e, 0x5f] as const;
const [HYPHEN_SIGN, FIXED_HYPHEN, QUOTE] = [0x2010, 0x2011, 0x2019] as const;

/** True for the signs that join words of a compound. */
export function isConnector(code: number): boolean {
  return (
    code === DOT ||
    code === HYPHEN ||
    code === LOW_LINE ||
    isApostrophe(code) ||
    code === HYPHEN_SIGN ||
    code === FIXED_HYPHEN
  );
}

function isApostrophe(code: number): boolean {
  return code === APOSTROPHE || code === QUOTE;
}

const CLITIC = /^(?:s|t|d|m|re|ve|ll)$/i;

/**
 * Reads the compound that starts at `start`: words joined by single connectors, cut at case and digit borders.
 * Fills `parts` and returns the offset behind it.
 */
export function readCompound(text: string, start: number, parts: Parts): number {
  parts.count = 0;
  let at = readRun(text, start, false, parts);
  while (at + 1 < text.length) {
    const connector = text.charCodeAt(at);
    if (!isConnector(connector) || !startsWord(text, at + 1)) break;
    const before = parts.count;
    at = readRun(text, at + 1, connector === DOT, parts);
    if (isApostrophe(connector)) dropClitic(text, parts, before);
  }
  return at;
}

/** The endings of `user's`, `don't`, `we're` say nothing. */
function dropClitic(text: string, parts: Parts, from: number): void {
  if (parts.count === from + 1 && CLITIC.test(text.slice(parts.starts[from], parts.ends[from])))
    parts.count = from;
}

function startsWord(text: string, at: number): boolean {
  const kind = classOf(text.codePointAt(at)!);
  return kind >= CharacterClass.lower && kind <= CharacterClass.letter;
}

/** Reads letters, digits and marks from `start`, cutting at borders. Returns the offset behind the run. */
function readRun(text: string, start: number, tight: boolean, parts: Parts): number {
  let from = start;
  let at = start;
  let last: number = CharacterClass.separator;
  let upperRun = 0;
  let lastStart = start;
  while (at < text.length) {
    const code = text.codePointAt(at)!;
    const kind = classOf(code);
    if (kind === CharacterClass.separator || kind >= CharacterClass.han) break;
    if (kind !== CharacterClass.mark) {
      const cut = last === kind ? -1 : border(text, at, last, kind, upperRun, lastStart);
      if (cut > from) {
        parts.add(from, cut, from > start || tight);
        from = cut;
      }
      upperRun = kind === CharacterClass.upper ? upperRun + 1 : 0;
      last = kind;
      lastStart = at;
    }
    at += code > 0xffff ? 2 : 1;
  }
  parts.add(from, at, from > start || tight);
  return at;
}

/** Where a border lies at or just before `at`, or -1. */
function border(
  text: string,
  at: number,
  last: number,
  kind: number,
  upperRun: number,
  lastStart: number,
): number {
  if (last === CharacterClass.separator) return -1;
  if (last === CharacterClass.digit || kind === CharacterClass.digit) return at;
  if (last === CharacterClass.lower && kind === CharacterClass.upper) return at;
  // HTTPServer: the last capital belongs to the next word; but APIs is a plural.
  if (kind === CharacterClass.lower && upperRun > 1 && !isPluralEnd(text, at)) return lastStart;
  return -1;
}

function isPluralEnd(text: string, at: number): boolean {
  return text[at] === 's' && (at + 1 === text.length || !startsWord(text, at + 1));
}
