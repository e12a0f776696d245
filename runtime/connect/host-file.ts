import { constants } from 'node:fs';
import { access, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { makeFolder } from '../files/make-folder.js';

/**
 * The text of a file, null where there is none.
 *
 * @throws SkillgraftError `host-file-broken` where it is no UTF-8, `host-file-unreadable`
 */
export async function readHostFile(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    const hint = 'See who may read it, and whether it is a file.';
    throw new SkillgraftError('host-file-unreadable', `${path} cannot be read (${error.code}).`, hint, {
      cause: error,
    });
  });
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SkillgraftError('host-file-broken', `${path} is not UTF-8.`, 'Save it as UTF-8 first.');
  }
}

/** Milliseconds after which what a writer left is not in the making any more. */
const LEFT_BEHIND = 30_000;

/**
 * Writes a file whole or not at all, with the mode that it had; where it is a symbolic link, what that leads to.
 *
 * @param before what was read, so that a change by somebody else is not lost
 * @throws SkillgraftError `host-file-changed`, `host-file-unwritable`
 */
export async function replaceHostFile(path: string, before: string | null, after: string): Promise<void> {
  try {
    const target = await realpath(path).catch(() => path);
    makeFolder(dirname(target), 0o777);
    if (before !== null) await access(target, constants.W_OK);
    const mode = before === null ? 0o666 : (await stat(target)).mode & 0o777;
    // One name for all writers: who has made it is the only one.
    const temporary = `${target}.skillgraft.tmp`;
    if (!(await writeNew(temporary, after, mode))) throw changed(path);
    try {
      if ((await readHostFile(path)) !== before) throw changed(path);
      await rename(temporary, target);
    } catch (error) {
      // Once it has its place, one of this name is another writer's.
      await rm(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    if (error instanceof SkillgraftError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const hint = 'See who may write there, or leave --write out and put the configuration in by hand.';
    throw new SkillgraftError('host-file-unwritable', `${path} cannot be written (${code}).`, hint, {
      cause: error,
    });
  }
}

/** False where another writer has the file. */
async function writeNew(path: string, text: string, mode: number): Promise<boolean> {
  const handle = await open(path, 'wx', mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
  if (handle === null) {
    const made = await stat(path).catch(() => null);
    if (made !== null && made.mtimeMs < Date.now() - LEFT_BEHIND) await rm(path, { force: true });
    return false;
  }
  try {
    // The umask takes bits away that the file had.
    if (mode !== 0o666) await handle.chmod(mode);
    await handle.writeFile(text);
    await handle.sync();
    return true;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

function changed(path: string): SkillgraftError {
  const message = `${path} was changed by somebody else in the meantime.`;
  return new SkillgraftError('host-file-changed', message, 'Run the command again.');
}
