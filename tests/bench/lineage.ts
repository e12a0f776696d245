import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { decideLineage } from '../../build/lineage/decide.js';
import { gatherHistory } from '../../build/lineage/gather.js';
import type { TipSkill } from '../../build/lineage/types.js';
import { openRepository } from '../../runtime/git/open.js';
import type { LineageSection } from '../../schema/lineage.js';
import { git, tempFolder } from '../helpers/git-repo.js';
import { type HistoryPlan, importHistory } from '../helpers/random-history.js';
import { sharedPath } from '../helpers/shared.js';
import { median } from './measure.js';
import type { BenchRow } from './row.js';

const RUNS = 5;
const NEW_COMMITS = 20;
const PLAN: HistoryPlan = {
  seed: 5000,
  commits: 5000,
  skills: 500,
  weights: {
    modify: 0.72,
    add: 0.022,
    rename: 0.019,
    edit: 0.019,
    copy: 0.002,
    remove: 0.022,
    other: 0.2,
    merge: 0.045,
  },
};

type Reader = 'native' | 'isomorphic';

/** Lineage of 5,000 commits and of real histories against one `git log`, and 20 new commits on top. */
export async function benchLineage(): Promise<BenchRow[]> {
  const temp = tempFolder();
  try {
    const rows: BenchRow[] = [];
    const dir = join(temp.dir, 'made');
    mkdirSync(dir);
    git(dir, ['init', '-q', '-b', 'main']);
    importHistory(dir, PLAN);
    git(dir, ['gc', '-q']);
    rows.push(...(await fullRows('5,000 commits', dir, 2)));
    rows.push(...(await incrementalRows(temp.dir, dir)));
    for (const name of ['github+awesome-copilot', 'terrylica+cc-skills']) {
      const bundle = sharedPath(`repos/${name}.bundle`);
      if (bundle === null) continue;
      const clone = join(temp.dir, name);
      git(temp.dir, ['clone', '-q', '--branch', 'main', bundle, clone]);
      rows.push(...(await fullRows(name, clone)));
    }
    return rows;
  } finally {
    temp.dispose();
  }
}

async function fullRows(name: string, dir: string, limit?: number): Promise<BenchRow[]> {
  const log = ['log', '--raw', '-z', '-M', '--no-abbrev', 'HEAD'];
  const tips = tipsOf(dir);
  const peer: number[] = [];
  const native: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const peerTime = await timed(() => execFileSync('git', ['-C', dir, ...log], { maxBuffer: 1 << 28 }));
    const nativeTime = await timed(() => lineageOf(dir, 'native', tips));
    if (run === 0) continue;
    peer.push(peerTime);
    native.push(nativeTime);
  }
  const peerMedian = median(peer);
  const isomorphic = await timed(() => lineageOf(dir, 'isomorphic', tips));
  return [
    row(`lineage, ${name}, native`, median(native), { peer: 'git log --raw -z -M', peerMedian, limit }),
    row(`lineage, ${name}, isomorphic-git`, isomorphic, {
      peer: 'git log --raw -z -M',
      peerMedian,
      note: 'one run',
    }),
  ];
}

/** The stored section is of the commit 20 before the tip; the new commits lie loose, or packed with the rest. */
async function incrementalRows(temp: string, packed: string): Promise<BenchRow[]> {
  const loose = join(temp, 'loose');
  git(temp, ['clone', '-q', '--no-local', packed, loose]);
  const head = git(loose, ['rev-parse', 'HEAD']).trim();
  const tips = tipsOf(loose);
  const rows: BenchRow[] = [];
  for (let i = 0; i < NEW_COMMITS; i++) editOneSkill(loose, i);
  const stored = await lineageOf(loose, 'native', tipsOf(loose, head), head);
  for (const reader of ['isomorphic', 'native'] as const) {
    const times: number[] = [];
    for (let run = 0; run <= RUNS; run++)
      times.push(await timed(() => lineageOf(loose, reader, tips, 'HEAD', stored)));
    const [cold, ...warm] = times;
    rows.push(
      row(`lineage, ${NEW_COMMITS} new commits, ${reader}`, median(warm), {
        limit: reader === 'isomorphic' ? 100 : undefined,
        note: `first run in the process ${cold!.toFixed(0)} ms`,
      }),
    );
  }
  return rows;
}

function editOneSkill(dir: string, i: number): void {
  const files = git(dir, ['ls-files', '-z', '--', 'skills']).split('\0').filter(Boolean);
  const path = files[(i * 17) % files.length]!;
  const text = git(dir, ['show', `HEAD:${path}`]);
  const blob = git(dir, ['hash-object', '-w', '--stdin'], { input: `${text}Line ${i}.\n` }).trim();
  git(dir, ['update-index', '--cacheinfo', `100644,${blob},${path}`]);
  git(dir, ['commit', '-q', '-m', `Edit ${i}`]);
}

/** From opening the repository to the decided section; the skills at the tip are what a build knows by then. */
async function lineageOf(
  dir: string,
  reader: Reader,
  tips: readonly TipSkill[],
  ref = 'HEAD',
  previous?: LineageSection,
): Promise<LineageSection> {
  const repo = await openRepository(dir, { reader });
  try {
    const head = await repo.resolve(ref);
    const gathered = await gatherHistory(repo, head, previous);
    return decideLineage(gathered, tips).section;
  } finally {
    await repo.close();
  }
}

function tipsOf(dir: string, ref = 'HEAD'): TipSkill[] {
  const paths = git(dir, ['ls-tree', '-r', '-z', '--name-only', ref]).split('\0');
  return paths
    .filter((path) => path.endsWith('/SKILL.md'))
    .map((path) => path.slice(0, -'/SKILL.md'.length))
    .map((path) => ({ path, name: path.slice(path.lastIndexOf('/') + 1) }));
}

function row(
  name: string,
  value: number,
  extra: { peer?: string; peerMedian?: number; limit?: number | undefined; note?: string },
): BenchRow {
  const { peerMedian, limit, ...rest } = extra;
  return {
    name,
    median: value,
    unit: 'ms',
    ...rest,
    ...(peerMedian === undefined ? {} : { peerMedian, ratio: value / peerMedian }),
    ...(limit === undefined ? {} : { limit }),
  };
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
