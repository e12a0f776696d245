import { SkillgraftError } from '../../../schema/errors.js';
import { openRepository } from '../../git/open.js';
import type { Repository } from '../../git/repository.js';
import { type MainLine, mainLine } from '../../propose/main-line.js';
import type { SkillIndex } from '../../skill-index.js';

/** A repository to read, and its main line. */
export interface RepositoryAt {
  readonly repository: Repository;
  readonly main: MainLine;
}

/** Opens the repository that records stand in; null where there is none, or no commit in it. */
export async function findRepositoryAt(
  { repo, index }: { readonly repo: string | null; readonly index: SkillIndex | null },
  base: string | undefined,
): Promise<RepositoryAt | null> {
  if (repo === null) return null;
  const repository = await openRepository(repo).catch(unless('not-a-repository'));
  if (repository === null) return null;
  try {
    const main = await mainLine(repository, base, index?.artifact.source.commit).catch(
      unless('empty-repository'),
    );
    if (main !== null) return { repository, main };
  } catch (error) {
    await repository.close();
    throw error;
  }
  await repository.close();
  return null;
}

function unless(code: string): (error: unknown) => null {
  return (error) => {
    if (error instanceof SkillgraftError && error.code === code) return null;
    throw error;
  };
}
