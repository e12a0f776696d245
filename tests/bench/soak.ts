import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BuildResult, buildIndex, publishArtifact } from '../../build/index.js';
import { corpusFolder } from '../helpers/corpus-folder.js';
import { loadServer, type ToolCall } from './http-load.js';
import { slope } from './measure.js';
import type { MemorySample } from './memory-probe.js';
import { queriesOf } from './queries.js';
import { realTexts } from './real-texts.js';
import { type SoakServer, startSoakServer } from './soak-server.js';

const CONNECTIONS = 16;
const CALLS = 320;
/** Milliseconds from one reload to the next. */
const RELOAD_EVERY = 20_000;
/**
 * Share of the mean that memory may seem to grow by over the second half. What is alive depends on how many answers were
 * kept since the last reload, and what the process holds on how fast the machine lets it answer.
 */
const NOISE = { heap: 0.05, rss: 0.15 };

/** Memory in MB: what is alive after the garbage is gone (heap and buffers), and what the process holds. */
interface Sample {
  readonly minute: number;
  readonly heap: number;
  readonly rss: number;
}

interface Load {
  calls: number;
  readonly failures: string[];
}

/** What came of a soak. */
export interface SoakReport {
  readonly lines: readonly string[];
  readonly isGood: boolean;
}

/**
 * Puts a server with 1,000 skills under the load of the HTTP bench for so many minutes, reloads its index every 20 s,
 * and says whether memory grew or a call failed; null where the shared corpora are not there.
 */
export async function soak(minutes: number): Promise<SoakReport | null> {
  const folder = corpusFolder(1_000);
  if (folder === null) return null;
  const builds: BuildResult[] = [];
  try {
    const out = join(folder.dir, 'dist');
    builds.push(await buildIndex({ repo: folder.dir, out }));
    const [first] = builds[0]!.skills;
    appendFileSync(join(folder.dir, first!.path, 'SKILL.md'), '\nAnother line.\n');
    builds.push(await buildIndex({ repo: folder.dir, out }));
    await publishArtifact(builds[0]!, out);
    const server = await startSoakServer(out);
    return await run(server, { builds, out, minutes });
  } finally {
    for (const build of builds) await build.close();
    folder.dispose();
  }
}

async function run(
  server: SoakServer,
  { builds, out, minutes }: { builds: readonly BuildResult[]; out: string; minutes: number },
): Promise<SoakReport> {
  const started = performance.now();
  const until = started + minutes * 60_000;
  const load: Load = { calls: 0, failures: [] };
  const loading = keepLoading(server.url, callsFor(builds[0]!), until, load);
  const samples: Sample[] = [];
  let reloads = 0;
  for (let next = started + RELOAD_EVERY; next < until; next += RELOAD_EVERY) {
    await pause(Math.max(0, next - performance.now()));
    samples.push(sampleOf(await server.memory(), performance.now() - started));
    reloads += 1;
    await publishArtifact(builds[reloads % 2]!, out);
  }
  await loading;
  const code = await server.stop();
  return report({ server, load, samples, reloads, code, minutes });
}

/** One batch after the other, so that a call that fails is counted and does not end the soak. */
async function keepLoading(url: string, callAt: CallAt, until: number, load: Load): Promise<void> {
  for (let from = 0; performance.now() < until; from += CALLS) {
    const batch = Array.from({ length: CALLS }, (_, i) => callAt(from + i));
    try {
      await loadServer(url, batch, CONNECTIONS);
      load.calls += batch.length;
    } catch (error) {
      load.failures.push(String(error));
    }
  }
}

type CallAt = (i: number) => ToolCall;

/** Searches that were asked before, searches that never were, and whole skills, each by both protocols. */
function callsFor({ skills }: BuildResult): CallAt {
  const queries = queriesOf([...realTexts().values()]);
  return (i) => {
    const era = i % 2 === 0 ? 'modern' : 'legacy';
    const [at, kind] = [Math.floor(i / 6), Math.floor(i / 2) % 3];
    const query = queries[at % queries.length];
    if (kind === 0) return { name: 'search_skills', args: { query }, era };
    if (kind === 1) return { name: 'search_skills', args: { query: `${query} ${i}` }, era };
    return { name: 'get_skill', args: { path: skills[at % skills.length]!.path }, era };
  };
}

function sampleOf({ rss, heapUsed, external }: MemorySample, time: number): Sample {
  return { minute: time / 60_000, heap: (heapUsed + external) / 1e6, rss: rss / 1e6 };
}

interface Outcome {
  readonly server: SoakServer;
  readonly load: Load;
  readonly samples: readonly Sample[];
  readonly reloads: number;
  readonly code: number | null;
  readonly minutes: number;
}

function report({ server, load, samples, reloads, code, minutes }: Outcome): SoakReport {
  const half = samples.slice(samples.length >> 1);
  const growth = (['heap', 'rss'] as const).map((what) => growthOf(what, half));
  const taken = server.events.get('reload') ?? 0;
  const odd = [...server.events].filter(([event]) => !EXPECTED.has(event));
  // The last index may come after the last call.
  const isReloaded = taken >= reloads - 1;
  const { calls, failures } = load;
  return {
    lines: [
      `${calls} calls in ${minutes} minutes over ${CONNECTIONS} connections (${(calls / minutes / 60).toFixed(0)} a second), ${failures.length} failed`,
      ...new Set(failures.map((failure) => `  ${failure}`)),
      `${taken} of ${reloads} rebuilt indexes taken up; ${odd.length === 0 ? 'nothing else' : odd.map(([event, count]) => `${count} ${event}`).join(', ')} logged; exit code ${code}`,
      ...growth.map(({ line }) => line),
    ],
    isGood:
      failures.length === 0 &&
      isReloaded &&
      odd.length === 0 &&
      code === 0 &&
      growth.every(({ isLevel }) => isLevel),
  };
}

const EXPECTED = new Set(['start', 'reload', 'left-out', 'stopping', 'stop']);

function growthOf(what: keyof typeof NOISE, samples: readonly Sample[]): { line: string; isLevel: boolean } {
  const values = samples.map((sample) => sample[what]);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const perMinute = slope(
    samples.map(({ minute }) => minute),
    values,
  );
  const span = samples.at(-1)!.minute - samples[0]!.minute;
  const share = (perMinute * span) / mean;
  const name = what === 'heap' ? 'heap and buffers after garbage collection' : 'resident memory';
  const range = `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)} MB`;
  return {
    line: `${name}, second half: ${range}, slope ${perMinute.toFixed(3)} MB a minute (${(share * 100).toFixed(1)} % over ${span.toFixed(1)} minutes; at most ${NOISE[what] * 100} %)`,
    isLevel: share <= NOISE[what],
  };
}
