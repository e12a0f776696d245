import type { FindingKind } from '../diagnostic.js';
import { decodeUtf8, toLf } from '../text.js';

/** Bytes of one file that are scanned: what an agent would load is far smaller. */
export const LARGEST_SCANNED = 1 << 20;

export const fileNotScanned: FindingKind = {
  code: 'file-not-scanned',
  severity: 'warning',
  checkOnly: true,
  tags: ['security', 'file'],
  wording: ({ bytes, limit }) =>
    `The file has ${bytes} bytes, and only the first ${limit} were scanned. Make it smaller, or split it.`,
  page: {
    why: 'What stands behind the first mebibyte of a text is not looked at by the security rules, nor for secrets: padding could hide anything there.',
    wrong: 'references/everything.md: 3 MB',
    right: 'references/api.md: 40 KB\nreferences/errors.md: 25 KB',
    language: 'text',
  },
};

/** The start of a text file that is scanned. */
export interface ScannedPart {
  /** LF line ends. */
  readonly text: string;
  readonly isWhole: boolean;
}

/**
 * What of a file is scanned, whatever its size; undefined where that is no UTF-8 text. It is cut inside of a line, too:
 * a line can be longer than what is scanned.
 */
export function scannedPart(bytes: Uint8Array): ScannedPart | undefined {
  const { text, problem } = decodeUtf8(bytes.subarray(0, endOfPart(bytes)));
  return problem === undefined ? { text: toLf(text), isWhole: bytes.length <= LARGEST_SCANNED } : undefined;
}

/** At most 3 bytes before the limit, where a code point stands across it. */
function endOfPart(bytes: Uint8Array): number {
  if (bytes.length <= LARGEST_SCANNED) return bytes.length;
  for (let end = LARGEST_SCANNED; end > LARGEST_SCANNED - 4; end--) {
    if ((bytes[end]! & 0xc0) !== 0x80) return end;
  }
  return LARGEST_SCANNED;
}
