import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

const ENDING = '.bin';
/** Length of a SHA-256 digest. */
const DIGEST = 32;

/** A file of a cache: values that structured clone takes. */
export interface Segment {
  readonly name: string;
  readonly value: unknown;
}

/**
 * Values in a folder, each in a file of its own that is written once. Several processes may use it at once; a file that is
 * not whole counts as none, and so does a folder that cannot be read or written.
 */
export class Segments {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** In the order that they were written. */
  async read(): Promise<Segment[]> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => name.endsWith(ENDING));
    const all = await Promise.all(names.sort().map((name) => this.#readOne(name)));
    return all.flatMap((one) => one ?? []);
  }

  /** @param place number of segments before it */
  async add(value: unknown, place: number): Promise<void> {
    const content = serialize(value);
    const path = join(this.#folder, `${String(place).padStart(4, '0')}-${randomUUID()}${ENDING}`);
    const temporary = `${path}.part`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(temporary, Buffer.concat([digestOf(content), content]), { mode: 0o600 });
      await rename(temporary, path);
    } catch {
      // A full or read-only disk: what was worked out is used all the same.
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.#folder, name), { force: true }).catch(() => undefined);
  }

  async #readOne(name: string): Promise<Segment | null> {
    const file = await readFile(join(this.#folder, name)).catch(() => null);
    if (file === null || file.length < DIGEST) return null;
    const content = file.subarray(DIGEST);
    if (!digestOf(content).equals(file.subarray(0, DIGEST))) return null;
    try {
      return { name, value: deserialize(content) };
    } catch {
      // Another version of Node writes what this one cannot read.
      return null;
    }
  }
}

function digestOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
