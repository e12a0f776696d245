import fs from 'node:fs';
import type { RawObject } from './cat-file.js';
import { gitFailed } from './errors.js';
import { readLoose } from './loose.js';
import { Packs } from './packs.js';

/** isomorphic-git is slow to load, so it is imported on first use. */
export const loadIsomorphic = () => import('isomorphic-git').then((module) => module.default);
export type Isomorphic = Awaited<ReturnType<typeof loadIsomorphic>>;

const refuse = async (): Promise<never> => {
  throw Object.assign(new Error('This file system is read-only.'), { code: 'EROFS' });
};

/** The file system as isomorphic-git takes it, without its writing half. */
export const READ_ONLY_FS = {
  promises: {
    readFile: fs.promises.readFile,
    readdir: fs.promises.readdir,
    stat: fs.promises.stat,
    lstat: fs.promises.lstat,
    readlink: fs.promises.readlink,
    writeFile: refuse,
    mkdir: refuse,
    rmdir: refuse,
    unlink: refuse,
    symlink: refuse,
  },
};

const TREE_LIMIT = 512;
const BATCH = 64;

/** Objects of one repository through isomorphic-git, with one shared cache and the last 512 trees. */
export class IsoObjects {
  readonly #git: Isomorphic;
  readonly #dir: string;
  readonly #gitdir: string;
  readonly #packs: Packs;
  #cache: object = {};
  readonly #trees = new Map<string, Uint8Array>();

  constructor(git: Isomorphic, dir: string, commonDir: string) {
    this.#git = git;
    this.#dir = dir;
    this.#gitdir = commonDir;
    this.#packs = new Packs(commonDir);
  }

  /** A raw object by full id; null where the repository does not have it. */
  async read(oid: string): Promise<RawObject | null> {
    try {
      const near = (await readLoose(this.#gitdir, oid)) ?? (await this.#packs.read(oid));
      if (near !== null) return near;
      const { type, object } = (await this.#git.readObject({
        fs: READ_ONLY_FS,
        gitdir: this.#gitdir,
        oid,
        format: 'content',
        cache: this.#cache,
      })) as { type: string; object: Uint8Array<ArrayBuffer> };
      return { type, data: new Uint8Array(object.buffer, object.byteOffset, object.length) };
    } catch (error) {
      if ((error as { code?: unknown }).code === 'NotFoundError') return null;
      throw gitFailed(this.#dir, error instanceof Error ? error.message : String(error));
    }
  }

  /** Many, in the order asked for. */
  async readAll(oids: readonly string[]): Promise<(RawObject | null)[]> {
    const objects: (RawObject | null)[] = [];
    for (let at = 0; at < oids.length; at += BATCH) {
      objects.push(...(await Promise.all(oids.slice(at, at + BATCH).map((oid) => this.read(oid)))));
    }
    return objects;
  }

  /** The raw bytes of a tree; null where the repository does not have it. */
  async tree(oid: string): Promise<Uint8Array | null> {
    const known = this.#trees.get(oid);
    if (known !== undefined) {
      this.#trees.delete(oid);
      this.#trees.set(oid, known);
      return known;
    }
    const object = await this.read(oid);
    if (object?.type !== 'tree') return null;
    if (this.#trees.size >= TREE_LIMIT) this.#trees.delete(this.#trees.keys().next().value!);
    this.#trees.set(oid, object.data);
    return object.data;
  }

  async close(): Promise<void> {
    await this.#packs.close();
    this.#cache = {};
    this.#trees.clear();
  }
}
