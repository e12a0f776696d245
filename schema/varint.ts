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

  /** @param value a whole number from 0 to 2^32 - 1 */
  write(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow();
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
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

/** Reads `count` varints; throws RangeError where the bytes end early or go on behind the last. */
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
    values[i] = value;
  }
  if (at !== bytes.length) throw new RangeError('bytes behind the last varint');
  return values;
}
