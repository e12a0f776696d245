import { SkillgraftError } from '../../schema/errors.js';
import { askForIndex, cachedFiles, type WebIndex } from '../files/cached-web.js';
import { pinnedFiles } from '../files/pinned.js';
import { isLoopback, readAddress, type WebAddress } from '../files/web-address.js';
import { type CachedHead, WebCache } from '../files/web-cache.js';
import { openFiles } from '../open-index.js';
import type { SkillIndex } from '../skill-index.js';
import type { OpenOptions } from '../types.js';
import type { LibrarySource } from './source.js';
import { asProblem, type LiveSource, type SourceState } from './source-state.js';

/** How indexes on the web are read. */
export interface WebSettings {
  /** Folder of what was fetched. */
  readonly cache: string;
  /** Milliseconds after which a server is asked again. */
  readonly refresh: number;
  /** True: `http:` to other machines is taken, too. */
  readonly insecure: boolean;
  /** A bearer token, and the origins that it is for; sent over https or to this machine only. */
  readonly token?: { readonly text: string; readonly origins: ReadonlySet<string> };
  /** Ends questions that are still under way: what is not there by then is not waited for. */
  readonly signal?: AbortSignal;
  /** Bytes of skills' files that are fetched ahead, at most; absent: none. */
  readonly prefetch?: number;
}

/**
 * An index at an https address. The last good copy on disk answers while the server is asked whether it has another one,
 * and goes on where it cannot be reached, or has what cannot be used.
 */
export function webSource(source: LibrarySource, options: OpenOptions, settings: WebSettings): LiveSource {
  let reader: WebReader | null = null;
  let state: SourceState = { index: null, problem: null };
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    try {
      // What is wrong with the address is told as what is wrong with the index.
      reader ??= new WebReader(
        withToken(readAddress(source.index, settings.insecure), settings.token),
        source.digest,
        options,
        settings,
      );
      const before = state.index;
      // Whoever does not wait for the server has the last good one at once.
      state = await reader.read(before, (last) => (state = { index: last, problem: null }));
      if (settings.prefetch !== undefined && state.index !== null && state.index !== before)
        void (await import('./prefetch.js')).prefetch(state.index, settings.prefetch);
    } catch (error) {
      state = { index: state.index, problem: asProblem(error) };
    } finally {
      askedAt = performance.now();
      asking = null;
    }
  };
  return {
    async look() {
      if (performance.now() >= askedAt + settings.refresh) asking ??= ask();
      if (state.index === null) await asking;
      return state;
    },
  };
}

/** Reads one address, by way of its cache. */
class WebReader {
  readonly #address: WebAddress;
  readonly #pin: string | undefined;
  readonly #options: OpenOptions;
  readonly #refresh: number;
  readonly #signal: AbortSignal | undefined;
  readonly #cache: WebCache;
  /** Of the index that was opened last. */
  #head: CachedHead | null = null;

  constructor(
    address: WebAddress,
    pin: string | undefined,
    options: OpenOptions,
    { cache, refresh, signal }: WebSettings,
  ) {
    this.#address = address;
    this.#pin = pin;
    this.#options = options;
    this.#refresh = refresh;
    this.#signal = signal;
    this.#cache = new WebCache(cache, address.url.href);
  }

  /**
   * @param open the index that is open; null at the first time
   * @param onLast hears of the last good one before the server is asked
   */
  async read(open: SkillIndex | null, onLast: (last: SkillIndex) => void): Promise<SourceState> {
    const last = open ?? (await this.#openLast());
    if (last !== null && last !== open) onLast(last);
    if (open === null && last !== null && isFresh(this.#head!, this.#refresh))
      return { index: last, problem: null };
    try {
      return { index: (await this.#openNewest(last)) ?? last!, problem: null };
    } catch (error) {
      if (last === null) throw error;
      return { index: last, problem: asProblem(error) };
    }
  }

  /** The last good copy; null where there is none, or where it cannot be used. */
  async #openLast(): Promise<SkillIndex | null> {
    const head = await this.#cache.head();
    const bytes = head === null ? null : await this.#cache.read(head.digest);
    if (head === null || bytes === null) return null;
    try {
      const index = await this.#open({ bytes, digest: head.digest, at: head.at });
      this.#head = head;
      return index;
    } catch (error) {
      if (!(error instanceof SkillgraftError)) throw error;
      return null;
    }
  }

  /** Null: it is the one that is open. What cannot be used is refused before the cache knows of it. */
  async #openNewest(last: SkillIndex | null): Promise<SkillIndex | null> {
    const known = last === null ? null : this.#head;
    const { index, etag, lastModified } = await askForIndex(this.#address, known, this.#signal);
    if (index === null) {
      await this.#keep({ ...known!, etag, lastModified, checkedAt: Date.now() });
      return null;
    }
    const opened = await this.#open(index);
    await opened.checkVectors();
    await this.#cache.add(index.digest, index.bytes);
    await this.#keep({ digest: index.digest, etag, lastModified, at: index.at, checkedAt: Date.now() });
    await this.#cache.prune(Date.now());
    return opened;
  }

  async #open(index: WebIndex): Promise<SkillIndex> {
    const files = await cachedFiles(this.#address, index, this.#cache);
    return openFiles(pinnedFiles(files, this.#pin), this.#options);
  }

  async #keep(head: CachedHead): Promise<void> {
    this.#head = head;
    await this.#cache.setHead(head);
  }
}

/** An address that has its own credentials keeps them. */
function withToken(address: WebAddress, token: WebSettings['token']): WebAddress {
  const { url, authorization } = address;
  const isSafe = url.protocol === 'https:' || isLoopback(url);
  if (authorization !== null || !isSafe || !token?.origins.has(url.origin)) return address;
  return { ...address, authorization: `Bearer ${token.text}` };
}

/** False for a time that has not come: the clock was set back. */
function isFresh({ checkedAt }: CachedHead, refresh: number): boolean {
  const age = Date.now() - checkedAt;
  return age >= 0 && age < refresh;
}
