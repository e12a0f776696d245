import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadIsomorphic } from '../../git/iso-objects.js';
import { configValue } from '../../git/iso-support.js';
import { readLoose } from '../../git/loose.js';
import { AtomicFiles } from './atomic-files.js';
import { PREFIX } from './check-request.js';
import { FileRefs } from './file-refs.js';
import type { NewObject } from './objects.js';
import { withRefLock } from './ref-lock.js';
import { type ProposalStore, type RefValues, refAgainst, type WriteOptions } from './store.js';
import { objectNotWritten, refInTheWay } from './write-errors.js';
import { NODE_FS, readSharing } from './write-fs.js';

const LOCK_WAIT_MS = 2000;

/** Opens the store of a sha1 repository that keeps its refs as files. */
export async function openFileStore(commonDir: string, options: WriteOptions): Promise<ProposalStore> {
  const config = await readFile(join(commonDir, 'config'), 'utf8').catch(() => '');
  const sharing = readSharing(configValue(config, 'core', 'sharedrepository'));
  const files = new AtomicFiles(options.fs ?? NODE_FS, commonDir, sharing);
  const refs = new FileRefs(commonDir, files, options.family ?? PREFIX);
  return new FileStore(commonDir, files, refs, options.lockWaitMs ?? LOCK_WAIT_MS);
}

/** isomorphic-git writes the objects, through a file system that writes whole files or none. */
class FileStore implements ProposalStore {
  readonly #commonDir: string;
  readonly #files: AtomicFiles;
  readonly #refs: FileRefs;
  readonly #waitMs: number;

  constructor(commonDir: string, files: AtomicFiles, refs: FileRefs, waitMs: number) {
    this.#commonDir = commonDir;
    this.#files = files;
    this.#refs = refs;
    this.#waitMs = waitMs;
  }

  refs(): Promise<RefValues> {
    return this.#refs.all();
  }

  async checkedOut(): Promise<ReadonlySet<string>> {
    const worktrees = await readdir(join(this.#commonDir, 'worktrees')).catch(() => []);
    const folders = [this.#commonDir, ...worktrees.map((name) => join(this.#commonDir, 'worktrees', name))];
    const heads = folders.map((folder) => readFile(join(folder, 'HEAD'), 'utf8').catch(() => ''));
    const targets = (await Promise.all(heads)).map((head) => /^ref: (.+?)\s*$/.exec(head)?.[1]);
    return new Set(targets.filter((target) => target !== undefined));
  }

  async write(objects: readonly NewObject[]): Promise<void> {
    const folders = new Set<string>();
    for (const object of objects) {
      await this.#writeObject(object);
      folders.add(dirname(this.#pathOf(object.oid)));
    }
    for (const folder of [...folders, join(this.#commonDir, 'objects')]) await this.#files.syncFolder(folder);
  }

  async swap(ref: string, from: string | null, to: string): Promise<boolean> {
    const path = join(this.#commonDir, ...ref.split('/'));
    await this.#files.makeFolder(dirname(path));
    return withRefLock(this.#files, path, this.#waitMs, async () => {
      const refs = await this.#refs.near(ref);
      const other = refAgainst(refs, ref);
      if (other !== undefined) throw refInTheWay(ref, other);
      const current = refs.has(ref) ? (refs.get(ref) ?? 'not a commit') : null;
      if (current !== from) return false;
      await this.#refs.put(path, to);
      return true;
    });
  }

  /** An object that is there is only made to look new; one that is there and damaged makes room for a whole one. */
  async #writeObject(object: NewObject): Promise<void> {
    const path = this.#pathOf(object.oid);
    const present = await readLoose(this.#commonDir, object.oid).catch(() => 'damaged' as const);
    if (present !== null && present !== 'damaged') return this.#files.freshen(path, new Date());
    if (present === 'damaged') await this.#files.remove(path);
    const git = await loadIsomorphic();
    const oid = await git.writeObject({
      fs: { promises: this.#fileSystem() },
      gitdir: this.#commonDir,
      type: object.type,
      object: object.data,
      format: 'content',
    });
    const back = await readLoose(this.#commonDir, object.oid).catch((error: unknown) => {
      throw objectNotWritten(object.oid, error);
    });
    if (oid !== object.oid || back?.type !== object.type) throw objectNotWritten(object.oid);
  }

  #pathOf(oid: string): string {
    return join(this.#commonDir, 'objects', oid.slice(0, 2), oid.slice(2));
  }

  /** What isomorphic-git gets to see: nothing is there yet, and there is nothing to do but to write one file. */
  #fileSystem() {
    const refuse = async (): Promise<never> => {
      throw Object.assign(new Error('Only objects are written here.'), { code: 'EROFS' });
    };
    const stat = async (): Promise<never> => {
      throw Object.assign(new Error('Nothing is there.'), { code: 'ENOENT' });
    };
    const writeFile = async (path: string, data: Uint8Array): Promise<void> => {
      await this.#files.makeFolder(dirname(path));
      await this.#files.write(path, data, 0o444, 'replace');
    };
    return {
      stat,
      writeFile,
      mkdir: (path: string) => this.#files.makeFolder(path),
      readFile: refuse,
      readdir: refuse,
      lstat: refuse,
      readlink: refuse,
      rmdir: refuse,
      unlink: refuse,
      symlink: refuse,
    };
  }
}
