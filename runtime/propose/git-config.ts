import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { configValue } from '../git/iso-support.js';
import { commonDirOf } from '../git/locate.js';
import { tryGit } from '../git/process.js';
import type { Repository } from '../git/repository.js';

/**
 * `user.name` and `user.email` as git would take them, else its variables for an author; null where neither is set.
 *
 * @param repository null: there is none, and the user's own configuration says it
 */
export async function configuredUser(
  repository: Repository | null,
): Promise<{ readonly name: string | null; readonly email: string | null }> {
  const [name, email] = await Promise.all([userValue(repository, 'name'), userValue(repository, 'email')]);
  const { GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL } = process.env;
  return { name: name ?? (GIT_AUTHOR_NAME || null), email: email ?? (GIT_AUTHOR_EMAIL || null) };
}

async function userValue(repository: Repository | null, key: string): Promise<string | null> {
  if (repository?.kind === 'native') return ask(repository, ['config', '--get', `user.${key}`]);
  const own = repository === null ? [] : [ownConfig(repository)];
  const texts = await Promise.all([...own, ...userFiles().map(textOf)]);
  const found = texts.map((text) => configValue(text, 'user', key)).find((value) => value !== undefined);
  return found?.trim() || null;
}

/** The address of a remote by its name; null where there is none of that name. */
export async function remoteAddress(repository: Repository, name: string): Promise<string | null> {
  if (repository.kind === 'native') return ask(repository, ['remote', 'get-url', '--', name]);
  const { loadIsomorphic, READ_ONLY_FS } = await import('../git/iso-objects.js');
  const gitdir = await commonDirOf(repository.gitDir);
  const remotes = await (await loadIsomorphic()).listRemotes({ fs: READ_ONLY_FS, gitdir });
  return remotes.find(({ remote }) => remote === name)?.url ?? null;
}

async function ask(repository: Repository, args: readonly string[]): Promise<string | null> {
  const { status, stdout } = await tryGit(repository.dir, args);
  return (status === 0 && stdout.toString('utf8').trim()) || null;
}

async function ownConfig(repository: Repository): Promise<string> {
  return textOf(join(await commonDirOf(repository.gitDir), 'config'));
}

function userFiles(): string[] {
  const home = homedir();
  const folder = process.env.XDG_CONFIG_HOME || join(home, '.config');
  return [process.env.GIT_CONFIG_GLOBAL || join(home, '.gitconfig'), join(folder, 'git', 'config')];
}

function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
