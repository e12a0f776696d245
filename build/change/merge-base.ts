import type { Repository } from '../../runtime/git/repository.js';
import { compareText } from '../../schema/diagnostic.js';
import { SkillgraftError } from '../../schema/errors.js';

export interface MergeBase {
  readonly commit: string;
  /** How many common ancestors are as good as it, itself among them. */
  readonly of: number;
}

/**
 * The best common ancestor of two commits, the one that a pull request is compared with; of several (criss-cross merges)
 * the newest, then the first by id.
 *
 * @throws SkillgraftError `no-merge-base` where the histories share no commit that is here
 */
export async function mergeBase(repository: Repository, base: string, head: string): Promise<MergeBase> {
  if (base === head) return { commit: base, of: 1 };
  const ahead = await repository.history(head, base);
  if (ahead.incremental) return { commit: base, of: 1 };
  const mine = new Set((await repository.history(base)).commits.map(({ id }) => id));
  const common = (await repository.history(head)).commits.filter(({ id }) => mine.has(id));
  // All ancestors of a common commit are common, so that the best ones are those that are nobody's parent.
  const parents = new Set(common.flatMap((commit) => commit.parents));
  const best = common
    .filter(({ id }) => !parents.has(id))
    .sort((a, b) => b.committedAt - a.committedAt || compareText(a.id, b.id));
  if (best[0] !== undefined) return { commit: best[0].id, of: best.length };
  throw noMergeBase(repository, base, head);
}

function noMergeBase({ shallow }: Repository, base: string, head: string): SkillgraftError {
  const message = `${base.slice(0, 12)} and ${head.slice(0, 12)} have no commit in common${shallow ? ' that is in this shallow clone' : ''}.`;
  const hint = shallow
    ? 'Fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0` in a workflow), or compare the commits themselves with --exact.'
    : 'Compare the commits themselves with --exact.';
  return new SkillgraftError('no-merge-base', message, hint);
}
