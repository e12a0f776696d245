import type { Repository } from '../../../runtime/git/repository.js';
import type { Writable } from '../../../runtime/propose/git/store.js';
import { type BranchState, readBranch } from './branch-commit.js';
import type { BranchRemote } from './branch-remote.js';

/** Where the branch stands here and there, and what the next commit goes on from. */
export interface BranchPlace {
  readonly local: string | null;
  readonly remote: string | null;
  readonly parent: BranchState | null;
  readonly notes: readonly string[];
}

/**
 * Looks where the branch stands. Commits that were not pushed are gone on from, unless others published meanwhile.
 *
 * @throws SkillgraftError `branch-not-ours`, `remote-…`
 */
export async function findPlace(
  { repository, store }: Writable,
  ref: string,
  remote: BranchRemote | null,
  name: string,
): Promise<BranchPlace> {
  const local = (await store.refs()).get(ref) ?? null;
  const there = (await remote?.tip(repository)) ?? null;
  const isHere = there === null || (await repository.commit(there).catch(() => null)) !== null;
  if (!isHere) await remote!.fetch(repository);
  const isAhead = there === null || (local !== null && (await descends(repository, local, there)));
  const from = isAhead ? local : there;
  const isBehind = isAhead || local === null || (await descends(repository, there!, local));
  const notes = isBehind
    ? []
    : [
        `${name} had the commit ${local!.slice(0, 12)}, which was not pushed; others published since, and it is left.`,
      ];
  return {
    local,
    remote: there,
    parent: from === null ? null : await readBranch(repository, from, name),
    notes,
  };
}

async function descends(repository: Repository, commit: string, from: string): Promise<boolean> {
  return commit === from || (await repository.history(commit, from)).incremental;
}
