import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { NativeRepository } from './native.js';
import { failureOf, tryGit } from './process.js';

const FACTS = [
  '--absolute-git-dir',
  '--git-common-dir',
  '--is-bare-repository',
  '--is-shallow-repository',
  '--show-object-format',
  '--show-toplevel',
];

/**
 * Opens the repository around a folder with the git program. Null where git is not there or does not work (too old,
 * a stub). Rejects with `not-a-repository` or `git-dubious-ownership`.
 */
export async function openNative(start: string): Promise<NativeRepository | null> {
  const args = ['rev-parse', '--path-format=absolute', ...FACTS];
  const result = await tryGit(start, args).catch((error: unknown) => {
    if (error instanceof SkillgraftError && error.code === 'git-program-missing') return null;
    throw error;
  });
  if (result === null) return null;
  const [gitDir = '', commonDir = '', bare = '', shallow = '', format = '', ...top] = result.stdout
    .toString('utf8')
    .replace(/\n$/, '')
    .split('\n');
  if (!/^(?:true|false)$/.test(bare) || !/^(?:true|false)$/.test(shallow) || !/^sha(?:1|256)$/.test(format)) {
    throwIfRefused(start, result.stderr);
    return null;
  }
  return new NativeRepository({
    dir: top.length > 0 && top[0] !== '' ? resolve(top.join('\n')) : resolve(gitDir),
    gitDir: resolve(gitDir),
    commonDir: resolve(commonDir),
    bare: bare === 'true',
    shallow: shallow === 'true',
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    partial: await isPartial(commonDir),
  });
}

function throwIfRefused(start: string, stderr: string): void {
  const error = failureOf(start, stderr);
  if (error.code === 'git-dubious-ownership' || error.code === 'not-a-repository') throw error;
}

/** A partial clone keeps a `.promisor` file beside each pack that it fetched. */
async function isPartial(commonDir: string): Promise<boolean> {
  const names = await readdir(join(commonDir, 'objects', 'pack')).catch(() => []);
  return names.some((name) => name.endsWith('.promisor'));
}
