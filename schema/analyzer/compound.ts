import { CharacterClass, classOf } from './character-class.js';

/** One part of a compound, as offsets into the text, and how it is joined to the part before it. */
export interface Part {
  start: number;
  end: number;
  /** True where the part follows a change of case or of letters and digits, or a dot: `nextJs`, `es2022`, `next.js`. */
  tight: boolean;
}

/** Signs that join words of a compound. */
export const CONNECTORS = new Set(['-', '_', '.', "'", '\u2019', '\u2010', '\u2011']);
const CLITIC = /^(?:s|t|d|m|re|ve|ll)$/i;

/**
 * Reads the compound that starts at `start`: words joined by single connectors, cut at case and digit borders.
 * Fills `parts` and returns the offset behind it.
 */
export function readCompound(text: string, start: number, parts: Part[]): number {
  parts.length = 0;
  let at = readRun(text, start, false, parts);
  while (at + 1 < text.length && CONNECTORS.has(text[at]!) && startsWord(text, at + 1)) {
    const connector = text[at]!;
    const before = parts.length;
    at = readRun(text, at + 1, connector === '.', parts);
    if (isApostrophe(connector)) dropClitic(text, parts, before);
  }
  return at;
}

function isApostrophe(connector: string): boolean {
  return connector === "'" || connector === '\u2019';
}

/** The endings of `user's`, `don't`, `we're` say nothing. */
function dropClitic(text: string, parts: Part[], from: number): void {
  const part = parts[from]!;
  if (parts.length === from + 1 && CLITIC.test(text.slice(part.start, part.end))) parts.pop();
}

function startsWord(text: string, at: number): boolean {
  const kind = classOf(text.codePointAt(at)!);
  return kind >= CharacterClass.lower && kind <= CharacterClass.letter;
}

/** Reads letters, digits and marks from `start`, cutting at borders. Returns the offset behind the run. */
function readRun(text: string, start: number, tight: boolean, parts: Part[]): number {
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
      const cut = border(text, at, last, kind, upperRun, lastStart);
      if (cut > from) {
        parts.push({ start: from, end: cut, tight: from === start ? tight : true });
        from = cut;
      }
      upperRun = kind === CharacterClass.upper ? upperRun + 1 : 0;
      last = kind;
      lastStart = at;
    }
    at += code > 0xffff ? 2 : 1;
  }
  parts.push({ start: from, end: at, tight: from === start ? tight : true });
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
  if (last === CharacterClass.separator || last === kind) return -1;
  if (last === CharacterClass.digit || kind === CharacterClass.digit) return at;
  if (last === CharacterClass.lower && kind === CharacterClass.upper) return at;
  // HTTPServer: the last capital belongs to the next word; but APIs is a plural.
  if (kind === CharacterClass.lower && upperRun > 1 && !isPluralEnd(text, at)) return lastStart;
  return -1;
}

function isPluralEnd(text: string, at: number): boolean {
  if (text[at] !== 's') return false;
  const next = text.codePointAt(at + 1);
  return next === undefined || !startsWord(text, at + 1);
}
