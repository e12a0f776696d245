import type { Dirent } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usageLineBroken, usageUnread } from '../../../schema/build-kinds.js';
import { compareText, type Finding, finding } from '../../../schema/diagnostic.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { decodeUtf8 } from '../../../schema/text.js';
import { USAGE_LIMITS } from '../../../schema/usage/limits.js';
import { mostEvident } from '../../../schema/usage/merge-records.js';
import { parseUsage, skillOfUsagePath, USAGE_FOLDER, usageText } from '../../../schema/usage/records.js';

/** What became of the files of records. */
export interface TidyResult {
  readonly files: number;
  /** Paths of the files that were not canonical, sorted. */
  readonly changed: readonly string[];
  /** Records that the files have no room for. */
  readonly dropped: number;
  /** Lines that cannot be read: they stay, behind the others. */
  readonly findings: readonly Finding[];
}

/**
 * Makes the files of records in a work tree canonical: a merge of two sides leaves lines of the same record, which become
 * one.
 *
 * @param top the repository's top folder
 * @param write false: only tells
 * @throws SkillgraftError `usage-file` where a file cannot be read or written
 */
export async function tidyUsage(top: string, write: boolean): Promise<TidyResult> {
  const changed: string[] = [];
  const findings: Finding[] = [];
  let dropped = 0;
  const paths = await usageFiles(top, USAGE_FOLDER);
  for (const path of paths) {
    const { text, bom, problem } = decodeUtf8(await readFile(join(top, path)).catch(failed(path)));
    if (problem !== undefined) {
      findings.push(finding(usageUnread, path, problem, { reason: problem.kind }));
      continue;
    }
    const { records, broken } = parseUsage(text);
    const most = mostEvident(records, USAGE_LIMITS.records);
    dropped += most.dropped;
    for (const line of broken)
      findings.push(
        finding(usageLineBroken, path, { line: line.line, column: 1 }, { problem: line.problem }),
      );
    const tidy = usageText({ records: most.kept, broken });
    if (tidy === text && !bom) continue;
    changed.push(path);
    if (write) await replaceFile(join(top, path), tidy).catch(failed(path));
  }
  return { files: paths.length, changed, dropped, findings };
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
