import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { errnoOf, type Sharing, share, type WriteFs } from './write-fs.js';

/** How a finished file gets its name: over what is there, or only where nothing is there. */
type Naming = 'replace' | 'create';

const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/**
 * Writes files whole or not at all: a temporary file, fsync, then the name. Temporary files are called
 * `objects/tmp_obj_*`, which git passes over and its garbage collection clears away.
 */
export class AtomicFiles {
  readonly #fs: WriteFs;
  readonly #objects: string;
  readonly #sharing: Sharing | null;

  constructor(fs: WriteFs, commonDir: string, sharing: Sharing | null) {
    this.#fs = fs;
    this.#objects = join(commonDir, 'objects');
    this.#sharing = sharing;
  }

  /**
   * Writes `data` to `path`, with a mode before the umask. `create` rejects with EEXIST where the name is taken.
   * Where the objects lie on another file system, the temporary file has a lock's name beside the path.
   */
  async write(path: string, data: Uint8Array, mode: number, naming: Naming): Promise<void> {
    const unique = randomBytes(6).toString('hex');
    try {
      await this.#through(join(this.#objects, `tmp_obj_${unique}`), path, data, mode, naming);
    } catch (error) {
      if (errnoOf(error) !== 'EXDEV') throw error;
      await this.#through(`${path}~${unique}.lock`, path, data, mode, naming);
    }
  }

  /** Makes a folder and those above it; one that is there is fine. */
  async makeFolder(path: string): Promise<void> {
    try {
      await this.#fs.mkdir(path);
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return;
      if (errnoOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
      await this.makeFolder(dirname(path));
      return this.makeFolder(path);
    }
    await share(this.#fs, this.#sharing, path);
  }

  /** Has the names in a folder reach the disk, where the system can do that. */
  async syncFolder(path: string): Promise<void> {
    const handle = await this.#fs.open(path, 'r').catch(() => null);
    await handle?.sync().catch(() => {});
    await handle?.close().catch(() => {});
  }

  /** Takes a file away; one that is gone is fine. */
  async remove(path: string): Promise<void> {
    await this.#fs.unlink(path).catch((error: unknown) => {
      if (errnoOf(error) !== 'ENOENT') throw error;
    });
  }

  /** Takes a folder away if it is empty. */
  async removeFolder(path: string): Promise<void> {
    await this.#fs.rmdir(path);
  }

  /** Makes a file look new, so that git's garbage collection spares it. One of somebody else stays as it is. */
  async freshen(path: string, now: Date): Promise<void> {
    await this.#fs.utimes(path, now, now).catch(() => {});
  }

  async #through(
    temporary: string,
    path: string,
    data: Uint8Array,
    mode: number,
    naming: Naming,
  ): Promise<void> {
    let renamed = false;
    try {
      await this.#fill(temporary, data, mode);
      if (naming === 'replace') await this.#fs.rename(temporary, path);
      else await this.#link(temporary, path, data, mode);
      renamed = naming === 'replace';
    } finally {
      if (!renamed) await this.#fs.unlink(temporary).catch(() => {});
    }
  }

  async #fill(path: string, data: Uint8Array, mode: number): Promise<void> {
    const handle = await this.#fs.open(path, 'wx', mode);
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await share(this.#fs, this.#sharing, path);
  }

  /** Where the file system has no hard links, the name is taken first and filled then. */
  async #link(temporary: string, path: string, data: Uint8Array, mode: number): Promise<void> {
    try {
      await this.#fs.link(temporary, path);
    } catch (error) {
      if (!NO_LINKS.has(errnoOf(error))) throw error;
      await this.#fill(path, data, mode);
    }
  }
}
