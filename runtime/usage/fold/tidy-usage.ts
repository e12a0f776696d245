import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { usageLineBroken, usageUnread } from '../../../schema/build-kinds.js';
import { compareText, type Finding, finding } from '../../../schema/diagnostic.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { USAGE_LIMITS } from '../../../schema/usage/limits.js';
import { mergeRecords, mostEvident } from '../../../schema/usage/merge-records.js';
import {
  isConflictMarker,
  readUsageFile,
  skillOfUsagePath,
  USAGE_FOLDER,
  type UsageFile,
  usagePath,
  usageText,
} from '../../../schema/usage/records.js';
import { makeFolder } from '../../files/make-folder.js';

/** What became of the files of records. */
export interface TidyResult {
  readonly files: number;
  /** Paths of the files that were not canonical, and of those that were moved or merged into another, sorted. */
  readonly changed: readonly string[];
  /** Records that the files have no room for. */
  readonly dropped: number;
  /** Lines that git left where it could not merge; they are taken out. */
  readonly markers: number;
  /** Lines that cannot be read: they stay, behind the others. */
  readonly findings: readonly Finding[];
}

/** Tells the folder that a skill has which had another one before; null where there is no such skill. */
export type PresentFolder = (skill: string) => string | null;

/** A file of records that can be written again. */
interface RecordFile extends UsageFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * Makes the files of records in a work tree canonical: a merge of two sides leaves lines of the same record, which become
 * one, and the records of a folder that a skill had before go to the file of the one that it has.
 *
 * @param top the repository's top folder
 * @param write false: only tells
 * @throws SkillgraftError `usage-file` where a file cannot be read or written
 */
export async function tidyUsage(
  top: string,
  write: boolean,
  presentFolder: PresentFolder = () => null,
): Promise<TidyResult> {
  const changed: string[] = [];
  let dropped = 0;
  const paths = await usageFiles(top, USAGE_FOLDER);
  const { files, markers, findings } = await readFiles(top, paths);
  for (const [target, parts] of await byTarget(top, files, presentFolder)) {
    const most = mostEvident(mergeRecords(parts.flatMap(({ records }) => records)), USAGE_LIMITS.records);
    dropped += most.dropped;
    const tidy = usageText({ records: most.kept, broken: parts.flatMap(({ broken }) => broken) });
    const moved = parts.map(({ path }) => path).filter((path) => path !== target);
    const there = parts.find(({ path }) => path === target);
    if (moved.length === 0 && there !== undefined && Buffer.from(tidy).equals(there.bytes)) continue;
    changed.push(target, ...moved);
    if (!write) continue;
    await replaceFile(join(top, target), tidy).catch(failed(target));
    for (const path of moved) await rm(join(top, path)).catch(failed(path));
  }
  return { files: paths.length, changed: changed.sort(compareText), dropped, markers, findings };
}

async function readFiles(
  top: string,
  paths: readonly string[],
): Promise<Pick<TidyResult, 'markers' | 'findings'> & { readonly files: readonly RecordFile[] }> {
  const files: RecordFile[] = [];
  const findings: Finding[] = [];
  let markers = 0;
  for (const path of paths) {
    const bytes = await readFile(join(top, path)).catch(failed(path));
    const { records, broken: all, problem } = readUsageFile(bytes);
    if (problem !== undefined && problem.kind !== 'invalid-utf-8') {
      findings.push(finding(usageUnread, path, problem, { reason: problem.kind }));
      continue;
    }
    const broken = all.filter(({ text }) => !isConflictMarker(text));
    for (const { line, problem } of broken)
      findings.push(finding(usageLineBroken, path, { line, column: 1 }, { problem }));
    // Written again, bytes that are no text would be others.
    if (problem !== undefined) continue;
    markers += all.length - broken.length;
    files.push({ path, bytes, records, broken });
  }
  return { files, markers, findings };
}

/** Files by the path that their records go to: their own where that one is taken by what is no file of records. */
async function byTarget(
  top: string,
  files: readonly RecordFile[],
  presentFolder: PresentFolder,
): Promise<ReadonlyMap<string, readonly RecordFile[]>> {
  const own = new Set(files.map(({ path }) => path));
  const targets = new Map<string, RecordFile[]>();
  for (const file of files) {
    const folder = presentFolder(skillOfUsagePath(file.path)!);
    const wish = folder === null ? file.path : usagePath(folder);
    const target = own.has(wish) || (await isFree(top, wish)) ? wish : file.path;
    targets.set(target, [...(targets.get(target) ?? []), file]);
  }
  return targets;
}

/** True where a file may be made: nothing is there, and what leads there are folders, not links. */
async function isFree(top: string, path: string): Promise<boolean> {
  const parts = path.split('/');
  for (let length = 1; length <= parts.length; length++) {
    const found = await lstat(join(top, ...parts.slice(0, length))).catch(() => null);
    if (found === null) return true;
    if (!found.isDirectory()) return false;
  }
  return false;
}

/** Plain files of records, sorted by path; links are not followed. */
async function usageFiles(top: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(top, folder), { withFileTypes: true }).catch(
    (error: unknown): Dirent[] => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && folder === USAGE_FOLDER) return [];
      throw error;
    },
  );
  const found: string[] = [];
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await usageFiles(top, path)));
    else if (entry.isFile() && skillOfUsagePath(path) !== null) found.push(path);
  }
  return found.sort(compareText);
}

/** As a whole or not at all. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  makeFolder(dirname(path), 0o777);
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

function failed(path: string): (error: unknown) => never {
  return (error) => {
    const message = `${path} cannot be read or written: ${(error as Error).message}.`;
    throw new SkillgraftError('usage-file', message, 'Make it readable and its folder writable.', {
      cause: error,
    });
  };
}
