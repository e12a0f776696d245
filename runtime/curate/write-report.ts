import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { makeFolder } from '../files/make-folder.js';
import type { CurationProposals } from './propose-curation.js';
import { REPORT_FILE, RUN_FILE, reportText, runText } from './report.js';
import type { Curation } from './types.js';

/**
 * Writes proposals that are patches beside the report, each under its own name.
 *
 * @returns how many there are
 * @throws SkillgraftError `cannot-write`
 */
export async function writePatches(
  { report, transitions }: CurationProposals,
  folder: string,
): Promise<number> {
  const answers = [report, ...transitions.map(({ answer }) => answer)];
  const patches = answers.flatMap((answer) => answer?.patch ?? []);
  await attempt(folder, async () => {
    for (const { fileName, text } of patches) await writeFile(join(folder, fileName), text);
  });
  return patches.length;
}

/**
 * Writes `run.json` and `REPORT.md` into a folder, which is made where it is missing; those of an earlier run are
 * replaced.
 *
 * @returns path of the report
 * @throws SkillgraftError `cannot-write`
 */
export async function writeReport(curation: Curation, folder: string): Promise<string> {
  const report = join(folder, REPORT_FILE);
  await attempt(folder, async () => {
    makeFolder(folder, 0o777);
    await writeFile(join(folder, RUN_FILE), runText(curation));
    await writeFile(report, reportText(curation));
  });
  return report;
}

async function attempt(folder: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SkillgraftError(
      'cannot-write',
      `The report cannot be written to ${folder} (${code ?? message}).`,
      'Name a folder that may be written to with --out.',
      { cause: error },
    );
  }
}
