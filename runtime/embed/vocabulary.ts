const LINE_FEED = 10;
const CONTINUATION = 35;
/** FNV-1a, 32 bits (Fowler, Noll, Vo). */
const FNV_START = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
const CONTINUED_START = hashByte(hashByte(FNV_START, CONTINUATION), CONTINUATION);

/**
 * The tokens of a WordPiece model, found by hash in the bytes of its file: a Map of them all would take three times as
 * long to make as the rest of the model takes to load.
 */
export class Vocabulary {
  readonly #bytes: Uint8Array;
  /** First byte of each token's line, and of the one behind the last. */
  readonly #starts: Int32Array;
  /** Open addressing: row + 1, or 0 where free. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** Bytes of the longest token. */
  readonly #longest: number;
  readonly #hashes: Int32Array;
  readonly #ends: Int32Array;

  /**
   * @param bytes UTF-8, a token a line, each line ended; the line's number is the token's row
   * @throws RangeError where there are not as many lines as tokens
   */
  constructor(bytes: Uint8Array, tokens: number) {
    this.#bytes = bytes;
    this.#starts = new Int32Array(tokens + 1);
    const size = 2 ** Math.ceil(Math.log2(2 * tokens + 2));
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
    this.#longest = indexLines(bytes, this.#starts, this.#slots);
    this.#hashes = new Int32Array(this.#longest);
    this.#ends = new Int32Array(this.#longest);
  }

  /**
   * Row of the longest token that a word goes on with, or -1.
   *
   * @param text UTF-8; the word goes on from `start` to `end`
   * @param isContinued true behind the word's first token
   */
  longestAt(text: Uint8Array, start: number, end: number, isContinued: boolean): number {
    const limit = Math.min(end, start + this.#longest);
    let hash = isContinued ? CONTINUED_START : FNV_START;
    let count = 0;
    for (let at = start; at < limit; at += 1) {
      hash = Math.imul(hash ^ text[at]!, FNV_PRIME);
      // A token ends where a code point does.
      if (at + 1 < end && (text[at + 1]! & 0xc0) === 0x80) continue;
      this.#hashes[count] = hash;
      this.#ends[count++] = at + 1;
    }
    while (count > 0) {
      count -= 1;
      const row = this.#find(text, start, this.#ends[count]!, isContinued ? 2 : 0, this.#hashes[count]!);
      if (row !== -1) return row;
    }
    return -1;
  }

  /** Bytes of a token without the mark of a continuation. */
  sizeOf(row: number, isContinued: boolean): number {
    return this.#starts[row + 1]! - this.#starts[row]! - (isContinued ? 3 : 1);
  }

  token(row: number): string {
    return new TextDecoder().decode(this.#bytes.subarray(this.#starts[row]!, this.#starts[row + 1]! - 1));
  }

  #find(text: Uint8Array, start: number, end: number, mark: number, hash: number): number {
    for (let slot = hash & this.#mask; this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      const row = this.#slots[slot]! - 1;
      if (this.#isToken(row, text, start, end, mark)) return row;
    }
    return -1;
  }

  #isToken(row: number, text: Uint8Array, start: number, end: number, mark: number): boolean {
    const from = this.#starts[row]!;
    const size = mark + end - start;
    if (this.#starts[row + 1]! - 1 - from !== size) return false;
    for (let i = 0; i < mark; i += 1) if (this.#bytes[from + i] !== CONTINUATION) return false;
    for (let i = mark; i < size; i += 1) {
      if (this.#bytes[from + i] !== text[start + i - mark]) return false;
    }
    return true;
  }
}

function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, FNV_PRIME);
}

/** Fills the index; returns the bytes of the longest token. One plain loop: it runs once, before it is compiled. */
function indexLines(bytes: Uint8Array, starts: Int32Array, slots: Int32Array): number {
  const mask = slots.length - 1;
  const tokens = starts.length - 1;
  const size = bytes.length;
  if (size > 0 && bytes[size - 1] !== LINE_FEED) throw new RangeError('the last token has no line end');
  let longest = 0;
  let row = 0;
  let at = 0;
  while (at < size && row < tokens) {
    const start = at;
    let hash = FNV_START;
    for (let byte = bytes[at++]!; byte !== LINE_FEED; byte = bytes[at++]!) {
      hash = Math.imul(hash ^ byte, FNV_PRIME);
    }
    if (at - start > longest) longest = at - start;
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    row += 1;
    slots[slot] = row;
    starts[row] = at;
  }
  if (row !== tokens || at !== size) throw new RangeError('not as many lines as tokens');
  return longest;
}
