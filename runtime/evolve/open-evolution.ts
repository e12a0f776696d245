import { listProposals } from '../propose/git/list-proposals.js';
import { openPlace } from '../propose/open-place.js';
import type { Changelog } from '../propose/types.js';
import type { EvolveContext } from './types.js';

/**
 * The branch of a proposal that waits for review and is like the one that would be made, so that no second one is; null
 * where there is none, or no repository.
 */
export async function openEvolution(
  { index, proposals = {} }: EvolveContext,
  isLike: (changelog: Changelog) => boolean,
): Promise<string | null> {
  const repository = await openPlace(proposals.repo, index);
  if (repository === null) return null;
  try {
    const all = await listProposals(repository, proposals.base);
    const there = all.find(({ changelog, isMerged }) => !isMerged && changelog !== null && isLike(changelog));
    return there === undefined ? null : `skillgraft/${there.branch}`;
  } finally {
    await repository.close();
  }
}
