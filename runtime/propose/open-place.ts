import { dirname, isAbsolute } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { openRepository } from '../git/open.js';
import type { Repository } from '../git/repository.js';
import type { SkillIndex } from '../skill-index.js';

/**
 * The repository that proposals are for: the one that is named, else the one around the index.
 *
 * @param repo null: there is none
 * @throws SkillgraftError `not-a-repository` where it was named, `git-dubious-ownership`, `git-program-needed`, …
 */
export async function openPlace(
  repo: string | null | undefined,
  index: SkillIndex | null,
): Promise<Repository | null> {
  if (repo === null) return null;
  if (repo !== undefined) return openRepository(repo);
  // An address or an object in memory lies nowhere.
  if (index === null || !isAbsolute(index.location)) return null;
  return findRepository([dirname(index.location)], index);
}

/**
 * The first repository around one of the folders that has the commit of the index. One that does not have it is another
 * one, which the index was only copied into.
 */
export async function findRepository(
  folders: readonly string[],
  index: SkillIndex,
): Promise<Repository | null> {
  for (const folder of folders) {
    const repository = await openRepository(folder).catch((error: unknown) => {
      if (error instanceof SkillgraftError && error.code === 'not-a-repository') return null;
      throw error;
    });
    if (repository === null) continue;
    if (await hasCommit(repository, index.artifact.source.commit)) return repository;
    await repository.close();
  }
  return null;
}

async function hasCommit(repository: Repository, commit: string | undefined): Promise<boolean> {
  if (commit === undefined) return true;
  return repository.commit(commit).then(
    () => true,
    () => false,
  );
}
