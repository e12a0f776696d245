import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIndex } from '../../build/index.js';
import { analyse } from '../../schema/analyzer/analyse.js';
import { FIELDS } from '../../schema/profile.js';
import { corpusFolder } from '../helpers/corpus-folder.js';
import { searchableText } from '../helpers/searchable.js';
import { against } from './measure.js';
import type { BenchRow } from './row.js';

const RUNS = 3;

/** Building all real files against reading, parsing and tokenising them; each run in a process of its own. */
export async function benchBuildCorpora(): Promise<BenchRow[]> {
  const folder = corpusFolder();
  if (folder === null) return [];
  try {
    const ours: { ms: number; mb: number }[] = [];
    const peer: { ms: number; mb: number }[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      peer.push(inProcess('read', folder.dir));
      ours.push(inProcess('build', folder.dir));
    }
    const memory = Math.max(...ours.map(({ mb }) => mb));
    const ms = (runs: readonly { ms: number }[]) => runs.map((run) => run.ms);
    return [
      against(`build of ${folder.files} files`, ms(ours), 'reading, parsing and tokenising', ms(peer), {
        limit: 2,
      }),
      { name: 'peak memory of that build', median: memory, unit: 'MB', limit: 1000 },
    ];
  } finally {
    folder.dispose();
  }
}

function inProcess(what: string, dir: string): { ms: number; mb: number } {
  return JSON.parse(
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), what, dir], { encoding: 'utf8' }),
  ) as {
    ms: number;
    mb: number;
  };
}

/** What a child process does; its own time and peak memory as JSON. */
async function child(what: string, dir: string): Promise<void> {
  const started = performance.now();
  if (what === 'build') await (await buildIndex({ repo: dir })).close();
  else for (const path of skillFiles(dir)) tokenise(path, dir);
  process.stdout.write(
    JSON.stringify({ ms: performance.now() - started, mb: process.resourceUsage().maxRSS / 1000 }),
  );
}

function skillFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|\/)SKILL\.md$/i.test(path),
  );
}

function tokenise(path: string, dir: string): void {
  const text = searchableText({ path, bytes: readFileSync(join(dir, path)) });
  if (text === null) return;
  for (const field of FIELDS) for (const piece of text[field]) analyse(piece);
}

const [what, dir] = process.argv.slice(2);
if (what !== undefined && dir !== undefined && process.argv[1] === fileURLToPath(import.meta.url))
  await child(what, dir);
