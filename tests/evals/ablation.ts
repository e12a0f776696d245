import { openIndex } from '../../runtime/open-index.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import { type Measured, measure } from './measure.js';
import { type BuiltPool, buildPool, type PoolOptions, queriesOf } from './pool.js';
import { SETS } from './sets.js';
import { buildSuite, runSuite, SUITES, type Suite } from './skill-mcp.js';
import { areThere, figure, head, MISSING, row } from './table.js';
import { VARIANTS, type Variant } from './variants.js';

interface Pools {
  readonly sets: readonly BuiltPool[];
  readonly suite: Suite;
}

const COLUMNS = [
  'hit@1 / hit@5',
  ...SETS.map(({ name }) => name),
  'skill-mcp: first / top 3 / rejected',
  'lost',
  'off-topic accepted',
];
const UNCHANGED = '';

/**
 * What each part of the search is worth: the shared sets with one part off in turn, as a table of Markdown, a line at a
 * time. Lost queries and off-topic ones that are accepted are means over the sets.
 */
export async function* ablationTable(): AsyncGenerator<string> {
  if (!areThere()) {
    yield MISSING;
    return;
  }
  yield* head(COLUMNS);
  const pools = await buildPools({});
  try {
    for (const variant of VARIANTS) yield await variantRow(variant, pools);
  } finally {
    dispose(pools);
  }
}

async function variantRow(variant: Variant, usual: Pools): Promise<string> {
  if (variant.suite !== undefined) {
    const suite = await buildSuite(variant.suite);
    try {
      const cell = await suiteCell(suite, variant);
      return row([variant.name, ...SETS.map(() => UNCHANGED), cell, UNCHANGED, UNCHANGED]);
    } finally {
      suite.dispose();
    }
  }
  const pools = variant.build === undefined ? usual : await buildPools(variant.build);
  try {
    const measured: Measured[] = [];
    for (const [i, { name }] of SETS.entries()) {
      measured.push(await measure(await reopen(pools.sets[i]!, variant), queriesOf(name), variant.search));
    }
    const hits = measured.map(({ hit1, hit5 }) => `${figure(hit1)} / ${figure(hit5)}`);
    const mean = (share: 'lost' | 'offTopic'): string =>
      figure(measured.reduce((sum, one) => sum + one[share], 0) / measured.length);
    return row([
      variant.name,
      ...hits,
      await suiteCell(pools.suite, variant),
      mean('lost'),
      mean('offTopic'),
    ]);
  } finally {
    if (pools !== usual) dispose(pools);
  }
}

async function suiteCell(suite: Suite, variant: Variant): Promise<string> {
  const { first, top3, rejected } = await runSuite(suite, await reopen(suite, variant), variant.search);
  return `${first} / ${top3} / ${rejected}`;
}

async function reopen(pool: BuiltPool, { open, change }: Variant): Promise<SkillIndex> {
  if (change !== undefined) return openIndex(change(pool.index.artifact));
  return open === undefined ? pool.index : pool.open(open);
}

async function buildPools(options: PoolOptions): Promise<Pools> {
  const sets: BuiltPool[] = [];
  for (const { name } of SETS) sets.push(await buildPool(name, options));
  return { sets, suite: await buildSuite(SUITES.with, options) };
}

function dispose({ sets, suite }: Pools): void {
  for (const pool of [...sets, suite]) pool.dispose();
}
