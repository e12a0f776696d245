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
/** Milliseconds a call against an empty tool's: 0.8 times as many calls a second. */
const LIMIT = 1.25;

interface Child {
  readonly process: ChildProcess;
  readonly url: string;
}

/** A kind of call. */
interface Load {
  readonly name: string;
  call(i: number): Omit<ToolCall, 'era'>;
}

/** Tool calls over HTTP with 1,000 skills against a tool that does nothing, on the same stack and in turn. */
export async function benchHttp(): Promise<BenchRow[]> {
  const folder = corpusFolder(1_000);
  if (folder === null) return [];
  const children: Child[] = [];
  try {
    const out = join(folder.dir, 'dist');
    const result = await buildIndex({ repo: folder.dir, out });
    await publishArtifact(result, out);
    for (const served of ['product', 'empty'] as const) children.push(await start(out, served));
    const [product, empty] = children as [Child, Child];
    const rows: BenchRow[] = [];
    for (const load of await loadsOf(out)) {
      for (const era of ['modern', 'legacy'] as const) {
        const times = await inTurns([
          () => loadServer(product.url, callsOf(era, load.call), CONNECTIONS),
          () => loadServer(empty.url, callsOf(era, EMPTY), CONNECTIONS),
        ]);
        rows.push(row(`${load.name}, ${result.skills.length} skills, ${era} protocol`, times));
      }
    }
    return rows;
  } finally {
    for (const child of children) child.process.kill();
    folder.dispose();
  }
}

const EMPTY = (): Omit<ToolCall, 'era'> => ({ name: 'empty', args: { query: 'x' } });

async function loadsOf(index: string): Promise<Load[]> {
  const queries = queriesOf([...realTexts().values()]);
  const paths = (await openIndex(index)).skills.map(({ path }) => path);
  const search = (query: string) => ({ name: 'search_skills', args: { query } });
  return [
    { name: 'search_skills', call: (i) => search(queries[i % queries.length]!) },
    {
      name: 'get_skill',
      call: (i) => ({ name: 'get_skill', args: { path: paths[i % paths.length] } }),
    },
  ];
}

function callsOf(era: ToolCall['era'], make: (i: number) => Omit<ToolCall, 'era'>): ToolCall[] {
  return Array.from({ length: CALLS }, (_, i) => ({ ...make(i), era }));
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

function row(name: string, [ours, empty]: number[][]): BenchRow {
  const judged = against(name, ours!, 'an empty tool', empty!, { limit: LIMIT });
  const [own, idle] = [ours!, empty!].map((times) => (1000 / median(times)).toFixed(0));
  return { ...judged, note: `${CONNECTIONS} connections: ${own} calls a second against ${idle}` };
}
