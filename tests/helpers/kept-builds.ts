import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type BuildResult, buildIndex } from '../../build/build-index.js';
import { BuildCache } from '../../build/cache/build-cache.js';
import { compareCommits } from '../../build/change/compare-commits.js';
import type { CompareOptions } from '../../build/change/gather.js';
import type { BuildOptions } from '../../build/options.js';
import { READINGS } from '../../build/read.js';

/** Names of a cache's files; a cache folder of one repository. */
export function segmentsIn(cache: string): string[] {
  const [name] = readdirSync(join(cache, 'builds'));
  return readdirSync(join(cache, 'builds', name!)).sort();
}

/** Compares with a cache and without: the report has to be the same. */
export async function sameWithCache(cache: string, options: CompareOptions): Promise<void> {
  const [kept, alone] = [await compareCommits({ ...options, cache }), await compareCommits(options)];
  expect(JSON.stringify(kept, null, 1)).toBe(JSON.stringify(alone, null, 1));
}

/** Builds from a cache and alone: all has to be the same. Gives how many skills needed not be read. */
export async function sameBuild(folder: string, options: BuildOptions): Promise<number> {
  const cache = await BuildCache.open(folder, options.repo);
  const before = new Set(cache.memo.all(READINGS).map(({ key }) => key));
  const alone = { ...options, incremental: false };
  expect(await builtAll({ ...alone, memo: cache.memo })).toBe(await builtAll(alone));
  await cache.save();
  return cache.memo.all(READINGS).filter(({ key, used }) => used && before.has(key)).length;
}

/** All that a build gives, as text: the artifact's files by digest, its index, and what was found. */
export async function builtAll(options: BuildOptions): Promise<string> {
  const result = await buildIndex(options);
  try {
    return allOf(result);
  } finally {
    await result.close();
  }
}

function allOf({ files, index, findings, waived, failed, notes }: BuildResult): string {
  const digests = [...files].map(([path, { digest, size }]) => [path, digest, size]);
  const text = new TextDecoder().decode(index);
  return JSON.stringify({ digests, index: text, findings, waived, failed, notes }, null, 1);
}
