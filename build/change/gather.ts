import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EvalFile, readEvalFiles } from '../../runtime/evals/read-eval-files.js';
import { openRepository } from '../../runtime/git/open.js';
import type { Repository } from '../../runtime/git/repository.js';
import type { OpenOptions } from '../../runtime/types.js';
import { compareText } from '../../schema/diagnostic.js';
import { buildIndex } from '../build-index.js';
import { BuildMemo } from '../memo.js';
import { openBuilt } from '../open-built.js';
import type { BuildOptions } from '../options.js';
import { type CompareRefs, type ResolvedSides, resolveSides } from './resolve-sides.js';
import type { Side } from './sides.js';

/** What to compare, and how both sides are built. Settings that are absent come from each commit's own skillgraft.json. */
export interface CompareOptions
  extends CompareRefs,
    Omit<BuildOptions, 'ref' | 'workTree' | 'changes' | 'incremental'> {
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
    const built = await buildIndex({ ...build, ...which, memo, incremental: false });
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
    return await use({ resolved, before, after, evals: await evalFiles(repository, headCommit) });
  } finally {
    for (const { built } of opened) await built.close();
    await repository.close();
  }
}

/** The repository's own queries as the head has them, sorted by path. */
async function evalFiles(repository: Repository, commit: string | null): Promise<EvalFile[]> {
  if (commit !== null) return readEvalFiles(repository, commit);
  const folder = join(repository.dir, 'evals');
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((one) => one.isFile() && one.name.endsWith('.jsonl')).map(({ name }) => name);
  return Promise.all(
    names.sort(compareText).map(async (name) => ({
      path: `evals/${name}`,
      text: await readFile(join(folder, name), 'utf8'),
    })),
  );
}
