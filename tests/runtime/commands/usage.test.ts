import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillgraft } from '../../helpers/cli.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

describe('skillgraft usage', () => {
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

  const run = (...args: string[]) => {
    const env = { XDG_STATE_HOME: state.dir, SKILLGRAFT_AUTHOR: 'Me <me@example.invalid>' };
    const { status, stdout, stderr } = skillgraft(args, { cwd: sample.repo.dir, env });
    return { status, stdout, stderr };
  };

  it('says so where there is nothing yet', () => {
    expect(run('usage')).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining('No use') });
    expect(run('usage', 'propose')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('nothing to propose'),
    });
    expect(run('usage', 'tidy')).toMatchObject({ status: 0, stderr: '0 of 0 files changed.\n' });
  });

  it('shows what was recorded, proposes it, and knows it again once it is merged', () => {
    run('record', 'clip-wick', '-q', 'cut the wick of jane@example.com', '--success');
    const shown = run('usage');
    expect(shown.stdout).toMatch(/^skill +here: helped +failed/);
    expect(shown.stdout).toMatch(/^skills\/clip-wick +1 +0 +0 +\S+ +0 +0 +0/m);
    const dry = run('usage', 'propose', '--dry-run');
    expect(dry.stdout).toContain('cut the wick of <email>');
    const { answer, notes } = JSON.parse(run('usage', 'propose', '--json').stdout);
    expect(notes).toEqual([expect.stringContaining('1 text changed')]);
    sample.repo.git('merge', '-q', '--ff-only', answer.branch);
    expect(run('usage', 'propose').stderr).toContain('nothing to propose');
    const { skills, repository } = JSON.parse(run('usage', 'show', '--json').stdout);
    expect(skills).toMatchObject([
      { skill: 'skills/clip-wick', local: { successes: 1 }, repository: { successes: 1 } },
    ]);
    expect(repository.commit).toBe(answer.commit);
  });

  it('tidies, and tells what it cannot', () => {
    const file = 'usage/skills/clip-wick.jsonl';
    const text = sample.repo.git('show', `HEAD:${file}`);
    sample.repo.write(file, `=======\n${text}\n${text}\n`);
    expect(run('usage', 'tidy', '--check')).toMatchObject({ status: 1, stdout: `${file}\n` });
    const tidied = run('usage', 'tidy', '--repo', join(sample.repo.dir, 'skills'));
    expect(tidied).toMatchObject({ status: 1, stdout: `${file}\n` });
    expect(tidied.stderr).toContain(`${file}:1:1`);
    expect(sample.repo.git('diff', '--numstat')).toBe(`1\t0\t${file}`);
  });

  it('knows no other action', () => {
    expect(run('usage', 'send')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('show, propose, tidy'),
    });
  });
});
