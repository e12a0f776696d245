import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import { readEvents } from '../../../runtime/usage/read-events.js';
import { placeOfIndex, usageFolder } from '../../../runtime/usage/usage-folder.js';
import type { UsageEvent } from '../../../schema/usage/event.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { type Connection, connect } from '../../helpers/mcp-client.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

describe('record_outcome', () => {
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

  const withServer = async (
    env: Record<string, string>,
    use: (connection: Connection) => Promise<void>,
    era: 'auto' | 'legacy' = 'auto',
  ): Promise<string> => {
    const connection = await connect(sample.out, era, {
      env: { XDG_STATE_HOME: state.dir, SKILLGRAFT_USAGE: '', ...env },
    });
    try {
      await use(connection);
    } finally {
      await connection.close();
    }
    return connection.stderr();
  };
  const noted = async (home: string): Promise<UsageEvent[]> => {
    const place = await placeOfIndex(await openIndex(sample.out));
    const events: UsageEvent[] = [];
    await readEvents(usageFolder(place, { env: { XDG_STATE_HOME: home } }), (event) => events.push(event));
    return events;
  };
  const offered = async ({ client }: Connection): Promise<boolean> =>
    (await client.listTools()).tools.some(({ name }) => name === 'record_outcome');

  it('notes what get_skill gave and what came of it', async () => {
    const home = join(state.dir, 'on');
    const said = await withServer({ XDG_STATE_HOME: home }, async (connection) => {
      expect(await offered(connection)).toBe(true);
      await connection.call('search_skills', { query: 'xylophone zither' });
      await connection.call('get_skill', { name: 'clip-wick' });
      await connection.call('get_skill', { name: 'clip-wick', file: 'tips.md' });
      const outcome = { skill: 'clip-wick', query: 'cut\u0000a wick\ud800', success: false, reason: 'No.' };
      const answer = await connection.call('record_outcome', outcome);
      expect(answer).toMatchObject({ isError: false, data: { recorded: true, version: 3, query: 'text' } });
      expect(answer.text).toBe('Noted: skills/clip-wick (version 3) did not help.');
      const older = await connection.call('record_outcome', { ...outcome, version: 1, success: true });
      expect(older.data).toMatchObject({ version: 1 });
    });
    const folder = usageFolder(await placeOfIndex(await openIndex(sample.out)), {
      env: { XDG_STATE_HOME: home },
    });
    expect(said).toContain(`Notes in ${folder} which skills are read`);
    expect(said).toContain('SKILLGRAFT_USAGE=off turns it off');
    const events = (await noted(home)).map(({ kind, query, success }) => [kind, query, success]);
    expect(events).toEqual([
      ['search', 'xylophone zither', undefined],
      ['load', undefined, undefined],
      ['outcome', 'cut a wick\ufffd', false],
      ['outcome', 'cut a wick\ufffd', true],
    ]);
  });

  it('refuses what it cannot note, in words', async () => {
    await withServer({}, async ({ call }) => {
      const outcome = { skill: 'clip-wick', query: 'x', success: true };
      const refusals = [
        [{ ...outcome, skill: 'clip-wich' }, 'Did you mean clip-wick'],
        [{ ...outcome, version: 99 }, 'no version 99'],
        [{ ...outcome, success: 'yes' }, 'success must be true or false'],
        [{ skill: 'clip-wick', success: true }, 'query is missing'],
        [{ ...outcome, rating: 5 }, 'no argument "rating"'],
      ] as const;
      for (const [input, words] of refusals) {
        const said = await call('record_outcome', input).then(
          ({ isError, text }) => (isError ? text : ''),
          (error: Error) => error.message,
        );
        expect(said).toContain(words);
      }
    });
  });

  it.each([{ SKILLGRAFT_USAGE: 'off' }, { DO_NOT_TRACK: '1' }])(
    'is not there with %j, and nothing is noted',
    async (env) => {
      const home = join(state.dir, Object.keys(env)[0]!);
      const said = await withServer({ XDG_STATE_HOME: home, ...env }, async (connection) => {
        expect(await offered(connection)).toBe(false);
        await connection.call('get_skill', { name: 'clip-wick' });
      });
      expect(said).not.toContain('Notes in');
      expect(readdirSync(state.dir)).not.toContain(Object.keys(env)[0]);
    },
  );

  it('breaks no answer where the disk cannot be written', async () => {
    const home = join(state.dir, 'a-file');
    writeFileSync(home, '');
    const said = await withServer({ XDG_STATE_HOME: home }, async (connection) => {
      const { data } = await connection.call('get_skill', { name: 'clip-wick' });
      expect(data).toMatchObject({ path: 'skills/clip-wick' });
      const outcome = { skill: 'clip-wick', query: 'x', success: true };
      const answer = await connection.call('record_outcome', outcome);
      expect(answer).toMatchObject({ isError: false, data: { recorded: false, query: 'none' } });
    });
    expect(said.match(/cannot be recorded/g)).toHaveLength(1);
  });

  it('keeps hashes where it is told to', async () => {
    const home = join(state.dir, 'hashed');
    await withServer({ XDG_STATE_HOME: home, SKILLGRAFT_USAGE_QUERIES: 'hashed' }, async ({ call }) => {
      await call('record_outcome', { skill: 'clip-wick', query: 'cut a wick', success: true });
    });
    expect(await noted(home)).toMatchObject([{ queryHash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect((await noted(home))[0]).not.toHaveProperty('query');
  });
});
