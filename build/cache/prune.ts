import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSegment } from './segments.js';

/** Names of folders of caches: parts of digests. */
const CACHE = /^[0-9a-f]{32}$/;
const MONTH = 30 * 24 * 60 * 60 * 1000;

/** Removes the caches in a folder that were not used for a month; what is not of a cache stays. */
export async function prune(folder: string, now = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => CACHE.test(one))) {
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => null);
    if (stats?.isDirectory() && now - stats.mtimeMs > MONTH) await removeCache(path);
  }
}

async function removeCache(path: string): Promise<void> {
  const names = await readdir(path).catch(() => []);
  for (const name of names.filter(isSegment))
    await rm(join(path, name), { force: true }).catch(() => undefined);
  // Not where somebody else's files lie in it.
  await rmdir(path).catch(() => undefined);
}
