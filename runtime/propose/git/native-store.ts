import { setTimeout as wait } from 'node:timers/promises';
import { CatFile } from '../../git/cat-file.js';
import { runGit, tryGit } from '../../git/process.js';
import type { Repository } from '../../git/repository.js';
import { PREFIX } from './check-request.js';
import { type NewObject, newObject } from './objects.js';
import { type ProposalStore, type RefValues, refAgainst, type WriteOptions } from './store.js';
import { gitWriteError, objectNotWritten, refInTheWay, refLocked } from './write-errors.js';

const LOCK_WAIT_MS = 2000;
/** Everything reaches the disk before git answers (git 2.36 or newer). */
const FSYNC = ['-c', 'core.fsync=all', '-c', 'core.fsyncMethod=fsync'];
const NOT_AS_READ = /reference already exists|but expected|unable to resolve reference/;
const LOCKED = /Unable to create '(.+\.lock)': File exists/;

/** The git program writes: for sha256 object ids and other ways to keep refs. Hooks are off. */
export class NativeStore implements ProposalStore {
  readonly #repository: Repository;
  readonly #waitMs: number;
  readonly #family: string;

  constructor(repository: Repository, options: WriteOptions) {
    this.#family = options.family ?? PREFIX;
    this.#repository = repository;
    this.#waitMs = options.lockWaitMs ?? LOCK_WAIT_MS;
  }

  async refs(): Promise<RefValues> {
    const format = '--format=%(objectname) %(refname) %(symref)';
    const output = await runGit(this.#repository.dir, ['for-each-ref', format, this.#family]);
    const refs = new Map<string, string | null>();
    for (const line of output.toString('utf8').split('\n')) {
      const [id, name, target] = line.split(' ');
      if (name !== undefined) refs.set(name, target === '' ? id! : null);
    }
    return refs;
  }

  async checkedOut(): Promise<ReadonlySet<string>> {
    const output = await runGit(this.#repository.dir, ['worktree', 'list', '--porcelain']);
    return new Set([...output.toString('utf8').matchAll(/^branch (.+)$/gm)].map((match) => match[1]!));
  }

  async write(objects: readonly NewObject[]): Promise<void> {
    const { dir, objectFormat } = this.#repository;
    for (const { oid, type, data } of objects) {
      const args = [...FSYNC, 'hash-object', '-w', '-t', type, '--stdin'];
      const { status, stdout, stderr } = await tryGit(dir, args, data);
      if (status !== 0) throw gitWriteError(dir, stderr);
      if (stdout.toString('latin1').trim() !== oid) throw objectNotWritten(oid);
    }
    const reader = new CatFile(dir);
    try {
      const back = await reader.read(objects.map(({ oid }) => oid));
      objects.forEach(({ oid, type }, i) => {
        const data = back[i]?.data;
        if (data === undefined || newObject(objectFormat, type, data).oid !== oid)
          throw objectNotWritten(oid);
      });
    } finally {
      await reader.close();
    }
  }

  async swap(ref: string, from: string | null, to: string): Promise<boolean> {
    const { dir } = this.#repository;
    const deadline = Date.now() + this.#waitMs;
    const old = from ?? '0'.repeat(to.length);
    const args = [...FSYNC, 'update-ref', '--no-deref', '--end-of-options', ref, to, old];
    for (;;) {
      const { status, stderr } = await tryGit(dir, args);
      if (status === 0) return true;
      const clash = refAgainst(await this.refs(), ref);
      if (clash !== undefined) throw refInTheWay(ref, clash);
      if (NOT_AS_READ.test(stderr)) return false;
      const lock = LOCKED.exec(stderr)?.[1];
      if (lock === undefined) throw gitWriteError(dir, stderr);
      if (Date.now() >= deadline) throw refLocked(lock, null);
      await wait(20 + Math.random() * 40);
    }
  }
}
