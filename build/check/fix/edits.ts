import type { Position } from '../../../schema/diagnostic.js';

/** A piece of a text that is replaced; offsets of the text with LF line ends and without a byte order mark. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Makes an edit in the text as it lies in the file: a byte order mark and all other line ends stay. */
export function applyEdit(raw: string, { from, to, text }: TextEdit): string {
  const at = rawOffsets(raw);
  return raw.slice(0, at(from)) + text + raw.slice(at(to));
}

/** The text as positions count in it: LF line ends, no byte order mark. */
export function plainText(raw: string): string {
  return raw.replace(/^\ufeff/u, '').replaceAll('\r\n', '\n');
}

/** Offset of a place whose column counts code points; -1 where the text has no such line. */
export function offsetAt(text: string, { line, column }: Position): number {
  let start = 0;
  for (let i = 1; i < line; i++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return -1;
    start = end + 1;
  }
  let at = start;
  for (let i = 1; i < column && at < text.length; i++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}

/** The line that begins at or holds an offset, from the offset on. */
export function restOfLine(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.slice(offset) : text.slice(offset, end);
}

/** An offset of the plain text, as one of the text in the file. The end of a line stands before its CR. */
function rawOffsets(raw: string): (offset: number) => number {
  const bom = raw.startsWith('\ufeff') ? 1 : 0;
  return (offset) => {
    let at = bom + offset;
    for (let cr = raw.indexOf('\r\n', bom); cr >= 0 && cr < at; cr = raw.indexOf('\r\n', cr + 2)) at++;
    return at;
  };
}
