import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** Where a repository's parts lie. All paths are absolute. */
export interface Location {
  /** Folder of the work tree, or of the repository where it is bare. */
  readonly dir: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly bare: boolean;
}

/** Finds the repository that a folder lies in, as git does: a `.git` folder or file, or a bare repository. */
export async function locateRepository(start: string): Promise<Location | null> {
  let dir = await realpath(start).catch(() => null);
  while (dir !== null) {
    const dotGit = await followDotGit(join(dir, '.git'));
    if (dotGit !== null) return { dir, gitDir: dotGit, commonDir: await commonDirOf(dotGit), bare: false };
    if (await isGitDir(dir)) return inGitDir(dir);
    dir = dirname(dir) === dir ? null : dirname(dir);
  }
  return null;
}

/** A `.git` folder itself, or a linked worktree's, or a bare repository. */
async function inGitDir(gitDir: string): Promise<Location> {
  const commonDir = await commonDirOf(gitDir);
  return { dir: gitDir, gitDir, commonDir, bare: true };
}

async function followDotGit(path: string): Promise<string | null> {
  const kind = await stat(path).catch(() => null);
  if (kind?.isDirectory()) return (await isGitDir(path)) ? path : null;
  if (!kind?.isFile()) return null;
  const target = /^gitdir: (.+?)\s*$/.exec(await readFile(path, 'utf8'))?.[1];
  if (target === undefined) return null;
  const gitDir = isAbsolute(target) ? target : resolve(dirname(path), target);
  return (await isGitDir(gitDir)) ? realpath(gitDir) : null;
}

async function isGitDir(dir: string): Promise<boolean> {
  if (!(await exists(join(dir, 'HEAD')))) return false;
  const commonDir = await commonDirOf(dir);
  return (await exists(join(commonDir, 'objects'))) && (await exists(join(commonDir, 'refs')));
}

/** Folder of objects and refs: differs from a linked worktree's own one. */
export async function commonDirOf(gitDir: string): Promise<string> {
  const text = await readFile(join(gitDir, 'commondir'), 'utf8').catch(() => null);
  return text === null ? gitDir : resolve(gitDir, text.trim());
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
