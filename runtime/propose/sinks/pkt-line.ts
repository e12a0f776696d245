/** Longest line, its four digits included (gitprotocol-common). */
const LONGEST = 65_520;

/** One line of git's wire format: its length in four hexadecimal digits, then its bytes. */
export function pktLine(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length + 4 > LONGEST) throw new Error('a line of git does not hold that much');
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** The packet that ends a list of lines. */
export const FLUSH = Buffer.from('0000');

/**
 * Lines of git's wire format; null for a packet that ends a list.
 *
 * @throws Error where the bytes are not of that format, or are cut short
 */
export function readPktLines(bytes: Buffer): (Buffer | null)[] {
  const lines: (Buffer | null)[] = [];
  for (let at = 0; at < bytes.length; ) {
    const digits = bytes.toString('latin1', at, at + 4);
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
    if (length < 0 || length === 3 || at + length > bytes.length) throw new Error('broken packet of git');
    lines.push(length < 4 ? null : bytes.subarray(at + 4, at + length));
    at += Math.max(length, 4);
  }
  return lines;
}
