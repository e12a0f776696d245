import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { makeFolder } from '../../runtime/files/make-folder.js';

/** Files of a cache, and those that are being written or were not written to their end. */
const SEGMENT = /^(\d{8})-[\w-]+\.bin(\.part)?$/;
/** Length of a SHA-256 digest. */
const DIGEST = 32;

/** True for the name of a file that `Segments` writes. */
export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

/**
 * Values in a folder, each in a file of its own that is written once. Several processes may use it at once; a file that is
 * not whole counts as none, and so does a folder that cannot be read or written.
 */
export class Segments {
  readonly #folder: string;
  /** The files that were there when it was read, those that are not whole included; sorted. */
  #met: readonly string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** How many files were there when it was read. */
  get count(): number {
    return this.#met.length;
  }

  /** Values, as structured clone gives them, in the order that they were written. */
  async read(): Promise<unknown[]> {
    const names = await readdir(this.#folder).catch(() => []);
    this.#met = names.filter(isSegment).sort();
    const all = await Promise.all(this.#met.filter(isWritten).map((name) => this.#readOne(name)));
    return all.flatMap((one) => (one === null ? [] : [one.value]));
  }

  /** Writes a value behind those that were read; false where that cannot be done. */
  async add(value: unknown): Promise<boolean> {
    const last = SEGMENT.exec(this.#met.at(-1) ?? '')?.[1];
    const place = last === undefined ? 0 : Number(last) + 1;
    const path = join(this.#folder, `${String(place).padStart(8, '0')}-${randomUUID()}.bin`);
    const temporary = `${path}.part`;
    try {
      const content = serialize(value);
      makeFolder(this.#folder);
      await writeFile(temporary, Buffer.concat([digestOf(content), content]), { mode: 0o600 });
      await rename(temporary, path);
      return true;
    } catch {
      // A full or read-only disk: what was worked out is used all the same.
      await rm(temporary, { force: true }).catch(() => undefined);
      return false;
    }
  }

  /** Removes the files that were there when it was read. */
  async remove(): Promise<void> {
    for (const name of this.#met) await rm(join(this.#folder, name), { force: true }).catch(() => undefined);
  }

  /** Says that the folder is in use. */
  async touch(): Promise<void> {
    const now = new Date();
    await utimes(this.#folder, now, now).catch(() => undefined);
  }

  async #readOne(name: string): Promise<{ readonly value: unknown } | null> {
    const file = await readFile(join(this.#folder, name)).catch(() => null);
    if (file === null || file.length < DIGEST) return null;
    const content = file.subarray(DIGEST);
    if (!digestOf(content).equals(file.subarray(0, DIGEST))) return null;
    try {
      return { value: deserialize(content) };
    } catch {
      // Another version of Node writes what this one cannot read.
      return null;
    }
  }
}

function isWritten(name: string): boolean {
  return name.endsWith('.bin');
}

function digestOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
