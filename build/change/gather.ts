import type { EvalFile } from '../../runtime/evals/read-eval-files.js';
import { openRepository } from '../../runtime/git/open.js';
import type { OpenOptions } from '../../runtime/types.js';
import { buildIndex } from '../build-index.js';
import { evalFiles } from '../evals/eval-files.js';
import { BuildMemo } from '../memo.js';
import { openBuilt } from '../open-built.js';
import type { BuildOptions } from '../options.js';
import { type CompareRefs, type ResolvedSides, resolveSides } from './resolve-sides.js';
import type { Side } from './sides.js';

/** What to compare, and how both sides are built. Settings that are absent come from each commit's own skillgraft.json. */
export interface CompareOptions
  extends CompareRefs,
    Omit<BuildOptions, 'ref' | 'workTree' | 'changes' | 'incremental' | 'repository'> {
  /** How both are searched: with the embedder of the settings, say. */
  readonly open?: Omit<OpenOptions, 'files'>;
}

/** Both sides, built and opened, and the queries that the head has for its skills. */
export interface GatheredSides {
  readonly resolved: ResolvedSides;
  readonly before: Side;
  readonly after: Side;
  readonly evals: readonly EvalFile[];
}

/**
 * Builds both sides in memory and hands them on; they are closed at the end.
 *
 * @throws SkillgraftError `ref-not-found`, `no-merge-base`, `not-a-repository`, and what a build throws
 */
export async function withSides<T>(
  options: CompareOptions,
  use: (sides: GatheredSides) => Promise<T>,
): Promise<T> {
  const { base: _base, head: _head, exact: _exact, workTree: _workTree, open: how, ...build } = options;
  const reader = options.reader === undefined ? {} : { reader: options.reader };
  const repository = await openRepository(options.repo, reader);
  const opened: Side[] = [];
  const memo = options.memo ?? new BuildMemo();
  const open = async (which: Pick<BuildOptions, 'ref' | 'workTree'>): Promise<Side> => {
    const built = await buildIndex({ ...build, ...which, repository, memo, incremental: false });
    const side = { built, index: await openBuilt(built, { ...how, repo: repository.dir, now: () => 0 }) };
    opened.push(side);
    return side;
  };
  try {
    const resolved = await resolveSides(repository, options);
    const before = await open({ ref: resolved.baseCommit });
    const { headCommit } = resolved;
    const isSame = headCommit === resolved.baseCommit;
    const after = isSame
      ? before
      : await open(headCommit === null ? { workTree: true } : { ref: headCommit });
    return await use({ resolved, before, after, evals: await evalFiles(after.built.snapshot) });
  } finally {
    for (const { built } of opened) await built.close();
    await repository.close();
  }
}
