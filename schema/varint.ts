/** Grows as it is written to; unsigned LEB128, seven bits a byte, low bits first. */
export class VarintWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /**
   * @param value a whole number from 0 to 2^32 - 1
   * @throws RangeError for any other
   */
  write(value: number): void {
    if (value >>> 0 !== value) throw new RangeError(`no unsigned 32-bit number: ${value}`);
    if (this.#length + 5 > this.#bytes.length) this.#grow();
    const bytes = this.#bytes;
    let at = this.#length;
    let rest = value;
    while (rest > 127) {
      bytes[at++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[at++] = rest;
    this.#length = at;
  }

  /** The bytes written so far; a view, not a copy. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2 + 5);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Reads `count` varints; throws RangeError where the bytes end early, go on behind the last, or hold a larger number than 32 bits. */
export function readVarints(bytes: Uint8Array, count: number): Uint32Array<ArrayBuffer> {
  const values = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    let value = 0;
    let scale = 1;
    let byte = 128;
    while (byte > 127) {
      if (at >= bytes.length) throw new RangeError('varints end early');
      byte = bytes[at++]!;
      value += (byte & 127) * scale;
      scale *= 128;
    }
    if (!(value <= 0xffffffff)) throw new RangeError('varint of more than 32 bits');
    values[i] = value;
  }
  if (at !== bytes.length) throw new RangeError('bytes behind the last varint');
  return values;
}
