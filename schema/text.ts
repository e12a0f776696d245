import type { Position } from './diagnostic.js';

/** Why a file's bytes are no text that can be read. */
export type TextProblemKind = 'utf-16' | 'nul' | 'invalid-utf-8';

export interface TextProblem extends Position {
  readonly kind: TextProblemKind;
}

/** A file's bytes as text: one byte order mark taken away, line ends as they were. */
export interface DecodedText {
  /** Empty where a problem left nothing to read. */
  readonly text: string;
  readonly bom: boolean;
  readonly problem?: TextProblem;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 strictly. Never throws: what is wrong, and where, stands in `problem`. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const rest = bom ? bytes.subarray(3) : bytes;
  if (looksLikeUtf16(bytes)) return { text: '', bom, problem: { kind: 'utf-16', line: 1, column: 1 } };
  let text: string;
  try {
    text = strict.decode(rest);
  } catch {
    const good = rest.subarray(0, validPrefix(rest));
    const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(good);
    return { text: '', bom, problem: { kind: 'invalid-utf-8', ...positionAt(before, before.length) } };
  }
  const nul = text.indexOf('\0');
  return nul < 0 ? { text, bom } : { text, bom, problem: { kind: 'nul', ...positionAt(text, nul) } };
}

function looksLikeUtf16(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  const little = b === 0 && d === 0 && a !== 0 && c !== 0;
  const big = a === 0 && c === 0 && b !== 0 && d !== 0;
  return bytes.length >= 4 && (little || big);
}

/** Length of the longest prefix that is valid UTF-8 (Unicode 15, table 3-7). */
function validPrefix(bytes: Uint8Array): number {
  let i = 0;
  while (i < bytes.length) {
    const size = sequenceSize(bytes, i);
    if (size === 0) return i;
    i += size;
  }
  return i;
}

function sequenceSize(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + size > bytes.length) return 0;
  const second = bytes[at + 1]!;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let k = 2; k < size; k++) if ((bytes[at + k]! & 0xc0) !== 0x80) return 0;
  return size;
}

/** CRLF read as LF: the form that lines, columns and digests of text count in. */
export function toLf(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

/** Line and column (code points) of an offset, in text with LF line ends. */
export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: codePointLength(text.slice(start, offset)) + 1 };
}

/** Looks up many positions in one text: a binary search over its line starts. */
export function positionIndex(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: codePointLength(text.slice(starts[low], offset)) + 1 };
  };
}

/** Number of Unicode code points; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let count = text.length;
  for (let i = 0; i + 1 < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(i + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count--;
      i++;
    }
  }
  return count;
}

/** At most `max` code points, the last one an ellipsis where text was cut; never half a surrogate pair. */
export function excerpt(text: string, max = 80): string {
  // Most texts are one line as they are, and looking is cheaper than writing it again.
  const line = (/[^\S ]|\s\s/u.test(text) ? text.replace(/\s+/gu, ' ') : text).trim();
  if (line.length <= max || codePointLength(line) <= max) return line;
  return `${Array.from(line.slice(0, max * 2))
    .slice(0, max - 1)
    .join('')}…`;
}

/** `U+00E8`: how a character is named in a message. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** NFC, the form in which names and paths are compared. */
export function nfc(text: string): string {
  return text.normalize('NFC');
}

/** True where a surrogate stands without its other half. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** The anchor that a heading gets on a forge: lower case, punctuation dropped, blanks as hyphens. */
export function headingSlug(text: string): string {
  return nfc(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
