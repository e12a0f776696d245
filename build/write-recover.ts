import { dirname, join } from 'node:path';
import { digestOf } from '../runtime/files/digest.js';
import { PREVIOUS_FOLDER } from '../runtime/files/fs.js';
import { INDEX_FILE, isSafePath } from '../schema/format.js';
import type { WriteFs } from './write-fs.js';
import { ADDED_FILE, clearEmptyFolders } from './write-move.js';

/**
 * Puts back what a killed write left aside, where the standing index still means those bytes, and takes away what it
 * added. Where its index stands already, the files aside are those of the artifact before, and go.
 *
 * @param former digests of the standing index's files, by path
 * @throws the file system's error; nothing aside was lost then
 */
export async function recoverPrevious(
  folder: string,
  former: ReadonlyMap<string, string>,
  fs: WriteFs,
): Promise<void> {
  const aside = join(folder, PREVIOUS_FOLDER);
  const left = await orNothing(fs.readdir(aside));
  if (left === null) return;
  for (const path of left.includes(ADDED_FILE) ? await readAdded(aside, fs) : []) {
    if (former.has(path) || path === INDEX_FILE) continue;
    if ((await digestAt(join(folder, path), fs)) !== null) await fs.removeFile(join(folder, path));
    await clearEmptyFolders(folder, path, fs);
  }
  for (const [path, digest] of former) {
    if ((await digestAt(join(aside, path), fs)) !== digest) continue;
    if ((await digestAt(join(folder, path), fs)) === digest) continue;
    await fs.mkdir(dirname(join(folder, path)));
    await fs.rename(join(aside, path), join(folder, path));
  }
  await fs.removeTree(aside);
}

/** A list that was cut short by the kill was written before any move. */
async function readAdded(aside: string, fs: WriteFs): Promise<string[]> {
  const bytes = await fs.readFile(join(aside, ADDED_FILE));
  try {
    const paths: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string' && isSafePath(path)) : [];
  } catch {
    return [];
  }
}

async function digestAt(path: string, fs: WriteFs): Promise<string | null> {
  const bytes = await orNothing(fs.readFile(path));
  return bytes === null ? null : digestOf(bytes);
}

/** Null where nothing of that kind is there. Any other error goes on: bytes that cannot be read must not be lost. */
async function orNothing<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}
