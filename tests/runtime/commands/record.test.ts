import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../../../runtime/usage/read-events.js';
import { placeOfRepository, usageFolder } from '../../../runtime/usage/usage-folder.js';
import type { UsageEvent } from '../../../schema/usage/event.js';
import { skillgraft } from '../../helpers/cli.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

describe('skillgraft record', () => {
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

  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    skillgraft(['record', ...args], { cwd: sample.repo.dir, env: { XDG_STATE_HOME: state.dir, ...env } });

  it('notes an outcome for the repository that it is run in', async () => {
    const { status, stdout } = run(['clip-wick', '-q', 'cut a wick', '--failure', '--reason', 'Too short.']);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'skills/clip-wick: noted that it did not help.\n',
    });
    const place = await placeOfRepository(sample.repo.dir);
    const events: UsageEvent[] = [];
    await readEvents(usageFolder(place, { env: { XDG_STATE_HOME: state.dir } }), (event) =>
      events.push(event),
    );
    expect(events).toMatchObject([
      { kind: 'outcome', query: 'cut a wick', success: false, reason: 'Too short.' },
    ]);
  });

  it.each([
    [['clip-wich', '--success'], {}, 'Did you mean clip-wick'],
    [['clip-wick'], {}, '--success or --failure'],
    [['clip-wick', '--success', '--failure'], {}, '--success or --failure'],
    [['clip-wick', '--success', '--version', '9'], {}, 'no version 9'],
    [['clip-wick', '--success'], { SKILLGRAFT_USAGE: 'off' }, 'the setting `usage` is `off`'],
    [['clip-wick', '--success'], { DO_NOT_TRACK: '1' }, 'SKILLGRAFT_USAGE=on goes before it'],
    [['clip-wick', '--success'], { XDG_STATE_HOME: '/proc/none' }, 'Usage cannot be recorded'],
  ] as const)('ends with 2 for %j in %j', (args, env, words) => {
    const { status, stdout, stderr } = run(args, env);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('lets SKILLGRAFT_USAGE go before DO_NOT_TRACK', () => {
    const env = { DO_NOT_TRACK: '1', SKILLGRAFT_USAGE: 'on', XDG_STATE_HOME: join(state.dir, 'asked') };
    const { status, stdout } = run(['clip-wick', '--success', '--json'], env);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ recorded: true, skill: 'skills/clip-wick', query: 'none' });
  });
});
