import type { Vocabulary } from './vocabulary.js';

/** Words of more code points are unknown. */
const LONGEST_WORD = 100;

/**
 * Anything but printable ASCII, the three blanks that BERT keeps, and common signs that have neither case nor accents:
 * such text takes the longer way.
 */
const NOT_PLAIN = /[^\t\n\r -~\u2010-\u2027\u2190-\u2193\u2500-\u257f\u2705\u2713\u274c]/;
/** Characters without a place in a word: controls, formats, private use, lone surrogates. */
const DROPPED = /[\p{Cf}\p{Co}\p{Cs}\ufffd\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/gu;
const ACCENTS = /\p{Mn}/gu;

const IN_WORD = 0;
const BLANK = 1;
/** Punctuation and CJK characters: each is a word of its own. */
const ALONE = 2;
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => classify(code));

const encoder = new TextEncoder();

/** What a text was cut into. */
export interface WordPieces {
  /** Rows of the known tokens, in the order of the text. */
  readonly rows: readonly number[];
  /** Number of all tokens; an unknown word is one. */
  readonly all: number;
}

/**
 * Cuts a text into the tokens of an uncased BERT WordPiece model (Devlin et al. 2018): lower case, accents dropped,
 * words parted at blanks, punctuation and CJK characters, each word cut into the longest tokens from its start on. A
 * word that cannot be cut into known tokens is unknown as a whole.
 *
 * @param most tokens after which the text is cut off
 */
export function wordPieces(text: string, vocabulary: Vocabulary, most: number): WordPieces {
  const bytes = encoder.encode(normalise(text));
  const rows: number[] = [];
  let all = 0;
  for (let at = 0; at < bytes.length && all < most; ) {
    const end = wordEnd(bytes, at);
    if (end < 0) {
      at = -end;
      continue;
    }
    const before = rows.length;
    const isKnown = codePoints(bytes, at, end) <= LONGEST_WORD && cutWord(bytes, at, end, vocabulary, rows);
    all += isKnown ? rows.length - before : 1;
    at = end;
  }
  if (all > most) rows.length -= all - most;
  return { rows, all: Math.min(all, most) };
}

function normalise(text: string): string {
  if (!NOT_PLAIN.test(text)) return text.toLowerCase();
  // Dropped first: what a capital sigma becomes depends on its neighbours.
  return text.replace(DROPPED, '').toLowerCase().normalize('NFD').replace(ACCENTS, '');
}

/** End of the word that starts at `at`; the end of a blank, negated, where one starts there. */
function wordEnd(bytes: Uint8Array, start: number): number {
  for (let at = start; at < bytes.length; ) {
    const byte = bytes[at]!;
    const size = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    const kind = size === 1 ? ASCII[byte]! : classify(decode(bytes, at, size));
    if (kind !== IN_WORD) {
      if (at > start) return at;
      return kind === BLANK ? -(at + size) : at + size;
    }
    at += size;
  }
  return bytes.length;
}

/** Adds the rows of a word's tokens; false, and none added, where a piece of it is unknown. */
function cutWord(
  bytes: Uint8Array,
  start: number,
  end: number,
  vocabulary: Vocabulary,
  rows: number[],
): boolean {
  const before = rows.length;
  for (let at = start; at < end; ) {
    const isContinued = at > start;
    const row = vocabulary.longestAt(bytes, at, end, isContinued);
    if (row === -1) {
      rows.length = before;
      return false;
    }
    rows.push(row);
    at += vocabulary.sizeOf(row, isContinued);
  }
  return true;
}

function codePoints(bytes: Uint8Array, start: number, end: number): number {
  if (end - start <= LONGEST_WORD) return end - start;
  let count = 0;
  for (let at = start; at < end; at += 1) if ((bytes[at]! & 0xc0) !== 0x80) count += 1;
  return count;
}

function decode(bytes: Uint8Array, at: number, size: number): number {
  let code = bytes[at]! & (0xff >> (size + 1));
  for (let i = 1; i < size; i += 1) code = (code << 6) | (bytes[at + i]! & 0x3f);
  return code;
}

function classify(code: number): number {
  if (isCjk(code)) return ALONE;
  const character = String.fromCodePoint(code);
  if (/\s/u.test(character)) return BLANK;
  return /[\p{P}$+<=>^`|~]/u.test(character) ? ALONE : IN_WORD;
}

/** The blocks that BERT's tokenizer takes for CJK ideographs. */
function isCjk(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x20000 && code <= 0x2a6df) ||
    (code >= 0x2a700 && code <= 0x2ceaf) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x2f800 && code <= 0x2fa1f)
  );
}
