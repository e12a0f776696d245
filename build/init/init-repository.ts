import fs, { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../runtime/files/make-folder.js';
import { tryGit } from '../../runtime/git/process.js';
import { SkillgraftError } from '../../schema/errors.js';
import { type TemplateFile, type TemplateOptions, templateFiles } from './template.js';

/** What was made and what was there already; POSIX paths in the new repository, sorted. */
export interface InitResult {
  readonly created: readonly string[];
  readonly skipped: readonly string[];
}

/**
 * Lays a new skills repository out in a folder, which is made where it is missing. A file that exists is skipped,
 * never changed. With `git` an empty git repository is made too, on branch `main`.
 * @throws SkillgraftError `cannot-write` where the folder or a file in it cannot be made
 */
export async function initRepository(
  dir: string,
  options: TemplateOptions & { readonly git?: boolean },
): Promise<InitResult> {
  const created: string[] = [];
  const skipped: string[] = [];
  for (const file of await templateFiles(options)) {
    (await writeNew(dir, file)) ? created.push(file.path) : skipped.push(file.path);
  }
  if (options.git) (await initGit(dir)) ? created.push('.git') : skipped.push('.git');
  return { created: created.sort(), skipped: skipped.sort() };
}

/** True where the file was written; `wx` leaves the choice between new and existing to the file system. */
async function writeNew(dir: string, file: TemplateFile): Promise<boolean> {
  const target = join(dir, ...file.path.split('/'));
  try {
    makeFolder(dirname(target), 0o777);
    await writeFile(target, file.text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (existsAlready(error, target)) return false;
    throw cannotWrite(file.path, error);
  }
}

/** An existing entry of that name, a dangling link too; not a file in the place of one of its folders. */
function existsAlready(error: unknown, target: string): boolean {
  const { code, path } = error as NodeJS.ErrnoException;
  return code === 'EEXIST' && path === target;
}

function cannotWrite(path: string, error: unknown): SkillgraftError {
  const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return new SkillgraftError(
    'cannot-write',
    `${path} cannot be written (${reason}).`,
    'Check that the folder may be written to, that the disk is not full and that no file stands where a folder goes; or choose another folder.',
    { cause: error },
  );
}

async function initGit(dir: string): Promise<boolean> {
  if (existsSync(join(dir, '.git'))) return false;
  try {
    const { status } = await tryGit(dir, ['-c', 'init.defaultBranch=main', 'init', '--quiet']);
    if (status === 0) return true;
  } catch (error) {
    if (!(error instanceof SkillgraftError) || error.code !== 'git-program-missing') throw error;
  }
  try {
    await initWithoutGit(dir);
    return true;
  } catch (error) {
    throw cannotWrite('.git', error);
  }
}

/** The library writes the settings of Windows everywhere; with these, modes and links are committed as git does it. */
async function initWithoutGit(dir: string): Promise<void> {
  const { default: git } = await import('isomorphic-git');
  await git.init({ fs, dir, defaultBranch: 'main' });
  if (process.platform === 'win32') return;
  const ignoresCase = existsSync(join(dir, '.GIT'));
  const settings = { filemode: true, symlinks: undefined, ignorecase: ignoresCase || undefined };
  for (const [name, value] of Object.entries(settings))
    await git.setConfig({ fs, dir, path: `core.${name}`, value });
}
