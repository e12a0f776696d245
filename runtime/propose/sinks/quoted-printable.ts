/** Longest encoded line, the soft break's `=` included (RFC 2045, section 6.7). */
const LINE_LIMIT = 76;

/**
 * Text as quoted-printable in UTF-8 (RFC 2045): mail programs, and git, strip carriage returns and cut long lines
 * otherwise. Line feeds stay.
 */
export function quotedPrintable(text: string): string {
  return text.split('\n').map(encodeLine).join('\n');
}

function encodeLine(line: string): string {
  const bytes = new TextEncoder().encode(line);
  const rows = [''];
  bytes.forEach((byte, at) => {
    const code = isLiteral(byte, at, bytes) ? String.fromCharCode(byte) : hex(byte);
    if (rows.at(-1)!.length + code.length >= LINE_LIMIT) rows.push('');
    rows[rows.length - 1] += code;
  });
  return rows.join('=\n');
}

/** Blanks at a line's end are stripped in transport; `F` and `.` at its start mean something in mailboxes. */
function isLiteral(byte: number, at: number, line: Uint8Array): boolean {
  if (byte === 0x20 || byte === 0x09) return at < line.length - 1;
  if (at === 0 && (byte === 0x46 || byte === 0x2e)) return false;
  return byte > 0x20 && byte < 0x7f && byte !== 0x3d;
}

function hex(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
