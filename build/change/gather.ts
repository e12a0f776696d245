import type { EmbedderSource } from '../../runtime/embed/embedder.js';
import { asksForNone } from '../../runtime/embed/find-embedder.js';
import type { EvalFile } from '../../runtime/evals/read-eval-files.js';
import { openRepository } from '../../runtime/git/open.js';
import type { Repository } from '../../runtime/git/repository.js';
import type { OpenOptions } from '../../runtime/types.js';
import { isSameModel } from '../../schema/embedding.js';
import { builtFrom } from '../build-index.js';
import { BuildCache } from '../cache/build-cache.js';
import { evalFiles } from '../evals/eval-files.js';
import { BuildMemo } from '../memo.js';
import { openBuilt } from '../open-built.js';
import type { BuildOptions } from '../options.js';
import { type BuildSource, openSource } from '../source.js';
import { workOut } from '../work-out.js';
import { type CompareRefs, type ResolvedSides, resolveSides } from './resolve-sides.js';
import type { Side } from './sides.js';

/** What to compare, and how both sides are built. Settings that are absent come from each commit's own skillgraft.json. */
export interface CompareOptions
  extends CompareRefs,
    Omit<BuildOptions, 'ref' | 'workTree' | 'changes' | 'incremental' | 'repository'> {
  /** How both are searched: with the embedder of the settings, say. */
  readonly open?: Omit<OpenOptions, 'files'>;
  /** Folder in which what a build works out is kept for the next time; absent: nothing is. A memo has its place. */
  readonly cache?: string;
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
  const reader = options.reader === undefined ? {} : { reader: options.reader };
  const repository = await openRepository(options.repo, reader);
  const { memo, cache: folder, base: _b, head: _h, exact: _e, workTree: _w, open, ...build } = options;
  try {
    const [resolved, cache] = await Promise.all([
      resolveSides(repository, options),
      memo === undefined && folder !== undefined ? BuildCache.open(folder, repository.gitDir) : null,
    ]);
    const how = { ...build, repository, memo: memo ?? cache?.memo ?? new BuildMemo(), incremental: false };
    const { before, after } = await openSides(how, open, resolved);
    const used = await use({ resolved, before, after, evals: await evalFiles(after.built.snapshot) });
    await cache?.save();
    return used;
  } finally {
    await repository.close();
  }
}

/** One side, where both are the same commit. The repository stays open. */
async function openSides(
  build: BuildOptions & { readonly repository: Repository; readonly memo: BuildMemo },
  how: CompareOptions['open'],
  { baseCommit, headCommit }: ResolvedSides,
): Promise<Pick<GatheredSides, 'before' | 'after'>> {
  const base = { ...build, ref: baseCommit };
  const head = { ...build, ...(headCommit === null ? { workTree: true } : { ref: headCommit }) };
  const open = async (source: BuildSource, side: BuildOptions): Promise<Side> => {
    const built = builtFrom(source, await workOut(source, side));
    const embedder = sharedEmbedder(how?.embedder, source, build.memo);
    const opened = { ...how, embedder, repo: build.repository.dir, now: () => 0 };
    return { built, index: await openBuilt(built, opened) };
  };
  const isSame = headCommit === baseCommit;
  // Git lists the files of one side while it lists those of the other.
  const [old, now] = await Promise.all([openSource(base), isSame ? null : openSource(head)]);
  const before = await open(old, base);
  return { before, after: now === null ? before : await open(now, head) };
}

/** What embeds queries for both sides, each once: what was given, else what made the vectors. */
function sharedEmbedder(
  given: EmbedderSource | undefined,
  source: BuildSource,
  memo: BuildMemo,
): EmbedderSource {
  if (asksForNone(given)) return given!;
  return async (wanted) => {
    const offered = typeof given === 'function' ? await given(wanted) : (given ?? null);
    if (offered !== null) return memo.embedder(offered);
    const own = await source.openEmbedder();
    return isSameModel(own.fingerprint, wanted) ? memo.embedder(own) : null;
  };
}
