import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import { readEvents, type UnreadLog } from '../../../runtime/usage/read-events.js';
import { placeOfIndex, usageFolder } from '../../../runtime/usage/usage-folder.js';
import type { UsageEvent } from '../../../schema/usage/event.js';
import { ROOT } from '../../helpers/cli.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { seededRandom } from '../../helpers/random.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

/** Records until it is killed, or `most` times; says on standard output how often it was told that this was done. */
const SCRIPT = `
import { writeSync } from 'node:fs';
import { openIndex, openRecorder } from ${JSON.stringify(pathToFileURL(join(ROOT, 'lib/runtime/index.js')).href)};
const [out, most] = process.argv.slice(1);
const recorder = openRecorder(await openIndex(out), { onProblem: (message) => console.error(message) });
for (let i = 0; i < Number(most); i += 1) {
  const { recorded } = await recorder.record({ skill: 'clip-wick', query: 'q'.repeat(200), success: true });
  writeSync(1, recorded ? '+' : '-');
}
`;

describe('processes that record', () => {
  let sample: SampleRepo;
  let state: ReturnType<typeof tempFolder>;
  beforeAll(async () => {
    sample = await sampleRepo();
    state = tempFolder();
  });
  afterAll(() => {
    sample.dispose();
    state.dispose();
  });

  const argv = (most: number) => ['--input-type=module', '-e', SCRIPT, sample.out, String(most)];
  const env = (home: string) => ({ PATH: process.env.PATH ?? '', HOME: home, XDG_STATE_HOME: home });
  const read = async (home: string): Promise<{ events: UsageEvent[]; unread: UnreadLog[] }> => {
    const place = await placeOfIndex(await openIndex(sample.out));
    const events: UsageEvent[] = [];
    const unread = await readEvents(usageFolder(place, { env: env(home) }), (event) => events.push(event));
    return { events, unread };
  };

  it('lose nothing that was acknowledged when they are killed, while another one reads', async () => {
    const random = seededRandom(8);
    const writers = Array.from({ length: 8 }, () => writer(argv(1e9), env(state.dir)));
    await Promise.all(writers.map(({ began }) => began));
    let seen = 0;
    const killing = writers.map(async ({ child, ended }) => {
      await wait(random.below(1500));
      child.kill('SIGKILL');
      await ended;
    });
    const allKilled = Promise.all(killing).then(() => true);
    while (!(await Promise.race([allKilled, wait(50, false)]))) {
      const { events } = await read(state.dir);
      expect(events.length).toBeGreaterThanOrEqual(seen);
      seen = events.length;
    }
    const { events, unread } = await read(state.dir);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    for (const { lines, error } of unread) expect({ lines, error }).toEqual({ lines: 1, error: null });
    for (const { child, acknowledged } of writers) {
      const own = events.filter(({ id }) => id.split(' ')[0]!.split('-')[1] === String(child.pid)).length;
      expect(own).toBeGreaterThanOrEqual(acknowledged());
      expect(own).toBeLessThanOrEqual(acknowledged() + 1);
    }
  }, 60_000);

  it('go on where no more can be written, and what was whole is read', async () => {
    // A limit of 2 KiB a file cuts the write that reaches it, as a disk does that becomes full.
    const home = join(state.dir, 'full');
    const limited = ['-c', 'trap "" XFSZ; ulimit -f 2; exec "$0" "$@"', process.execPath, ...argv(12)];
    const { status, stdout, stderr } = spawnSync('bash', limited, { env: env(home), encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\++-+$/);
    expect(stdout).toHaveLength(12);
    expect(stderr).toMatch(/^Usage cannot be recorded \(\w+\); everything else goes on\.\n$/);
    const { events, unread } = await read(home);
    expect(events).toHaveLength(stdout.lastIndexOf('+') + 1);
    expect(unread).toMatchObject([{ lines: 1, error: null }]);
  }, 60_000);
});

interface Writer {
  readonly child: ChildProcess;
  readonly began: Promise<unknown>;
  readonly ended: Promise<unknown>;
  acknowledged(): number;
}

function writer(argv: readonly string[], env: Record<string, string>): Writer {
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let count = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    count += chunk.length;
  });
  return { child, began: once(child.stdout, 'data'), ended: once(child, 'close'), acknowledged: () => count };
}
