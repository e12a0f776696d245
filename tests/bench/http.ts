import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIndex, publishArtifact } from '../../build/index.js';
import { openIndex } from '../../runtime/open-index.js';
import { corpusFolder } from '../helpers/corpus-folder.js';
import type { Served } from './http-child.js';
import { loadServer, type ToolCall } from './http-load.js';
import { against, median } from './measure.js';
import { queriesOf } from './queries.js';
import { realTexts } from './real-texts.js';
import type { BenchRow } from './row.js';

const ROUNDS = 5;
const CALLS = 1_500;
const CONNECTIONS = 16;
/** Milliseconds a call against a tool's that does no work: 0.8 times as many calls a second. */
const LIMIT = 1.25;

interface Child {
  readonly process: ChildProcess;
  readonly url: string;
}

/**
 * Tool calls over HTTP with 1,000 skills against tools without work, on the same stack and in turn: one that has the
 * same answers at hand, and one that says `ok`.
 */
export async function benchHttp(): Promise<BenchRow[]> {
  const folder = corpusFolder(1_000);
  if (folder === null) return [];
  const children: Child[] = [];
  try {
    const out = join(folder.dir, 'dist');
    const result = await buildIndex({ repo: folder.dir, out });
    await publishArtifact(result, out);
    for (const served of ['product', 'kept', 'empty'] as const) children.push(await start(out, served));
    const [product, kept, empty] = children as [Child, Child, Child];
    const queries = queriesOf([...realTexts().values()]);
    const names = (await openIndex(out)).skills.map(({ path }) => path);
    const rows: BenchRow[] = [];
    for (const era of ['modern', 'legacy'] as const) {
      const calls = {
        search_skills: callsOf((i) => ({
          name: 'search_skills',
          args: { query: queries[i % queries.length] },
          era,
        })),
        get_skill: callsOf((i) => ({ name: 'get_skill', args: { path: names[i % names.length] }, era })),
      };
      const idle = callsOf(() => ({ name: 'empty', args: { query: 'x' }, era }));
      for (const [name, some] of Object.entries(calls)) {
        const times = await inTurns([
          () => loadServer(product.url, some, CONNECTIONS),
          () => loadServer(kept.url, some, CONNECTIONS),
          () => loadServer(empty.url, idle, CONNECTIONS),
        ]);
        rows.push(row(`${name} over HTTP, ${names.length} skills, ${era} protocol`, times));
      }
    }
    return rows;
  } finally {
    for (const child of children) child.process.kill();
    folder.dispose();
  }
}

function callsOf(make: (i: number) => ToolCall): ToolCall[] {
  return Array.from({ length: CALLS }, (_, i) => make(i));
}

async function start(index: string, served: Served): Promise<Child> {
  const child = fork(fileURLToPath(new URL('http-child.js', import.meta.url)), [index, served]);
  const [url] = (await once(child, 'message')) as [string];
  return { process: child, url };
}

/** Each of them in each round; the first round warms up. */
async function inTurns(runs: readonly (() => Promise<number>)[]): Promise<number[][]> {
  const times: number[][] = runs.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [i, run] of runs.entries()) {
      const taken = await run();
      if (round > 0) times[i]!.push(taken);
    }
  }
  return times;
}

function row(name: string, [ours, kept, empty]: number[][]): BenchRow {
  const judged = against(name, ours!, 'the same answers at hand', kept!, { limit: LIMIT });
  const [own, ready, idle] = [ours!, kept!, empty!].map((times) => (1000 / median(times)).toFixed(0));
  const ratio = (median(empty!) / median(ours!)).toFixed(2);
  const note = `${CONNECTIONS} connections: ${own} calls a second against ${ready}, and ${idle} of an empty tool (${ratio} of those)`;
  return { ...judged, note };
}
