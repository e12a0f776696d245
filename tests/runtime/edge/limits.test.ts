import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import { buildInto } from '../../helpers/built-case.js';
import { corpusFolder } from '../../helpers/corpus-folder.js';
import { hasWorkerd, startWorker } from '../../helpers/edge-worker.js';

/** What platforms give an isolate, in bytes. */
const ISOLATE = 128 * 1024 * 1024;
const LARGEST_INDEX = 1_000_000;
const ROUNDS = 6;

const folder = corpusFolder(50);

describe.skipIf(folder === null || !(await hasWorkerd()))('fifty real skills in workerd', () => {
  let out: string;
  beforeAll(async () => {
    ({ out } = await buildInto(folder!.dir));
  });
  afterAll(() => folder!.dispose());

  it('have an index below 1 MB', () => {
    const files = readdirSync(out).map((name) => statSync(join(out, name)));
    const size = files.filter((file) => file.isFile()).reduce((sum, file) => sum + file.size, 0);
    expect(size).toBeGreaterThan(100_000);
    expect(size).toBeLessThan(LARGEST_INDEX);
  });

  it('are served within the memory of an isolate', async () => {
    const index = await openIndex(out);
    const worker = await startWorker({ assets: out });
    const server = await worker.connect('auto');
    const used: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { path, description } of index.skills) {
        const words = description.split(/\s+/).slice(round, round + 8);
        const { isError } = await server.call('search_skills', { query: words.join(' ') || path });
        expect(isError).toBe(false);
        if (round === 0) expect((await server.call('get_skill', { path })).isError).toBe(false);
      }
      used.push(await worker.memory());
    }
    await server.close();
    await worker.dispose();
    expect(Math.min(...used)).toBeGreaterThan(0);
    expect(Math.max(...used)).toBeLessThan(ISOLATE);
  });
});
