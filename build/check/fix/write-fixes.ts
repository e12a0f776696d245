import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { SkillgraftError } from '../../../schema/errors.js';
import { replaceFile } from '../../replace-file.js';
import { nodeWriteFs, type WriteFs } from '../../write-fs.js';
import type { FixedFile } from './fix-files.js';

/**
 * Writes mended files into a work tree, each whole or not at all. A file that is a link or lies behind one, and one that
 * changed since it was read, is left alone.
 *
 * @throws SkillgraftError `fix-refused`, `fix-unwritable`
 */
export async function writeFixes(
  top: string,
  files: readonly FixedFile[],
  fs: WriteFs = nodeWriteFs,
): Promise<void> {
  const root = await realpath(top);
  for (const { path, before, after } of files) {
    if (after === before) continue;
    const file = join(root, path);
    const mode = await modeOfOwn(file, path);
    if (!Buffer.from(before).equals(await fs.readFile(file)))
      throw refused(path, 'it changed while it was checked', 'Run the check again.');
    await replaceFile(file, Buffer.from(after), mode, fs).catch((error: unknown) => {
      const hint = 'Make its folder writable.';
      throw new SkillgraftError('fix-unwritable', `${path} cannot be written.`, hint, { cause: error });
    });
  }
}

/** Mode of a file that is no link and that no link leads to. */
async function modeOfOwn(file: string, path: string): Promise<number> {
  const stats = await lstat(file).catch(() => null);
  const isOwn = stats?.isFile() === true && (await realpath(file)) === file;
  if (!isOwn)
    throw refused(path, 'it is no regular file of this work tree', 'Mend the file that it leads to.');
  return stats.mode & 0o7777;
}

function refused(path: string, why: string, hint: string): SkillgraftError {
  return new SkillgraftError('fix-refused', `${path} was not changed: ${why}.`, hint);
}
