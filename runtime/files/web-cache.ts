import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from './digest.js';
import { makeFolder } from './make-folder.js';

/** What is known of the index at an address: the last good one, and what the server wants to hear of it. */
export interface CachedHead {
  /** Of the bytes of index.json. */
  readonly digest: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Path of index.json from where the server was asked, where that is a published folder. */
  readonly at: string | null;
  /** When the server was asked last; milliseconds since 1970. */
  readonly checkedAt: number;
}

const HEAD = 'head.json';
const DAY = 86_400_000;
/** Days after which a file that nobody read goes. */
const KEPT = 30;

/**
 * What was fetched from one address, on disk: files by digest, each checked when it is read, and the head, which is
 * replaced as a whole. Several processes may use it at once. A cache that cannot be written is none.
 */
export class WebCache {
  readonly #folder: string;

  /** @param address without credentials; its digest names the folder */
  constructor(folder: string, address: string) {
    this.#folder = join(folder, 'indexes', createHash('sha256').update(address).digest('hex').slice(0, 32));
  }

  /** Null where there is none, or where it cannot be read. */
  async head(): Promise<CachedHead | null> {
    try {
      const head = JSON.parse(await readFile(join(this.#folder, HEAD), 'utf8')) as Partial<CachedHead> | null;
      const { digest, etag = null, lastModified = null, at = null, checkedAt } = head ?? {};
      if (!isDigest(digest) || typeof checkedAt !== 'number') return null;
      if (!isText(etag) || !isText(lastModified) || !isText(at)) return null;
      return { digest, etag, lastModified, at, checkedAt };
    } catch {
      return null;
    }
  }

  async setHead(head: CachedHead): Promise<void> {
    await this.#write(HEAD, Buffer.from(JSON.stringify(head)));
  }

  /** The bytes with a digest; null where they are not there, or not whole. */
  async read(digest: string): Promise<Uint8Array | null> {
    const path = this.#pathOf(digest);
    if (path === null) return null;
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) return null;
    if (digestOf(bytes) !== digest) {
      await rm(path, { force: true }).catch(() => undefined);
      return null;
    }
    await touch(path);
    return bytes;
  }

  async add(digest: string, bytes: Uint8Array): Promise<void> {
    await this.#write(digest.slice('sha256:'.length), bytes);
  }

  /** Takes away what nobody has read for a month. */
  async prune(now: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((one) => one !== HEAD)) {
      const path = join(this.#folder, name);
      const { mtimeMs } = (await stat(path).catch(() => null)) ?? { mtimeMs: now };
      if (mtimeMs < now - KEPT * DAY) await rm(path, { force: true }).catch(() => undefined);
    }
  }

  #pathOf(digest: string): string | null {
    return isDigest(digest) ? join(this.#folder, digest.slice('sha256:'.length)) : null;
  }

  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#folder, name);
    const temporary = `${path}.${process.pid}-${randomUUID()}`;
    try {
      makeFolder(this.#folder);
      await writeFile(temporary, bytes, { mode: 0o600 });
      await rename(temporary, path);
    } catch {
      // A full or read-only disk: what was fetched is used all the same.
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }
}

function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
}

function isText(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

/** Notes that a file is in use, at most once a day. */
async function touch(path: string): Promise<void> {
  const now = new Date();
  const { mtimeMs } = (await stat(path).catch(() => null)) ?? { mtimeMs: now.getTime() };
  if (mtimeMs < now.getTime() - DAY) await utimes(path, now, now).catch(() => undefined);
}
