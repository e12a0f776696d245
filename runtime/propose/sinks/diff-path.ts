const NAMED: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

/** A path as git writes it in a diff: in C quotes where it has control characters, quotes, backslashes or no ASCII. */
export function diffPath(path: string): string {
  const bytes = new TextEncoder().encode(path);
  let text = '';
  for (const byte of bytes) text += NAMED[byte] ?? (byte < 0x20 || byte > 0x7e ? octal(byte) : char(byte));
  return text === path ? path : `"${text}"`;
}

/** The same on the `---` and `+++` lines, where a tab ends a path with blanks. */
export function diffPathLine(path: string): string {
  const text = diffPath(path);
  return !text.startsWith('"') && text.includes(' ') ? `${text}\t` : text;
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

function char(byte: number): string {
  return String.fromCharCode(byte);
}
