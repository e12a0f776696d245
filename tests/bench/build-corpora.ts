import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BODY_LIMIT } from '../../build/embed.js';
import { buildIndex } from '../../build/index.js';
import type { Progress } from '../../build/types.js';
import { loadPackagedModel } from '../../runtime/embed/model-folder.js';
import { analyse } from '../../schema/analyzer/analyse.js';
import { FIELDS } from '../../schema/profile.js';
import { corpusFolder } from '../helpers/corpus-folder.js';
import { searchableText } from '../helpers/searchable.js';
import { against, median } from './measure.js';
import type { BenchRow } from './row.js';

const RUNS = 3;

/** What a child process measured of itself. */
interface Run {
  readonly ms: number;
  /** Of `ms`, what came once the vectors were there; of a build only. */
  readonly last?: number;
  /** Peak memory. */
  readonly mb: number;
}

/** Building all real files against reading, parsing, tokenising and embedding them; each run in a process of its own. */
export async function benchBuildCorpora(): Promise<BenchRow[]> {
  const folder = corpusFolder();
  if (folder === null) return [];
  try {
    const ours: Run[] = [];
    const peer: Run[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      peer.push(inProcess('read', folder.dir));
      ours.push(inProcess('build', folder.dir));
    }
    const memory = Math.max(...ours.map(({ mb }) => mb));
    const ms = (runs: readonly Run[]) => runs.map((run) => run.ms);
    const last = median(ours.map((run) => run.last ?? Number.NaN));
    return [
      against(
        `build of ${folder.files} files`,
        ms(ours),
        'reading, parsing, tokenising and embedding',
        ms(peer),
        { limit: 2 },
      ),
      { name: 'calibration and assembly of that build', median: last, unit: 'ms', limit: 3000 },
      { name: 'peak memory of that build', median: memory, unit: 'MB', limit: 1000 },
    ];
  } finally {
    folder.dispose();
  }
}

function inProcess(what: string, dir: string): Run {
  const args = [fileURLToPath(import.meta.url), what, dir];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Run;
}

/** What a child process does; its own time and peak memory as JSON. */
async function child(what: string, dir: string): Promise<void> {
  const started = performance.now();
  const calibrated = what === 'build' ? await build(dir) : readAlone(dir);
  const ended = performance.now();
  const run: Run = {
    ms: ended - started,
    ...(calibrated === undefined ? {} : { last: ended - calibrated }),
    mb: process.resourceUsage().maxRSS / 1000,
  };
  process.stdout.write(JSON.stringify(run));
}

/** Builds; returns when the calibration began. */
async function build(dir: string): Promise<number> {
  let calibrated = Number.NaN;
  const onProgress = ({ stage }: Progress): void => {
    if (stage === 'calibrate') calibrated = performance.now();
  };
  await (await buildIndex({ repo: dir, onProgress })).close();
  return calibrated;
}

function skillFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|\/)SKILL\.md$/i.test(path),
  );
}

/** What a build cannot do without: each text is tokenised once, and what is embedded of it is embedded once. */
function readAlone(dir: string): undefined {
  const model = loadPackagedModel();
  for (const path of skillFiles(dir)) {
    const text = searchableText({ path, bytes: readFileSync(join(dir, path)) });
    if (text === null) continue;
    for (const field of FIELDS) for (const piece of text[field]) analyse(piece);
    const listing = [...text.name, ...text.description].join(' ');
    for (const part of [listing, text.headings.join('; '), text.body[0]!.slice(0, BODY_LIMIT)]) {
      model.embedOne(part);
    }
  }
}

const [what, dir] = process.argv.slice(2);
if (what !== undefined && dir !== undefined && process.argv[1] === fileURLToPath(import.meta.url))
  await child(what, dir);
