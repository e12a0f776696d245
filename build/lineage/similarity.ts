/** Git's full score; half of it makes a rename (`-M50%`). */
const MAX_SCORE = 60_000;
export const MINIMUM_SCORE = 30_000;

const HASH_BASE = 107_927;
const CHUNK = 64;
const LF = 10;
const CR = 13;
const BINARY_PROBE = 8000;

/** A file cut in chunks: hashes in rising order, and how many bytes have each. */
export interface Fingerprint {
  readonly size: number;
  readonly hashes: Uint32Array;
  readonly bytes: Uint32Array;
}

/**
 * Cuts a file as git's diffcore-delta does: chunks end at LF or after 64 bytes, the CR of CRLF is left out in text.
 * `countTail` false leaves out a last line without LF, as git before 2.44 does.
 */
export function fingerprint(data: Uint8Array, countTail = true): Fingerprint {
  const counts = new Map<number, number>();
  const isText = data.subarray(0, BINARY_PROBE).indexOf(0) < 0;
  let low = 0;
  let high = 0;
  let length = 0;
  const end = () => {
    const hash = ((low + Math.imul(high, 0x61)) >>> 0) % HASH_BASE;
    counts.set(hash, (counts.get(hash) ?? 0) + length);
    low = high = length = 0;
  };
  for (let i = 0; i < data.length; i++) {
    const byte = data[i]!;
    if (isText && byte === CR && data[i + 1] === LF) continue;
    const before = low;
    low = ((low << 7) ^ (high >>> 25)) >>> 0;
    high = ((high << 7) ^ (before >>> 25)) >>> 0;
    low = (low + byte) >>> 0;
    length++;
    if (length === CHUNK || byte === LF) end();
  }
  if (length > 0 && countTail) end();
  const hashes = Uint32Array.from(counts.keys()).sort();
  return { size: data.length, hashes, bytes: hashes.map((hash) => counts.get(hash)!) };
}

/** Git's similarity of a deleted and an added file, 0 to 60,000 (diffcore-rename, `estimate_similarity`). */
export function similarity(source: Fingerprint, target: Fingerprint): number {
  const largest = Math.max(source.size, target.size);
  const gap = largest - Math.min(source.size, target.size);
  if (largest * (MAX_SCORE - MINIMUM_SCORE) < gap * MAX_SCORE || target.size === 0) return 0;
  return Math.floor((sharedBytes(source, target) * MAX_SCORE) / largest);
}

/** Share of the larger file that the other one has, too, in [0, 1]: what the score is made of, however small it is. */
export function shareInCommon(a: Fingerprint, b: Fingerprint): number {
  const largest = Math.max(a.size, b.size);
  return largest === 0 ? 0 : Math.floor((sharedBytes(a, b) * 100) / largest) / 100;
}

function sharedBytes(a: Fingerprint, b: Fingerprint): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.hashes.length && j < b.hashes.length; ) {
    const difference = a.hashes[i]! - b.hashes[j]!;
    if (difference === 0) shared += Math.min(a.bytes[i]!, b.bytes[j]!);
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return shared;
}
