/** Bytes that `count` numbers of 7 bits take. */
function sevenBitBytes(count: number): number {
  return Math.ceil((count * 7) / 8);
}

/**
 * Packs whole numbers from -64 to 63 into 7 bits each, two's complement, the first number in the highest bits: with
 * base64, a vector of 256 takes 299 characters instead of 342.
 */
export function packSevenBits(values: Int8Array): Uint8Array {
  const bytes = new Uint8Array(sevenBitBytes(values.length));
  let at = 0;
  let held = 0;
  let bits = 0;
  for (const value of values) {
    held = ((held << 7) | (value & 127)) & 0x7fff;
    bits += 7;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
  }
  if (bits > 0) bytes[at] = held << (8 - bits);
  return bytes;
}

/**
 * The `count` numbers that `packSevenBits` packed.
 *
 * @throws RangeError where the bytes are those of another number of them
 */
export function unpackSevenBits(bytes: Uint8Array, count: number): Int8Array {
  if (!Number.isSafeInteger(count) || bytes.length !== sevenBitBytes(count)) {
    throw new RangeError(`${bytes.length} bytes are not ${count} numbers of 7 bits`);
  }
  const values = new Int8Array(count);
  let at = 0;
  let held = 0;
  let bits = 0;
  for (let i = 0; i < count; i += 1) {
    if (bits < 7) {
      held = ((held << 8) | bytes[at++]!) & 0x7fff;
      bits += 8;
    }
    bits -= 7;
    values[i] = ((held >> bits) << 25) >> 25;
  }
  return values;
}
