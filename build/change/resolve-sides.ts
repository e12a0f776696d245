import type { Repository } from '../../runtime/git/repository.js';
import { SkillgraftError } from '../../schema/errors.js';
import { type MergeBase, mergeBase } from './merge-base.js';
import type { ChangeReport } from './types.js';

/** Which commits are compared. */
export interface CompareRefs {
  /** Branch, tag or commit. */
  readonly base: string;
  /** HEAD where absent. */
  readonly head?: string;
  /** Compares the files on disk in place of the head, which then only says where the base is looked for. */
  readonly workTree?: boolean;
  /** Compares the base itself, not the last commit that it shares with the head. */
  readonly exact?: boolean;
}

export type ResolvedSides = Pick<ChangeReport, 'base' | 'head' | 'mergeBase'> & {
  readonly baseCommit: string;
  /** Null for the files on disk. */
  readonly headCommit: string | null;
  readonly notes: readonly string[];
};

/**
 * Finds the two commits.
 *
 * @throws SkillgraftError `ref-not-found`, `no-merge-base`
 */
export async function resolveSides(repository: Repository, refs: CompareRefs): Promise<ResolvedSides> {
  const { base, head = 'HEAD', workTree = false, exact = false } = refs;
  const [named, tip] = await Promise.all([resolveRef(repository, base), resolveRef(repository, head)]);
  const found = exact ? { commit: named, of: 1 } : await mergeBase(repository, named, tip);
  const baseCommit = found.commit;
  return {
    baseCommit,
    headCommit: workTree ? null : tip,
    base: { commit: baseCommit, ref: base },
    head: workTree ? { commit: null, ref: 'work tree' } : { commit: tip, ref: head },
    mergeBase: baseCommit !== named,
    notes: severalBases(found),
  };
}

/** Where branches were merged into each other, what one of them has may be shown as the change of the other. */
function severalBases({ commit, of }: MergeBase): string[] {
  if (of === 1) return [];
  return [
    `There are ${of} last common commits; compared with ${commit.slice(0, 12)}. A merge may change less than is shown.`,
  ];
}

async function resolveRef(repository: Repository, ref: string): Promise<string> {
  try {
    return await repository.resolve(ref);
  } catch (error) {
    const isUnknown = error instanceof SkillgraftError && error.code === 'ref-not-found';
    if (!isUnknown || !repository.shallow) throw error;
    const hint =
      'This clone is shallow and may lack it: fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0` in a workflow).';
    throw new SkillgraftError(error.code, error.message, hint, { cause: error });
  }
}
