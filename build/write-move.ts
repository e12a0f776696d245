import { dirname, join } from 'node:path';
import { PREVIOUS_FOLDER } from '../runtime/files/fs.js';
import { INDEX_FILE } from '../schema/format.js';
import type { WriteFs } from './write-fs.js';

/** In the previous folder: paths that a write adds, as JSON, so that what a killed one added can be taken away. */
export const ADDED_FILE = '.added';

/** A file whose bytes lie in the stage. */
export interface StagedFile {
  readonly path: string;
  /** True where a file stands in its place. */
  readonly replaces: boolean;
}

/** All that is needed to make a staged artifact the current one. */
export interface MovePlan {
  readonly folder: string;
  readonly stage: string;
  /** The index last, where it is among them. */
  readonly staged: readonly StagedFile[];
  /** Files of the artifact before that are no longer part of it. */
  readonly stale: readonly string[];
  /** Those of `staged` that the artifact before does not have. */
  readonly added: readonly string[];
}

/** A step that was taken, for undoing it. */
interface Move {
  readonly path: string;
  /** True where the file that stood there lies in the previous folder now. */
  readonly aside: boolean;
  /** True once a new file stands there. */
  placed: boolean;
}

/**
 * Moves stale files aside, then every staged file into place, what it replaces aside.
 *
 * @throws the file system's error, after all moves were undone; where undoing fails too, a reader and the next write
 * find the bytes aside
 */
export async function moveIntoPlace(plan: MovePlan, fs: WriteFs): Promise<void> {
  const done: Move[] = [];
  try {
    await noteAdded(plan, fs);
    for (const path of plan.stale) {
      done.push({ path, aside: await setAside(plan.folder, path, fs), placed: false });
      await clearEmptyFolders(plan.folder, path, fs);
    }
    for (const file of plan.staged) await placeFile(plan, file, done, fs);
  } catch (error) {
    await undo(plan.folder, done, fs).catch(() => undefined);
    throw error;
  }
}

async function noteAdded({ folder, added }: MovePlan, fs: WriteFs): Promise<void> {
  if (added.length === 0) return;
  const aside = join(folder, PREVIOUS_FOLDER);
  await fs.mkdir(aside);
  await fs.writeFile(join(aside, ADDED_FILE), new TextEncoder().encode(JSON.stringify(added)), true);
}

async function placeFile(plan: MovePlan, file: StagedFile, done: Move[], fs: WriteFs): Promise<void> {
  const { folder, stage } = plan;
  const { path } = file;
  // A rename over the standing index is the one step that makes the new artifact current.
  if (path === INDEX_FILE) return fs.rename(join(stage, path), join(folder, path));
  await fs.mkdir(dirname(join(folder, path)));
  const move: Move = { path, aside: file.replaces && (await setAside(folder, path, fs)), placed: false };
  done.push(move);
  await fs.rename(join(stage, path), join(folder, path));
  move.placed = true;
}

/** False where nothing was there. */
async function setAside(folder: string, path: string, fs: WriteFs): Promise<boolean> {
  const aside = join(folder, PREVIOUS_FOLDER, path);
  await fs.mkdir(dirname(aside));
  try {
    await fs.rename(join(folder, path), aside);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

async function undo(folder: string, done: readonly Move[], fs: WriteFs): Promise<void> {
  for (const { path, aside, placed } of [...done].reverse()) {
    if (aside) {
      await fs.mkdir(dirname(join(folder, path)));
      await fs.rename(join(folder, PREVIOUS_FOLDER, path), join(folder, path));
      continue;
    }
    if (placed) await fs.removeFile(join(folder, path));
    await clearEmptyFolders(folder, path, fs);
  }
  await fs.removeTree(join(folder, PREVIOUS_FOLDER));
}

/** Removes the folders that a file left empty when it went. */
export async function clearEmptyFolders(folder: string, path: string, fs: WriteFs): Promise<void> {
  for (let up = dirname(path); up !== '.'; up = dirname(up)) {
    const isGone = await fs.removeEmptyFolder(join(folder, up)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}
