import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareCommits } from '../../build/change/compare-commits.js';
import { packageRoot } from '../../runtime/package-info.js';
import { git, tempFolder } from '../helpers/git-repo.js';
import { sharedPath } from '../helpers/shared.js';
import { median, quantile, timeEach } from './measure.js';
import type { BenchRow } from './row.js';

/** A real merge with more than one skill changed. */
interface Merge {
  readonly dir: string;
  readonly commit: string;
  /** SKILL.md files after it. */
  readonly skills: number;
}

const LIMIT = 2000;
const LARGE = 390;

/**
 * `diff` of each merge of the shared histories with more than one skill changed, oldest first: in one process, with a cache
 * that is empty before the first; then as processes of their own, with such a cache and with none. p95 is the second longest
 * of 35, the longest of 11.
 */
export async function benchDiff(): Promise<BenchRow[]> {
  const bundles = sharedPath('repos');
  if (bundles === null) return [];
  const temp = tempFolder();
  try {
    const merges = readdirSync(bundles)
      .filter((name) => name.endsWith('.bundle'))
      .flatMap((name) => mergesOf(join(bundles, name), join(temp.dir, name)));
    const cache = join(temp.dir, 'together');
    const together = await timeEach(merges, ({ dir, commit }) =>
      compareCommits({ repo: dir, base: `${commit}~1`, head: commit, exact: true, cache }),
    );
    const kept = merges.map((merge) => timeOf(merge, join(temp.dir, 'kept')));
    const alone = merges.map((merge, i) => timeOf(merge, join(temp.dir, `none-${i}`)));
    const idle = median(Array.from({ length: 15 }, () => timed(['-e', '0'], temp.dir, temp.dir)));
    const isLarge = (_: number, i: number): boolean => merges[i]!.skills >= LARGE;
    const row = (name: string, times: readonly number[]): BenchRow => ({
      name: `diff, p95 of ${times.length} merges, ${name}`,
      median: quantile(times, 0.95),
      unit: 'ms',
      note: `median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms; node -e 0 takes ${idle.toFixed(0)} ms`,
    });
    return [
      row('one process', together),
      { ...row(`one process, ${LARGE} skills or more`, together.filter(isLarge)), limit: LIMIT },
      row('a process each', kept),
      row(`a process each, ${LARGE} skills or more`, kept.filter(isLarge)),
      row('a process each, no cache', alone),
      row(`a process each, no cache, ${LARGE} skills or more`, alone.filter(isLarge)),
    ];
  } finally {
    temp.dispose();
  }
}

function mergesOf(bundle: string, dir: string): Merge[] {
  git(join(dir, '..'), ['clone', '-q', '--bare', bundle, dir]);
  const log = git(dir, ['log', '--branches', '--merges', '--reverse', '--format=%H']).trim();
  const commits = log === '' ? [] : log.split('\n');
  const skillFiles = (args: readonly string[]): number =>
    git(dir, args)
      .split('\n')
      .filter((path) => path.endsWith('SKILL.md')).length;
  return commits
    .filter((commit) => skillFiles(['diff', '--name-only', `${commit}~1`, commit]) > 1)
    .map((commit) => ({ dir, commit, skills: skillFiles(['ls-tree', '-r', '--name-only', commit]) }));
}

function timeOf({ dir, commit }: Merge, cache: string): number {
  const cli = fileURLToPath(new URL('lib/cli.js', packageRoot()));
  return timed([cli, 'diff', `${commit}~1`, commit, '--exact', '--format', 'markdown'], dir, cache);
}

/** Milliseconds of a whole process. */
function timed(args: readonly string[], cwd: string, cache: string): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, XDG_CACHE_HOME: cache },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - started;
}
