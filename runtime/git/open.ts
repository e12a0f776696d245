import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { emptyRepository, gitProgramMissing, gitProgramNeeded, notARepository } from './errors.js';
import { loadIsomorphic } from './iso-objects.js';
import { obstacleOf } from './iso-support.js';
import { locateRepository } from './locate.js';
import { openNative } from './open-native.js';
import type { Repository } from './repository.js';
import { shallowCommits } from './shallow.js';

export interface OpenOptions {
  /** `auto` (default): the git program where it is there and runs, isomorphic-git otherwise. */
  readonly reader?: 'auto' | 'native' | 'isomorphic';
}

/**
 * Opens the repository that a folder lies in: a work tree, a linked worktree, a bare repository. Read-only and
 * offline. Rejects with `not-a-repository`, `git-dubious-ownership`, `git-program-needed` or `git-program-missing`.
 */
export async function openRepository(dir: string, options: OpenOptions = {}): Promise<Repository> {
  const start = resolve(dir);
  if (!(await stat(start).catch(() => null))?.isDirectory()) throw notARepository(start);
  const reader = options.reader ?? 'auto';
  if (reader !== 'isomorphic') {
    const native = await openNative(start);
    if (native !== null) return native;
    if (reader === 'native') throw gitProgramMissing();
  }
  return openIsomorphic(start);
}

async function openIsomorphic(start: string): Promise<Repository> {
  const location = await locateRepository(start);
  if (location === null) throw notARepository(start);
  const [{ obstacle, bare }, boundary] = await Promise.all([
    obstacleOf(location.commonDir),
    shallowCommits(location.commonDir),
  ]);
  if (obstacle !== null) throw gitProgramNeeded(location.dir, obstacle);
  const [git, { IsomorphicRepository }] = await Promise.all([loadIsomorphic(), import('./isomorphic.js')]);
  return new IsomorphicRepository(git, { ...location, bare: location.bare && bare }, boundary);
}

/** True for a branch of proposals, here or of a remote; `name` is the full one. */
export function isProposalBranch(name: string): boolean {
  return /^refs\/(?:heads|remotes\/[^/]+)\/skillgraft\//.test(name);
}

/** The commit that a build reads where nobody named one. `note` says why it is not HEAD. */
export interface DefaultRef {
  readonly ref: string;
  readonly commit: string;
  readonly note?: string;
}

/**
 * HEAD; where it is unborn or names a branch that is not there (a clone of a bundle), the only local branch, else
 * origin/main, origin/master, else the only remote branch; never one of a proposal. Rejects with `empty-repository`
 * where there is none.
 */
export async function defaultRef(repo: Repository): Promise<DefaultRef> {
  try {
    return { ref: 'HEAD', commit: await repo.resolve('HEAD') };
  } catch (error) {
    if (!(error instanceof SkillgraftError && error.code === 'ref-not-found')) throw error;
  }
  // What is only proposed is nothing to read.
  const branches = (await repo.branches()).filter(({ name }) => !isProposalBranch(name));
  const local = branches.filter(({ name }) => name.startsWith('refs/heads/'));
  const remote = branches.filter(({ name }) => name.startsWith('refs/remotes/'));
  const named = (name: string) => remote.find((branch) => branch.name === name);
  const chosen =
    only(local) ?? named('refs/remotes/origin/main') ?? named('refs/remotes/origin/master') ?? only(remote);
  if (chosen === undefined) {
    if (branches.length === 0) throw emptyRepository(repo.dir);
    throw new SkillgraftError(
      'ref-not-found',
      `HEAD of ${repo.dir} names no commit, and there are several branches.`,
      `Name one with --ref: ${branches.map(({ name }) => shortName(name)).join(', ')}`,
    );
  }
  const ref = shortName(chosen.name);
  return { ref, commit: chosen.commit, note: `HEAD names no commit; reading ${ref}.` };
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

function shortName(name: string): string {
  return name.replace(/^refs\/(?:heads|remotes)\//, '');
}
