import { dirname, join } from 'node:path';
import { digestOf } from '../runtime/files/digest.js';
import { PREVIOUS_FOLDER } from '../runtime/files/fs.js';
import { compareText } from '../schema/diagnostic.js';
import { SkillgraftError } from '../schema/errors.js';
import { INDEX_FILE, isSafePath } from '../schema/format.js';
import type { FormerArtifact } from './previous.js';
import type { ArtifactFile, ArtifactFileMap } from './types.js';
import { nodeWriteFs, type WriteFs } from './write-fs.js';
import { lockStage } from './write-lock.js';
import { moveIntoPlace, type StagedFile } from './write-move.js';
import { recoverPrevious } from './write-recover.js';

/** What a write did. */
export interface WriteResult {
  /** Files that were new or changed. */
  readonly written: number;
  /** Files of the artifact before that are no longer part of it. */
  readonly removed: number;
}

/**
 * Writes an artifact so that the one before stays whole until the new one stands: all bytes are staged first (a full
 * disk ends it here), then moved into place with the files they replace kept aside, the index last and atomically. A
 * failure undoes the moves. A process that is killed between two moves leaves the replaced bytes aside: readers find
 * them by their digest, and the next write puts them back.
 *
 * @param folder the artifact's folder, created where missing
 * @param readFormer reads the artifact that stands there, once no other build writes; its files that are not in
 * `files` are removed
 * @throws SkillgraftError `out-busy`, `out-not-ours`, `path-unsafe`; or the file system's error, after the artifact
 * before has been put back
 */
export async function writeArtifact(
  folder: string,
  files: ArtifactFileMap,
  readFormer: () => Promise<FormerArtifact>,
  fs: WriteFs = nodeWriteFs,
): Promise<WriteResult> {
  refuseUnsafe(files);
  await fs.mkdir(folder);
  const stage = await lockStage(folder, fs);
  try {
    const former = await readFormer();
    await recoverPrevious(folder, former.files, fs);
    const staged = await stageFiles(folder, stage.folder, files, former, fs);
    const stale = [...former.files.keys()].filter((path) => !files.has(path));
    const added = staged.map(({ path }) => path).filter((path) => !former.files.has(path));
    await moveIntoPlace({ folder, stage: stage.folder, staged, stale, added }, fs);
    // The new artifact stands: what cannot be cleared away does no harm and must not fail the build.
    await fs.removeTree(join(folder, PREVIOUS_FOLDER)).catch(() => undefined);
    return { written: staged.length, removed: stale.length };
  } finally {
    await stage.release();
  }
}

/** The last line of defence: what a repository holds never names a file outside of the artifact's folder. */
function refuseUnsafe(files: ArtifactFileMap): void {
  for (const path of files.keys()) {
    if (isSafePath(path)) continue;
    const message = `A skill's file would be written outside of the index: ${path}`;
    throw new SkillgraftError('path-unsafe', message, 'Rename that file in the repository.');
  }
}

/** Writes what differs from the folder below the stage; the index comes last. */
async function stageFiles(
  folder: string,
  stage: string,
  files: ArtifactFileMap,
  former: FormerArtifact,
  fs: WriteFs,
): Promise<StagedFile[]> {
  const staged: StagedFile[] = [];
  const folders = new Set<string>();
  for (const [path, file] of [...files].sort(indexLast)) {
    const there = await fs.readFile(join(folder, path)).catch(() => null);
    if (there !== null && digestOf(there) === file.digest) continue;
    if (there !== null && path !== INDEX_FILE && former.known && !former.files.has(path)) {
      throw notOurs(folder, path);
    }
    const target = join(stage, path);
    if (!folders.has(dirname(target))) {
      await fs.mkdir(dirname(target));
      folders.add(dirname(target));
    }
    await fs.writeFile(target, await file.read(), !path.includes('/'));
    staged.push({ path, replaces: there !== null });
  }
  return staged;
}

function indexLast([a]: readonly [string, ArtifactFile], [b]: readonly [string, ArtifactFile]): number {
  return Number(a === INDEX_FILE) - Number(b === INDEX_FILE) || compareText(a, b);
}

/** A file that no build put there is never written over. */
function notOurs(folder: string, path: string): SkillgraftError {
  return new SkillgraftError(
    'out-not-ours',
    `${join(folder, path)} is there, and no index in ${folder} says that a build wrote it.`,
    'Choose an empty folder, or remove what lies there.',
  );
}
