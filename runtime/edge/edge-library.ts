import { SkillgraftError } from '../../schema/errors.js';
import { splitDigest } from '../../schema/format.js';
import type { SkillIndex } from '../skill-index.js';
import type { LiveLibrary } from '../skill-library.js';
import type { Notice, OpenOptions } from '../types.js';
import { openSource } from './open-source.js';
import type { EdgeSource } from './source.js';

export interface EdgeLibraryOptions extends OpenOptions {
  /** Milliseconds between two looks whether the artifact was replaced. */
  readonly lookEvery: number;
  /** Hears of each artifact that replaced another one (null) or could not be used (the reason). */
  readonly onReload: (failure: unknown) => void;
}

/** Milliseconds after which what could not be opened is tried again. */
const TRY_AGAIN = 2_000;
/** Milliseconds that a look may take: one that was begun by a request which is gone may never end. */
const PATIENCE = 20_000;

/** An artifact, and by what another state of it is known. */
interface Opened {
  readonly index: SkillIndex;
  readonly digest: string | undefined;
  readonly etag: string | null;
}

/** A look that is under way. */
interface Look {
  readonly done: Promise<void>;
  readonly since: number;
  /** Answers wait for it. */
  readonly isUrgent: boolean;
}

/**
 * An artifact that an isolate keeps from request to request: opened at the first one, and looked at now and then beside
 * the answers. One that cannot be used is refused, and the last good one goes on.
 */
export class EdgeLibrary implements LiveLibrary {
  readonly #source: EdgeSource;
  readonly #options: EdgeLibraryOptions;
  #opened: Opened | null = null;
  #failure: unknown = null;
  #look: Look | null = null;
  #nextLook = 0;
  /** A file was not the one of the index: the next request looks before it is answered. */
  #isSuspect = false;

  constructor(source: EdgeSource, options: EdgeLibraryOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Looks at the artifact where that is due. The platform has to keep what this gives alive beyond the answer. */
  async visit(): Promise<void> {
    const now = Date.now();
    if (this.#look !== null && now - this.#look.since < PATIENCE) return;
    if (this.#isSuspect || now >= this.#nextLook) await this.#begin(now);
  }

  /** @throws SkillgraftError `artifact-…` where there is none yet that could be used */
  async current(): Promise<SkillIndex> {
    if (this.#opened === null || this.#isSuspect) void this.visit();
    if (this.#look?.isUrgent) await within(this.#look.done, PATIENCE);
    if (this.#opened !== null) return this.#opened.index;
    throw this.#failure ?? notReady(this.#source.location);
  }

  /** Why the artifact that is there is not the one that answers. */
  get notices(): readonly Notice[] {
    const failure = this.#failure;
    return failure instanceof SkillgraftError ? [{ code: failure.code, message: failure.message }] : [];
  }

  /** There is nobody to tell: a worker cannot write to the answer of another request. */
  subscribe(): () => void {
    return () => undefined;
  }

  #begin(since: number): Promise<void> {
    const isUrgent = this.#opened === null || this.#isSuspect;
    this.#isSuspect = false;
    const reading = this.#read().then(
      () => null,
      (error: unknown) => error,
    );
    const look: Look = { done: reading.then((failure) => this.#settle(look, failure)), since, isUrgent };
    this.#look = look;
    return look.done;
  }

  /** @param failure null: the look went well */
  #settle(look: Look, failure: unknown): void {
    const { lookEvery, onReload } = this.#options;
    this.#failure = failure;
    this.#nextLook = Date.now() + (failure === null ? lookEvery : Math.min(TRY_AGAIN, lookEvery));
    if (this.#look === look) this.#look = null;
    if (failure !== null) onReload(failure);
  }

  async #read(): Promise<void> {
    const before = this.#opened;
    const file = await this.#source.index(before?.etag ?? null);
    if (file === null) return;
    const digest = splitDigest(file.bytes)?.digest;
    if (before !== null && before.digest === digest) {
      this.#opened = { ...before, etag: file.etag };
      return;
    }
    const index = await openSource(this.#source, file.bytes, this.#options, () => {
      this.#isSuspect = true;
    });
    if (before !== null) await index.checkVectors();
    this.#opened = { index, digest, etag: file.etag };
    if (before !== null) this.#options.onReload(null);
  }
}

/** Waits for what another request may have begun, but not for ever. */
async function within(promise: Promise<void>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

function notReady(location: string): SkillgraftError {
  const message = `${location} is not open yet.`;
  return new SkillgraftError('artifact-unreachable', message, 'Ask again in a few seconds.');
}
