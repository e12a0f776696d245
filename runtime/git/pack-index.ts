import { readFile } from 'node:fs/promises';

const MAGIC = 0xff744f63;
const FANOUT = 8;
const NAMES = FANOUT + 256 * 4;
const ID_BYTES = 20;
const LARGE = 0x80000000;

/** A pack's index, version 2, searched in place: nothing is unpacked on opening. */
export class PackIndex {
  readonly #data: Buffer;
  readonly #count: number;

  private constructor(data: Buffer) {
    this.#data = data;
    this.#count = data.readUInt32BE(FANOUT + 255 * 4);
  }

  /** Null where the file is of another version, or its size is not what its counts ask for. */
  static async open(path: string): Promise<PackIndex | null> {
    const data = await readFile(path);
    if (data.length < NAMES || data.readUInt32BE(0) !== MAGIC || data.readUInt32BE(4) !== 2) return null;
    const index = new PackIndex(data);
    return data.length >= NAMES + index.#count * (ID_BYTES + 8) + 2 * ID_BYTES ? index : null;
  }

  /** Where an object begins in the pack; undefined where the pack does not have it. */
  offsetOf(oid: string): number | undefined {
    const id = Buffer.from(oid, 'hex');
    const first = id[0]!;
    let low = first === 0 ? 0 : this.#data.readUInt32BE(FANOUT + (first - 1) * 4);
    let high = Math.min(this.#data.readUInt32BE(FANOUT + first * 4), this.#count);
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = NAMES + middle * ID_BYTES;
      const order = id.compare(this.#data, at, at + ID_BYTES);
      if (order === 0) return this.#offset(middle);
      if (order < 0) high = middle;
      else low = middle + 1;
    }
    return undefined;
  }

  #offset(n: number): number {
    const offsets = NAMES + this.#count * (ID_BYTES + 4);
    const value = this.#data.readUInt32BE(offsets + n * 4);
    if (value < LARGE) return value;
    return Number(this.#data.readBigUInt64BE(offsets + this.#count * 4 + (value - LARGE) * 8));
  }
}
