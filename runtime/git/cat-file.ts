import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { gitProgramMissing, objectMissing } from './errors.js';
import { failureOf, startGit } from './process.js';

/** A raw object as `cat-file --batch` gives it. */
export interface RawObject {
  readonly type: string;
  readonly data: Uint8Array;
}

/** One call of `read`: its answers so far, in the order asked for. */
interface Batch {
  readonly oids: readonly string[];
  readonly answers: (RawObject | null)[];
  readonly resolve: (objects: (RawObject | null)[]) => void;
  readonly reject: (error: unknown) => void;
}

/** One long-lived `git cat-file --batch`: requests are written at once, answers come back in order. */
export class CatFile {
  #child: ChildProcessWithoutNullStreams | undefined;
  #closed: Promise<void> = Promise.resolve();
  readonly #dir: string;
  #waiting: Batch[] = [];
  #buffered: Buffer[] = [];
  #length = 0;
  /** Bytes that have to be there before parsing can go on. */
  #needed = 1;
  #stderr = '';

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Objects by full id, in the order asked for; null where the repository does not have one. */
  read(oids: readonly string[]): Promise<(RawObject | null)[]> {
    if (oids.length === 0) return Promise.resolve([]);
    const child = this.#start();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ oids, answers: [], resolve, reject });
      child.stdin.write(`${oids.join('\n')}\n`);
    });
  }

  /** Ends the process and waits until it is gone. */
  async close(): Promise<void> {
    this.#child?.stdin.end();
    await this.#closed;
  }

  #start(): ChildProcessWithoutNullStreams {
    if (this.#child !== undefined) return this.#child;
    const child = startGit(this.#dir, ['cat-file', '--batch']);
    child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      if (this.#stderr.length < 10_000) this.#stderr += chunk.toString('utf8');
    });
    child.stdin.on('error', () => {});
    this.#closed = new Promise((resolve) => {
      child.on('error', (error) => {
        this.#fail(gitProgramMissing(error));
        resolve();
      });
      child.on('close', () => {
        this.#fail(this.#endOf());
        resolve();
      });
    });
    this.#child = child;
    return child;
  }

  #endOf(): Error {
    const batch = this.#waiting[0];
    const oid = batch?.oids[batch.answers.length] ?? '(unnamed)';
    return this.#stderr === '' ? objectMissing(oid, this.#dir) : failureOf(this.#dir, this.#stderr);
  }

  #fail(error: unknown): void {
    this.#child = undefined;
    for (const batch of this.#waiting.splice(0)) batch.reject(error);
    this.#buffered = [];
    this.#length = 0;
    this.#needed = 1;
    this.#stderr = '';
  }

  #take(chunk: Buffer): void {
    this.#buffered.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    const all = this.#buffered.length === 1 ? chunk : Buffer.concat(this.#buffered);
    const rest = all.subarray(this.#answer(all));
    this.#buffered = [rest];
    this.#length = rest.length;
  }

  /** Answers what is whole in `all` and gives the offset of what is not. */
  #answer(all: Buffer): number {
    let at = 0;
    for (;;) {
      this.#needed = 1;
      const end = all.indexOf(10, at);
      if (end < 0) break;
      const [, type = '', size = ''] = all.toString('latin1', at, end).split(' ');
      if (type === 'missing' || size === '') {
        this.#give(null);
        at = end + 1;
        continue;
      }
      const stop = end + 1 + Number(size);
      this.#needed = stop + 1 - at;
      if (all.length <= stop) break;
      this.#give({ type, data: new Uint8Array(all.subarray(end + 1, stop)) });
      at = stop + 1;
    }
    return at;
  }

  #give(object: RawObject | null): void {
    const batch = this.#waiting[0]!;
    batch.answers.push(object);
    if (batch.answers.length < batch.oids.length) return;
    this.#waiting.shift();
    batch.resolve(batch.answers);
  }
}
