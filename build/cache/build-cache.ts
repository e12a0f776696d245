import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, packageVersion } from '../../runtime/package-info.js';
import { BuildMemo, type Memoised } from '../memo.js';
import { type KnownReading, READINGS } from '../read.js';
import { gather, isEmpty, type Kept, takeIn } from './kept.js';
import { prune } from './prune.js';
import { Segments } from './segments.js';

/** Files of a cache beyond which they are made into one. */
const MOST_SEGMENTS = 12;

/**
 * What builds of a repository worked out, kept on disk: skills as they were read, terms, vectors. Everything in it follows
 * from the bytes of files and from this version of Skillgraft; without it, the same comes out later.
 */
export class BuildCache {
  readonly memo: BuildMemo;
  /** Folder of all caches. */
  readonly #folder: string;
  readonly #segments: Segments;
  /** What was there, by kind and key: of readings their list, which may change; of others nothing. */
  readonly #known: ReadonlyMap<string, readonly KnownReading[]>;

  private constructor(
    memo: BuildMemo,
    folder: string,
    segments: Segments,
    known: ReadonlyMap<string, readonly KnownReading[]>,
  ) {
    this.memo = memo;
    this.#folder = folder;
    this.#segments = segments;
    this.#known = known;
  }

  /**
   * Opens the cache of a repository.
   *
   * @param folder of all caches
   * @param repository absolute path that tells it from others
   */
  static async open(folder: string, repository: string): Promise<BuildCache> {
    const name = createHash('sha256').update(`${madeBy()}\0${repository}`).digest('hex').slice(0, 32);
    const all = join(folder, 'builds');
    const segments = new Segments(join(all, name));
    const memo = new BuildMemo();
    const known = new Map<string, readonly KnownReading[]>();
    for (const value of await segments.read()) {
      for (const [kind, key] of taken(memo, value)) known.set(`${kind}\0${key}`, []);
    }
    for (const { key, value } of memo.all(READINGS)) {
      known.set(`${READINGS}\0${key}`, [...(value as KnownReading[])]);
    }
    return new BuildCache(memo, all, segments, known);
  }

  /** Writes what came to it; of many files, it makes one of what was used. Caches that nobody uses are removed. */
  async save(): Promise<void> {
    const isFull = this.#segments.count >= MOST_SEGMENTS;
    const kept = gather(this.memo, (kind, one) => (isFull ? one.used : this.#isNew(kind, one)));
    const isWritten = !isEmpty(kept) && (await this.#segments.add(kept));
    if (isFull && isWritten) await this.#segments.remove();
    await this.#segments.touch();
    if (isWritten) await prune(this.#folder);
  }

  #isNew(kind: string, { key, value }: Memoised): boolean {
    const known = this.#known.get(`${kind}\0${key}`);
    if (known === undefined) return true;
    return kind === READINGS && (value as KnownReading[]).some((one) => !known.includes(one));
  }
}

/** What was taken in; nothing of what is of no known form. */
function taken(memo: BuildMemo, value: unknown): readonly (readonly [kind: string, key: string])[] {
  try {
    return takeIn(memo, value as Kept);
  } catch {
    return [];
  }
}

/**
 * Another version may read the same files in another way, as may another Node, whose Unicode tables are others; in a
 * checkout, so may each compilation and each bundle.
 */
function madeBy(): string {
  const compiled = statSync(new URL('lib/build.tsbuildinfo', packageRoot()), { throwIfNoEntry: false });
  const code = compiled === undefined ? [] : [compiled, statSync(new URL(import.meta.url))];
  return [packageVersion(), process.version, process.arch, ...code.map(({ mtimeMs }) => mtimeMs)].join(' ');
}
