import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { PREVIOUS_FOLDER } from '../runtime/files/fs.js';
import { compareText } from '../schema/diagnostic.js';
import { INDEX_FILE } from '../schema/format.js';
import type { ArtifactFile, ArtifactFileMap } from './types.js';
import { nodeWriteFs, type WriteFs } from './write-fs.js';
import { lockStage } from './write-lock.js';

/** What a write did. */
export interface WriteResult {
  /** Files that were new or changed. */
  readonly written: number;
  /** Files of the artifact before that are no longer part of it. */
  readonly removed: number;
}

/** A file that was moved to its place, for undoing it. */
interface Move {
  readonly path: string;
  /** True where a file stood there and lies in the previous folder now. */
  readonly replaced: boolean;
}

/**
 * Writes an artifact so that the one before stays whole until the new one stands: all bytes are staged first (a full
 * disk ends it here), then moved into place with the files they replace kept aside, the index last and atomically. A
 * failure undoes the moves. A process that is killed between two moves leaves the replaced bytes aside: readers find
 * them by their digest, and the next write puts them back.
 *
 * @param folder the artifact's folder, created where missing
 * @param former digests of the files of the artifact before, by path; those that are not in `files` are removed
 * @throws the file system's error, after the artifact before has been put back
 */
export async function writeArtifact(
  folder: string,
  files: ArtifactFileMap,
  former: ReadonlyMap<string, string>,
  fs: WriteFs = nodeWriteFs,
): Promise<WriteResult> {
  await fs.mkdir(folder);
  const stage = await lockStage(folder, fs);
  try {
    await recoverPrevious(folder, former, fs);
    const changed = await stageFiles(folder, stage, files, fs);
    await moveIntoPlace(folder, stage, changed, fs);
    const stale = [...former.keys()].filter((path) => !files.has(path));
    // The new artifact stands: what cannot be cleared away does no harm and must not fail the build.
    await removeStale(folder, stale, fs).catch(() => undefined);
    await fs.removeTree(join(folder, PREVIOUS_FOLDER)).catch(() => undefined);
    return { written: changed.length, removed: stale.length };
  } finally {
    await fs.removeTree(stage).catch(() => undefined);
  }
}

/** Puts back what a killed write left aside, where the standing index still means those bytes. */
async function recoverPrevious(
  folder: string,
  former: ReadonlyMap<string, string>,
  fs: WriteFs,
): Promise<void> {
  const aside = join(folder, PREVIOUS_FOLDER);
  const left = await fs.readdir(aside).catch(() => []);
  if (left.length === 0) return;
  for (const [path, digest] of former) {
    if ((await digestOf(join(folder, path), fs)) === digest) continue;
    if ((await digestOf(join(aside, path), fs)) === digest)
      await fs.rename(join(aside, path), join(folder, path));
  }
  await fs.removeTree(aside);
}

/** Writes what differs from the folder below the stage; returns the paths, the index last. */
async function stageFiles(
  folder: string,
  stage: string,
  files: ArtifactFileMap,
  fs: WriteFs,
): Promise<string[]> {
  const changed: string[] = [];
  const folders = new Set<string>();
  for (const [path, file] of [...files].sort(indexLast)) {
    if ((await digestOf(join(folder, path), fs)) === file.digest) continue;
    const target = join(stage, path);
    if (!folders.has(dirname(target))) {
      await fs.mkdir(dirname(target));
      folders.add(dirname(target));
    }
    await fs.writeFile(target, await file.read(), !path.includes('/'));
    changed.push(path);
  }
  return changed;
}

function indexLast([a]: readonly [string, ArtifactFile], [b]: readonly [string, ArtifactFile]): number {
  return Number(a === INDEX_FILE) - Number(b === INDEX_FILE) || compareText(a, b);
}

async function digestOf(path: string, fs: WriteFs): Promise<string | null> {
  try {
    return `sha256:${createHash('sha256')
      .update(await fs.readFile(path))
      .digest('hex')}`;
  } catch {
    return null;
  }
}

async function moveIntoPlace(
  folder: string,
  stage: string,
  paths: readonly string[],
  fs: WriteFs,
): Promise<void> {
  const done: Move[] = [];
  try {
    for (const path of paths) {
      await fs.mkdir(dirname(join(folder, path)));
      // A rename over the standing index is the one step that makes the new artifact current.
      const isIndex = path === INDEX_FILE;
      if (!isIndex) await fs.mkdir(dirname(join(folder, PREVIOUS_FOLDER, path)));
      const replaced =
        !isIndex && (await renameIfThere(join(folder, path), join(folder, PREVIOUS_FOLDER, path), fs));
      if (!isIndex) done.push({ path, replaced });
      await fs.rename(join(stage, path), join(folder, path));
    }
  } catch (error) {
    await undo(folder, done, fs);
    throw error;
  }
}

async function undo(folder: string, done: readonly Move[], fs: WriteFs): Promise<void> {
  for (const { path, replaced } of [...done].reverse()) {
    if (replaced) await fs.rename(join(folder, PREVIOUS_FOLDER, path), join(folder, path));
    else await fs.removeFile(join(folder, path));
  }
}

async function renameIfThere(from: string, to: string, fs: WriteFs): Promise<boolean> {
  try {
    await fs.rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Removes files of the artifact before, and the folders that they leave empty. The new index stands already. */
async function removeStale(folder: string, paths: readonly string[], fs: WriteFs): Promise<number> {
  for (const path of paths) {
    await fs.removeFile(join(folder, path));
    for (let up = dirname(path); up !== '.'; up = dirname(up)) {
      const isEmpty = await fs.removeEmptyFolder(join(folder, up)).then(
        () => true,
        () => false,
      );
      if (!isEmpty) break;
    }
  }
  return paths.length;
}
