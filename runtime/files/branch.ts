import { join } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { INDEX_FILE } from '../../schema/format.js';
import { commonDirOf } from '../git/locate.js';
import { openRepository } from '../git/open.js';
import type { Repository } from '../git/repository.js';
import { digestOf } from './digest.js';
import type { ArtifactFiles } from './files.js';

/** Names that a branch may go by: here, as `remote/branch`, or of `origin`. */
function refsOf(branch: string): string[] {
  return [`refs/heads/${branch}`, `refs/remotes/${branch}`, `refs/remotes/origin/${branch}`];
}

/**
 * Files of an artifact that is published on a branch, read from git's objects: all of them of the commit at which the
 * branch stands now, whatever is published later. Nothing is fetched.
 *
 * @param dir the repository, or a folder in it
 * @throws SkillgraftError `artifact-file-missing` where there is no such branch, and what `openRepository` throws
 */
export async function branchFiles(branch: string, dir: string): Promise<ArtifactFiles> {
  const { commit, files } = await withRepository(dir, async (repository) => {
    const at = await branchTip(repository, branch);
    if (at === null) throw noBranch(branch, repository.dir);
    return { commit: at, files: await filesOf(repository, at) };
  });
  const location = `branch:${branch} (${commit.slice(0, 12)})`;
  return {
    location,
    async read(name) {
      const oid = files.get(name);
      if (oid !== undefined) return withRepository(dir, (repository) => repository.blob(oid));
      const what = name === INDEX_FILE ? 'has no index' : `lacks ${name}`;
      const message = `${location} ${what}.`;
      throw new SkillgraftError('artifact-file-missing', message, 'Name a branch that `publish` writes to.');
    },
    readPrevious: async () => null,
    digest: digestOf,
  };
}

/** Where a branch stands; null where there is none of that name. */
async function branchTip(repository: Repository, branch: string): Promise<string | null> {
  const known = new Map((await repository.branches()).map(({ name, commit }) => [name, commit]));
  const ref = refsOf(branch).find((name) => known.has(name));
  return ref === undefined ? null : known.get(ref)!;
}

/** Files of git of which one changes whenever the branch moves. */
export async function branchPlaces(branch: string, dir: string): Promise<readonly string[]> {
  const gitDir = await withRepository(dir, async (repository) => commonDirOf(repository.gitDir));
  return [...refsOf(branch), 'packed-refs'].map((path) => join(gitDir, ...path.split('/')));
}

/** A repository is opened for each look: a child process that stays open would keep ours from ending. */
async function withRepository<T>(dir: string, job: (repository: Repository) => Promise<T>): Promise<T> {
  const repository = await openRepository(dir);
  try {
    return await job(repository);
  } finally {
    await repository.close();
  }
}

async function filesOf(repository: Repository, commit: string): Promise<ReadonlyMap<string, string>> {
  const plain = (await repository.tree(commit)).filter(({ mode }) => mode.startsWith('100'));
  return new Map(plain.map(({ path, oid }) => [path, oid]));
}

function noBranch(branch: string, dir: string): SkillgraftError {
  return new SkillgraftError(
    'artifact-file-missing',
    `${dir} has no branch ${JSON.stringify(branch)}.`,
    'Fetch it with git, or publish it with `skillgraft publish --to branch`.',
  );
}
