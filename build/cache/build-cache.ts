import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, packageVersion } from '../../runtime/package-info.js';
import { BuildMemo, type Memoised } from '../memo.js';
import { type KnownReading, READINGS } from '../read.js';
import { gather, isEmpty, type Kept, takeIn } from './kept.js';
import { Segments } from './segments.js';

/** Files of a cache beyond which they are made into one. */
const MOST_SEGMENTS = 12;

/**
 * What builds of a repository worked out, kept on disk: skills as they were read, terms, vectors. Everything in it follows
 * from the bytes of files and from this version of Skillgraft; without it, the same comes out later.
 */
export class BuildCache {
  readonly memo: BuildMemo;
  readonly #segments: Segments;
  readonly #names: readonly string[];
  /** How many values were there by kind and key; a list of readings may grow. */
  readonly #known: ReadonlyMap<string, number>;

  private constructor(
    memo: BuildMemo,
    segments: Segments,
    names: readonly string[],
    known: ReadonlyMap<string, number>,
  ) {
    this.memo = memo;
    this.#segments = segments;
    this.#names = names;
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
    const segments = new Segments(join(folder, 'builds', name));
    const memo = new BuildMemo();
    const known = new Map<string, number>();
    const found = await segments.read();
    for (const { value } of found) {
      for (const [kind, key] of takeIn(memo, value as Kept)) known.set(`${kind}\0${key}`, 0);
    }
    for (const { key, value } of memo.all(READINGS)) {
      known.set(`${READINGS}\0${key}`, (value as KnownReading[]).length);
    }
    const names = found.map((one) => one.name);
    return new BuildCache(memo, segments, names, known);
  }

  /** Writes what came to it; of many files, it makes one of what was used. */
  async save(): Promise<void> {
    const isFull = this.#names.length >= MOST_SEGMENTS;
    const kept = gather(this.memo, (kind, one) => (isFull ? one.used : this.#isNew(kind, one)));
    if (!isEmpty(kept)) await this.#segments.add(kept, this.#names.length);
    if (isFull) await this.#segments.remove(this.#names);
  }

  #isNew(kind: string, { key, value }: Memoised): boolean {
    const known = this.#known.get(`${kind}\0${key}`);
    return known === undefined || (kind === READINGS && (value as KnownReading[]).length > known);
  }
}

/** Another version may read the same files in another way; in a checkout, so may each compilation. */
function madeBy(): string {
  const compiled = new URL('lib/build.tsbuildinfo', packageRoot());
  return `${packageVersion()} ${statSync(compiled, { throwIfNoEntry: false })?.mtimeMs ?? ''}`;
}
