import { writeFileSync } from 'node:fs';
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
    sample.repo.write(file, `<<<<<<< HEAD\n{}}\n${text}\n=======\n${text}\n>>>>>>> other\n`);
    expect(run('usage', 'tidy', '--check')).toMatchObject({ status: 1, stdout: `${file}\n` });
    const tidied = run('usage', 'tidy', '--repo', join(sample.repo.dir, 'skills'));
    expect(tidied).toMatchObject({ status: 1, stdout: `${file}\n` });
    expect(tidied.stderr).toContain(`${file}:2:1`);
    expect(tidied.stderr).toContain('3 conflict markers were taken out.');
    expect(sample.repo.git('diff', '--numstat')).toBe(`1\t0\t${file}`);
  });

  it('shows and moves the records of a renamed skill as those of its present folder', () => {
    const [file, former] = ['usage/skills/clip-wick.jsonl', 'usage/skills/trim-wick.jsonl'];
    const text = sample.repo.git('show', `HEAD:${file}`);
    sample.repo.git('rm', '-q', '-f', file);
    sample.repo.write(former, `${text}\n`).commit('records of the former folder');
    const { skills } = JSON.parse(run('usage', '--json').stdout);
    expect(skills).toMatchObject([
      { skill: 'skills/clip-wick', isRemoved: false, local: { successes: 1 }, repository: { successes: 1 } },
    ]);
    expect(run('usage', 'tidy')).toMatchObject({ status: 0, stdout: `${file}\n${former}\n` });
    sample.repo.commit('tidied');
    expect(sample.repo.git('ls-files', 'usage')).toBe(file);
    expect(sample.repo.git('show', `HEAD:${file}`)).toBe(text);
  });

  it('leaves a file alone whose bytes it would change', () => {
    const file = 'usage/skills/clip-wick.jsonl';
    sample.repo.write(file, Uint8Array.from([0xc3, 0x28, 10, 10]));
    expect(run('usage', 'tidy')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('no UTF-8'),
    });
    sample.repo.git('checkout', '-q', '--', file);
  });

  it('shows a skill that is gone as removed', () => {
    const line = sample.repo.git('show', 'HEAD:usage/skills/clip-wick.jsonl');
    sample.repo.write('usage/skills/gone.jsonl', `${line}\n`).commit('use of what is gone');
    expect(run('usage').stdout).toMatch(/^skills\/gone \(removed\) +0 +0 +0 +1 /m);
  });

  it('shows what the repository has where the state folder cannot be read', () => {
    const file = join(state.dir, 'file');
    writeFileSync(file, '');
    const env = { XDG_STATE_HOME: file };
    const { status, stdout, stderr } = skillgraft(['usage'], { cwd: sample.repo.dir, env });
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('skills/clip-wick'),
    });
    expect(stderr).toMatch(/^\S*file\S* cannot be read: ENOTDIR\. .*\n$/);
  });

  it('proposes in the name of git’s variables where nobody is configured', () => {
    const env = {
      XDG_STATE_HOME: state.dir,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'Ann',
      GIT_AUTHOR_EMAIL: 'ann@example.invalid',
    };
    run('record', 'clip-wick', '-q', 'another', '--success');
    const { stdout } = skillgraft(['usage', 'propose', '--json'], { cwd: sample.repo.dir, env });
    const { answer } = JSON.parse(stdout);
    expect(sample.repo.git('log', '-1', '--format=%an <%ae>', answer.commit)).toBe(
      'Ann <ann@example.invalid>',
    );
  });

  it('has its setting shown as off by DO_NOT_TRACK', () => {
    const env = { DO_NOT_TRACK: '1' };
    const { stdout } = skillgraft(['config'], { cwd: sample.repo.dir, env });
    expect(stdout).toMatch(/^usage +off +environment env:DO_NOT_TRACK$/m);
  });

  it('knows no other action', () => {
    expect(run('usage', 'send')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('show, propose, tidy'),
    });
  });
});
