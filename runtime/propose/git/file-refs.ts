import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AtomicFiles } from './atomic-files.js';
import type { RefValues } from './store.js';
import { errnoOf } from './write-fs.js';

const FOLDER = Symbol('a folder');
const IN_THE_WAY = new Set(['EISDIR', 'ENOTEMPTY', 'EEXIST', 'EPERM']);

/** The refs of one family as files: loose ones, and lines of `packed-refs`. */
export class FileRefs {
  readonly #commonDir: string;
  readonly #files: AtomicFiles;
  readonly #family: string;

  constructor(commonDir: string, files: AtomicFiles, family: string) {
    this.#commonDir = commonDir;
    this.#files = files;
    this.#family = family;
  }

  /** All refs of the family. */
  async all(): Promise<RefValues> {
    return this.#withPacked(await this.#loose(this.#family));
  }

  /** One ref, where it is there, and whatever could keep it from being made; perhaps others as well. */
  async near(ref: string): Promise<RefValues> {
    const found = await this.#loose(ref);
    for (let above = ref; above !== this.#family; ) {
      above = above.slice(0, above.lastIndexOf('/'));
      const text = await this.#read(above);
      if (typeof text === 'string') found.set(above, idIn(text));
    }
    return this.#withPacked(found);
  }

  /** Gives a ref its value; the caller holds its lock. An empty folder of its name makes room. */
  async put(path: string, id: string): Promise<void> {
    const write = () => this.#files.write(path, Buffer.from(`${id}\n`), 0o666, 'replace');
    await write().catch(async (error: unknown) => {
      if (!IN_THE_WAY.has(errnoOf(error)) || !(await this.#removeEmpty(path))) throw error;
      await write();
    });
    await this.#files.syncFolder(dirname(path));
  }

  /** Loose refs are read first: one that is packed meanwhile is then found in the other place. */
  async #withPacked(loose: Map<string, string | null>): Promise<RefValues> {
    for (const [ref, id] of await this.#packed()) if (!loose.has(ref)) loose.set(ref, id);
    return loose;
  }

  async #loose(name: string, into = new Map<string, string | null>()): Promise<Map<string, string | null>> {
    const text = await this.#read(name);
    if (typeof text === 'string') into.set(name, idIn(text));
    if (text !== FOLDER) return into;
    const names = await readdir(this.#pathOf(name)).catch(() => []);
    for (const one of names.sort()) {
      if (!one.startsWith('.') && !one.endsWith('.lock')) await this.#loose(`${name}/${one}`, into);
    }
    return into;
  }

  /** Text of a loose ref; null where there is none. */
  async #read(name: string): Promise<string | typeof FOLDER | null> {
    return readFile(this.#pathOf(name), 'latin1').catch((error: unknown) => {
      const code = errnoOf(error);
      if (code === 'EISDIR') return FOLDER;
      if (code === 'ENOENT' || code === 'ENOTDIR') return null;
      throw error;
    });
  }

  #pathOf(name: string): string {
    return join(this.#commonDir, ...name.split('/'));
  }

  async #packed(): Promise<Map<string, string>> {
    const text = await readFile(join(this.#commonDir, 'packed-refs'), 'utf8').catch((error: unknown) => {
      if (errnoOf(error) === 'ENOENT') return '';
      throw error;
    });
    const refs = new Map<string, string>();
    for (const line of text.split('\n')) {
      const [, id, name] = /^([0-9a-f]{40}) (\S+)$/.exec(line) ?? [];
      if (name === this.#family || name?.startsWith(`${this.#family}/`)) refs.set(name, id!);
    }
    return refs;
  }

  /** Takes a folder away that has nothing but empty folders in it; false where it has more. */
  async #removeEmpty(path: string): Promise<boolean> {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
    if (entries === null) return false;
    for (const entry of entries) {
      if (!entry.isDirectory() || !(await this.#removeEmpty(join(path, entry.name)))) return false;
    }
    return this.#files.removeFolder(path).then(
      () => true,
      () => false,
    );
  }
}

function idIn(text: string): string | null {
  return /^([0-9a-f]{40})\s*$/.exec(text)?.[1] ?? null;
}
