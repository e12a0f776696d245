import type { WriteFs, WriteHandle } from '../../../../runtime/propose/git/write-fs.js';
import { NODE_FS } from '../../../../runtime/propose/git/write-fs.js';

/**
 * What happens at the step at which it fails. `before`: the step does nothing (a file gets half of its bytes) and
 * everything behind it goes well; `dead`: nothing happens any more from there on; `after`: it is done and then fails.
 */
export type Fault = 'before' | 'dead' | 'after';

/** The real file system, of which one step that changes something fails. */
export class FaultyFs {
  /** Names of the steps so far. */
  readonly steps: string[] = [];
  readonly #at: number;
  readonly #fault: Fault;
  readonly #code: string;

  /** @param at number of the step that fails, from 1; 0 for none */
  constructor(at: number, fault: Fault = 'before', code = 'EIO') {
    this.#at = at;
    this.#fault = fault;
    this.#code = code;
  }

  readonly fs: WriteFs = {
    open: (path, flags, mode) =>
      this.#step('open', async () => {
        const handle = await NODE_FS.open(path, flags, mode);
        if (this.#isLast()) await handle.close();
        return this.#handle(handle);
      }),
    rename: (from, to) => this.#step('rename', () => NODE_FS.rename(from, to)),
    link: (existing, path) => this.#step('link', () => NODE_FS.link(existing, path)),
    unlink: (path) => this.#step('unlink', () => NODE_FS.unlink(path)),
    rmdir: (path) => this.#step('rmdir', () => NODE_FS.rmdir(path)),
    mkdir: (path) => this.#step('mkdir', () => NODE_FS.mkdir(path)),
    chmod: (path, mode) => this.#step('chmod', () => NODE_FS.chmod(path, mode)),
    utimes: (path, a, m) => this.#step('utimes', () => NODE_FS.utimes(path, a, m)),
  };

  /** The step at hand is done and then fails: what it gives is lost. */
  #isLast(): boolean {
    return this.#fault === 'after' && this.steps.length === this.#at;
  }

  #handle(handle: WriteHandle): WriteHandle {
    return {
      writeFile: (data) =>
        this.#step(
          'write',
          () => handle.writeFile(data),
          () => handle.writeFile(data.subarray(0, data.length >> 1)),
        ),
      sync: () => this.#step('sync', () => handle.sync()),
      // Closed in any case: the descriptor belongs to the test's process, which lives on.
      close: () =>
        this.#step(
          'close',
          () => handle.close(),
          () => handle.close(),
        ),
    };
  }

  async #step<T>(name: string, job: () => Promise<T>, half?: () => Promise<void>): Promise<T> {
    this.steps.push(name);
    const isAt = this.steps.length === this.#at;
    const isDead = this.#fault === 'dead' && this.#at > 0 && this.steps.length > this.#at;
    if (!isAt && !isDead) return job();
    if (isAt && this.#fault === 'after') await job();
    else if (isAt || name === 'close') await half?.();
    throw Object.assign(new Error(`${this.#code}: step ${this.steps.length}, ${name}`), {
      code: this.#code,
      errno: -5,
    });
  }
}
