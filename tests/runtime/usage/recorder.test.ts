import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Federation } from '../../../runtime/library/federation.js';
import { openIndex } from '../../../runtime/open-index.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import { openRecorder } from '../../../runtime/usage/open-recorder.js';
import { readEvents } from '../../../runtime/usage/read-events.js';
import { Recorder, type RecorderOptions } from '../../../runtime/usage/recorder.js';
import { placeOfIndex, placeOfRepository, usageFolder } from '../../../runtime/usage/usage-folder.js';
import type { UsageEvent } from '../../../schema/usage/event.js';
import { git, tempFolder } from '../../helpers/git-repo.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

const NOW = Date.UTC(2026, 0, 31);

describe('a recorder', () => {
  let sample: SampleRepo;
  let index: SkillIndex;
  let state: ReturnType<typeof tempFolder>;
  beforeAll(async () => {
    sample = await sampleRepo();
    index = await openIndex(sample.out);
  });
  afterAll(() => sample.dispose());
  beforeEach(() => {
    state = tempFolder();
    return () => state.dispose();
  });

  const user = (path = state.dir) => ({ env: { XDG_STATE_HOME: path } });
  const open = (options: RecorderOptions = {}) =>
    openRecorder(index, { user: user(), now: () => NOW, ...options });
  const events = async (): Promise<UsageEvent[]> => {
    const found: UsageEvent[] = [];
    await readEvents(usageFolder(await placeOfIndex(index), user()), (event) => found.push(event));
    return found;
  };

  it('notes loads and outcomes with what the index knows of the skill', async () => {
    const recorder = open();
    await recorder.load('trim-wick');
    const outcome = { skill: 'clip-wick', query: 'cut\na wick', success: false, reason: 'too\tshort ' };
    const noted = await recorder.record(outcome);
    await recorder.flush();
    await recorder.close();
    const { digest } = await index.get('clip-wick');
    const of = {
      at: '2026-01-31T00:00:00.000Z',
      commit: sample.commits[3],
      skill: 'skills/clip-wick',
      version: 3,
      digest,
    };
    expect(noted).toEqual({
      recorded: true,
      skill: of.skill,
      version: 3,
      digest,
      success: false,
      query: 'text',
    });
    expect(await events()).toEqual([
      { v: 1, id: expect.stringMatching(/ 1$/), kind: 'load', ...of },
      {
        v: 1,
        id: expect.stringMatching(/ 2$/),
        kind: 'outcome',
        ...of,
        success: false,
        reason: 'too short',
        query: 'cut a wick',
      },
    ]);
  });

  it('notes an older version by its own digest', async () => {
    const recorder = open();
    const noted = await recorder.record({ skill: 'clip-wick', success: true, version: '1' });
    const { digest } = await index.get('clip-wick', { version: '1' });
    expect(noted).toMatchObject({ skill: 'skills/clip-wick', version: 1, digest });
    await recorder.close();
  });

  it('keeps queries as it is told to', async () => {
    for (const queries of ['hashed', 'off'] as const) {
      const recorder = open({ queries });
      const { query } = await recorder.record({ skill: 'clip-wick', query: 'a secret task', success: true });
      expect(query).toBe(queries === 'off' ? 'none' : 'hash');
      await recorder.close();
    }
    expect(JSON.stringify(await events())).not.toContain('secret');
  });

  it.each([
    ['a skill that is not there', { skill: 'clip-wich', success: true }, 'skill-unknown'],
    ['a version that never was', { skill: 'clip-wick', success: true, version: '9' }, 'version-unknown'],
    ['no outcome', { skill: 'clip-wick' }, 'bad-option'],
    ['a skill that is no text', { skill: 1, success: true }, 'bad-option'],
    ['a query that is no text', { skill: 'clip-wick', success: true, query: {} }, 'bad-option'],
  ])('refuses %s', async (_, outcome, code) => {
    await expect(open().record(outcome as never)).rejects.toMatchObject({ code });
    expect(existsSync(join(state.dir, 'skillgraft'))).toBe(false);
  });

  it('names the nearest skill', async () => {
    const record = open().record({ skill: 'clip-wich', success: true });
    await expect(record).rejects.toMatchObject({ hint: expect.stringContaining('clip-wick') });
  });

  it.each([{ queries: 'none' }, { perMinute: 0 }, { onProblem: 1 }, { repository: 1 }])(
    'refuses the options %j',
    (options) => {
      expect(() => openRecorder(index, options as never)).toThrow(
        expect.objectContaining({ code: 'bad-option' }),
      );
    },
  );

  it('says once that the disk cannot be written, and goes on when it can', async () => {
    const blocked = join(state.dir, 'file');
    writeFileSync(blocked, '');
    const said: string[] = [];
    const recorder = open({ user: user(join(blocked, 'below')), onProblem: (message) => said.push(message) });
    await recorder.load('clip-wick');
    const noted = await recorder.record({ skill: 'clip-wick', success: true, query: 'x' });
    expect(noted).toMatchObject({ recorded: false, query: 'none' });
    expect(said).toEqual([expect.stringContaining('cannot be recorded')]);
  });

  it('takes so many of each kind in a minute', async () => {
    const said: string[] = [];
    const recorder = open({ perMinute: 2, onProblem: (message) => said.push(message) });
    for (let i = 0; i < 4; i += 1) await recorder.load('clip-wick');
    const outcome = { skill: 'clip-wick', success: true };
    await recorder.record(outcome);
    await recorder.record(outcome);
    await expect(recorder.record(outcome)).rejects.toMatchObject({ code: 'usage-limit' });
    expect((await events()).map(({ kind }) => kind)).toEqual(['load', 'load', 'outcome', 'outcome']);
    expect(said).toEqual([expect.stringContaining('More than 2 loads')]);
    await recorder.close();
  });

  it('notes searches that found no skill, and no others', async () => {
    const recorder = new Recorder({ user: user() });
    for (const query of ['xylophone zither', 'clip-wick', '', 'the of'])
      await recorder.search(index, await index.search(query));
    await recorder.close();
    const noted = (await events()).map(({ kind, query, answer, skill }) => ({ kind, query, answer, skill }));
    expect(noted).toEqual([{ kind: 'search', query: 'xylophone zither', answer: 'empty', skill: undefined }]);
  });

  it('notes an event of one of several indexes for the repository that it is of, by the path there', async () => {
    const clone = join(state.dir, 'clone');
    git(sample.repo.dir, ['clone', '-q', sample.repo.dir, clone]);
    cpSync(dirname(index.location), join(clone, 'dist'), { recursive: true });
    const other = await openIndex(join(clone, 'dist'));
    const library = new Federation([
      { name: 'a', scope: 'project', allow: ['odd-text'], index },
      { name: 'b', scope: 'shared', prefix: 'b', index: other },
    ]);
    const recorder = openRecorder(library, { user: user() });
    await recorder.load('odd-text');
    const noted = await recorder.record({ skill: 'clip-wick', success: true });
    await recorder.close();
    expect(noted).toMatchObject({ skill: 'skills/clip-wick', version: 3 });
    const kinds: unknown[] = [];
    for (const one of [index, other]) {
      const folder = usageFolder(await placeOfIndex(one), user());
      await readEvents(folder, ({ kind, skill }) => kinds.push([one === index ? 'a' : 'b', kind, skill]));
    }
    expect(kinds).toEqual([
      ['a', 'load', 'skills/odd-text'],
      ['b', 'outcome', 'skills/clip-wick'],
    ]);
    const unknown = openRecorder(library, { user: user() }).record({ skill: 'clip-wich', success: true });
    await expect(unknown).rejects.toMatchObject({ code: 'skill-unknown' });
  });

  it('wants to know where events of an index in memory go', async () => {
    const nowhere = await openIndex(index.artifact);
    const outcome = { skill: 'clip-wick', success: true };
    const homeless = openRecorder(nowhere, { user: user() }).record(outcome);
    await expect(homeless).rejects.toMatchObject({ code: 'usage-nowhere' });
    const recorder = openRecorder(nowhere, { user: user(), repository: sample.repo.dir });
    await recorder.record(outcome);
    await recorder.close();
    expect(await events()).toHaveLength(1);
  });

  it('keeps repositories apart: clones and copies of an index, not linked worktrees', async () => {
    const repo = sample.repo.dir;
    const place = await placeOfRepository(repo);
    expect(await placeOfIndex(index)).toBe(place);
    const [clone, tree, other] = ['clone', 'tree', 'other'].map((name) => join(state.dir, name)) as [
      string,
      string,
      string,
    ];
    git(repo, ['clone', '-q', repo, clone]);
    git(repo, ['worktree', 'add', '-q', '--detach', tree]);
    mkdirSync(other);
    git(other, ['init', '-q']);
    const placeOf = async (folder: string): Promise<string> => {
      cpSync(dirname(index.location), join(folder, 'dist'), { recursive: true });
      return placeOfIndex(await openIndex(join(folder, 'dist')));
    };
    expect(await placeOf(tree)).toBe(place);
    expect(await placeOf(clone)).toBe(join(clone, '.git'));
    expect(await placeOf(other)).toBe(join(other, 'dist', 'index.json'));
    expect(new Set([place, clone, other].map((one) => usageFolder(one, user()))).size).toBe(3);
    expect(readdirSync(state.dir)).not.toContain('skillgraft');
  });
});
