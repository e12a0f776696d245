import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { UsageEvent } from '../../schema/usage/event.js';
import { makeFolder } from '../files/make-folder.js';
import { LOG_ENDING } from './read-events.js';

/** Bytes after which a log is ended and another one begun. */
const LARGEST = 16 * 1024 * 1024;

/** What an event says, before it has its place in a log. */
export type EventContent = Omit<UsageEvent, 'v' | 'id'>;

/**
 * Appends events to a log of this process's own: a line an event, each by one write, which does not wait for the disk.
 * Who kills the process loses at most the line that is being written.
 */
export class EventLog {
  readonly #folder: string;
  readonly #largest: number;
  #file: number | null = null;
  #name = '';
  #number = 0;
  #bytes = 0;
  /** The last write ended within its line. */
  #isTorn = false;

  constructor(folder: string, largest = LARGEST) {
    this.#folder = folder;
    this.#largest = largest;
  }

  /**
   * Writes an event and gives its id. The file is made when the first one comes.
   *
   * @throws the system's error where the disk is full or cannot be written; the next event tries again
   */
  append(content: EventContent): string {
    if (this.#bytes >= this.#largest || this.#isGone()) this.close();
    this.#file ??= this.#open();
    const id = `${this.#name} ${this.#number + 1}`;
    const line = Buffer.from(`${JSON.stringify({ v: 1, id, ...content })}\n`);
    if (this.#isTorn) this.#write(this.#file, Buffer.from('\n'));
    this.#write(this.#file, line);
    this.#number += 1;
    return id;
  }

  /** Waits until what was written is on the disk. */
  flush(): void {
    if (this.#file !== null) fsyncSync(this.#file);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** Somebody took the file away, so that nobody would find what is written to it. */
  #isGone(): boolean {
    return this.#file !== null && fstatSync(this.#file).nlink === 0;
  }

  /** Of no other process, and in the order of time where the clock was right. */
  #open(): number {
    makeFolder(this.#folder);
    const started = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    this.#name = `${started}-${process.pid}-${randomBytes(4).toString('hex')}`;
    this.#number = 0;
    this.#bytes = 0;
    this.#isTorn = false;
    return openSync(join(this.#folder, this.#name + LOG_ENDING), 'ax', 0o600);
  }

  #write(file: number, bytes: Buffer): void {
    this.#isTorn = true;
    const written = writeSync(file, bytes);
    this.#bytes += written;
    if (written < bytes.length) throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
    this.#isTorn = false;
  }
}
