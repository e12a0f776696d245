import { join } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { type BuildResult, buildIndex } from '../build-index.js';
import { BuildMemo } from '../memo.js';
import type { BuildOptions } from '../options.js';
import { BASELINE_FILE, type Baseline, parseBaseline, readBaselineFile } from './baseline.js';
import { conclude } from './conclude.js';
import { judgeAll } from './judge-all.js';
import { readEarlier } from './since.js';
import type { CheckResult } from './types.js';

/** What to check, and by what findings are known. */
export interface CheckOptions extends Omit<BuildOptions, 'workTree' | 'embedder' | 'incremental'> {
  /** Only what was not found where this line of work left that branch, tag or commit counts. */
  readonly since?: string;
  /** A baseline by name; absent: the one at the top of the repository, where it is there. */
  readonly baseline?: { readonly file: string; readonly path: string };
  /** True: no baseline is read. */
  readonly withoutBaseline?: boolean;
}

/**
 * Checks the files on disk, or a commit where one was named or where there are none. Nothing is written.
 *
 * @throws SkillgraftError where it could not run: `ref-not-found`, `no-merge-base`, `baseline-broken`, …
 */
export async function checkSkills(options: CheckOptions): Promise<CheckResult> {
  const build: BuildOptions = { ...options, incremental: false, embedder: 'none', memo: new BuildMemo() };
  const built = await readFiles(build);
  try {
    const { findings, waived } = await judgeAll(built);
    const baseline = await readBaseline(built, options);
    const by = { read: baseline, file: options.baseline?.file ?? join(built.top, BASELINE_FILE) };
    const earlier = options.since === undefined ? null : await readEarlier(built, build, options.since, by);
    return await conclude(built, { findings, waived, baseline, earlier });
  } finally {
    await built.close();
  }
}

/** The files on disk; a commit where one was named, or where there are none. */
async function readFiles(options: BuildOptions): Promise<BuildResult> {
  if (options.ref !== undefined) return buildIndex(options);
  const onDisk = await buildIndex({ ...options, workTree: true }).catch((error: unknown) => {
    if (error instanceof SkillgraftError && error.code === 'no-work-tree') return null;
    throw error;
  });
  if (onDisk !== null && onDisk.found > 0) return onDisk;
  await onDisk?.close();
  // A clone whose HEAD is unborn has no files on disk, and yet a commit to judge.
  return buildIndex(options).catch((error: unknown) => {
    if (onDisk !== null && error instanceof SkillgraftError) return onDisk;
    throw error;
  });
}

async function readBaseline(built: BuildResult, options: CheckOptions): Promise<Baseline | null> {
  if (options.withoutBaseline === true) return null;
  if (options.baseline !== undefined) {
    const { file, path } = options.baseline;
    const named = await readBaselineFile(file, path);
    if (named !== null) return named;
    const hint = 'Write it with `skillgraft check --update-baseline`, or name one that is there.';
    throw new SkillgraftError('baseline-missing', `There is no baseline ${path}.`, hint);
  }
  const entry = built.snapshot.entries.find(
    ({ path, mode }) => path === BASELINE_FILE && mode.startsWith('100'),
  );
  if (entry === undefined) return null;
  return parseBaseline(new TextDecoder().decode(await built.snapshot.read(entry)), BASELINE_FILE);
}
