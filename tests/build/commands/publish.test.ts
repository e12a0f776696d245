import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPublishable } from '../../../build/publish/open-publishable.js';
import { skillgraft } from '../../helpers/cli.js';
import { git, TestRepo } from '../../helpers/git-repo.js';
import { buildInto, codeOf, listing, servedWhole } from '../../helpers/skills-repo.js';
import { type PublishFixture, publishFixture, tipOf } from '../publish/fixture.js';

let fixture: PublishFixture;
beforeAll(async () => {
  fixture = await publishFixture();
});
afterAll(() => fixture.temp.dispose());

const PERSON = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.invalid' };

function publish(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = PERSON) {
  return skillgraft(['publish', '--index', fixture.index.v2, ...args], { cwd, env });
}

describe('publish', () => {
  test('pushes a branch to the remote, and says what --index takes', () => {
    const [dir, remote] = [fixture.clone(), fixture.bare()];
    git(dir, ['remote', 'add', 'origin', remote]);
    const { status, stdout } = publish(dir, ['--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      to: 'branch',
      outcome: 'published',
      commit: fixture.two.v2,
      index: 'branch:skills-index',
      remote,
      tip: tipOf(remote),
    });
    expect(publish(dir, []).stdout).toContain('is there already');
    // What was published is what the next build goes on from.
    const args = [
      'build',
      '--ref',
      fixture.two.v2,
      '--out',
      join(dir, 'again'),
      '--previous',
      'branch:skills-index',
    ];
    expect(skillgraft(args, { cwd: dir, env: { SKILLGRAFT_EMBEDDER: 'none' } }).status).toBe(0);
    const same = ['publish', '--index', 'again', '--json'];
    expect(JSON.parse(skillgraft(same, { cwd: dir, env: PERSON }).stdout)).toMatchObject({
      outcome: 'unchanged',
    });
  });

  test('pushes to a remote that is a path from the repository on', () => {
    const [dir, remote] = [fixture.clone(), fixture.bare()];
    git(dir, ['remote', 'add', 'origin', relative(dir, remote)]);
    const { status, stdout } = publish(fixture.temp.dir, ['--repo', dir, '--json']);
    expect([status, JSON.parse(stdout).remote]).toEqual([0, remote]);
    expect(tipOf(remote)).not.toBe('');
  });

  test('refuses an index over max-index-bytes unless that is allowed', () => {
    const dir = fixture.clone();
    writeFileSync(join(dir, 'skillgraft.json'), '{"max-index-bytes": 1000}');
    const refused = publish(dir, ['--local']);
    expect([refused.status, tipOf(dir)]).toEqual([2, '']);
    expect(refused.stderr).toContain('max-index-bytes allows 1000');
    expect(publish(dir, ['--local', '--allow-large']).status).toBe(0);
  });

  test('in Actions, without a configured user, commits as its bot', () => {
    const dir = fixture.clone();
    const env = { GITHUB_ACTIONS: 'true', HOME: fixture.temp.dir };
    expect(publish(dir, ['--local', '--branch', 'published/index'], env).status).toBe(0);
    expect(git(dir, ['log', '-1', '--format=%an', 'published/index'])).toBe('github-actions[bot]\n');
  });

  test('writes a folder', async () => {
    const dir = fixture.clone();
    expect(publish(dir, ['--to', 'dir', '--dir', 'site']).status).toBe(0);
    expect(await servedWhole(join(dir, 'site'))).toBe(fixture.two.v2);
    expect(readdirSync(join(dir, 'site'))).toContain('latest.json');
  });

  test.each([
    ['.', 'is the repository itself', null],
    ['skills', 'lies in skills', null],
    ['skills/site', 'lies in skills', null],
    ['.claude/skills', 'lies in .claude/skills', null],
    ['more/site', 'lies in more', '{"roots": ["skills", "more"]}'],
    ['skills/kept/site', 'lies in skills/kept', '{"roots": ["."]}'],
    ['public', null, '{"roots": ["."]}'],
    ['../outside', null, null],
  ])('into the folder %s: %s', (into, why, settings) => {
    const dir = fixture.clone();
    if (settings !== null) writeFileSync(join(dir, 'skillgraft.json'), settings);
    const before = listing(dir);
    const { status, stderr } = publish(dir, ['--to', 'dir', '--dir', into]);
    if (why === null) return expect([status, stderr]).toEqual([0, '']);
    expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(stderr).toContain('such as public');
    expect(listing(dir)).toEqual(before);
  });

  test('says of releases that a path is no remote of them', () => {
    const dir = fixture.clone();
    git(dir, ['remote', 'add', 'origin', fixture.bare()]);
    const { status, stderr } = publish(dir, ['--to', 'release']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('no remote that releases are made at')]);
  });

  test('says of a folder without git that it takes one', async () => {
    const dir = join(fixture.temp.dir, 'plain');
    mkdirSync(join(dir, 'skills', 'kept'), { recursive: true });
    copyFileSync(join(fixture.index.v2, 'skills/kept/SKILL.md'), join(dir, 'skills/kept/SKILL.md'));
    const out = join(dir, 'dist');
    await buildInto({ repo: dir, out, embedder: 'none' });
    const { status, stderr } = skillgraft(['publish', '--index', out], { cwd: dir });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/`git init`.* commit/u)]);
    const other = publish(dir, []);
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('run `git init` and commit')]);
  });

  test.each<[string, readonly string[], Record<string, string>, string?]>([
    ['publish-no-folder', ['--to', 'dir'], {}],
    ['remote-unknown', [], PERSON],
    ['remote-unknown', ['--to', 'release'], {}],
    ['author-missing', ['--local'], { HOME: '/nonexistent' }],
    ['token-missing', ['--to', 'release'], {}, 'https://github.com/owner/repo'],
    ['token-host', ['--to', 'release'], { GITHUB_TOKEN: 's3cr3t' }, 'https://elsewhere.invalid/owner/repo'],
    ['token-host', [], { ...PERSON, GITHUB_TOKEN: 's3cr3t' }, 'https://elsewhere.invalid/owner/repo'],
    ['bad-choice', ['--to', 'moon'], {}],
  ])('%s %j', (_, args, env, remote) => {
    const dir = fixture.clone();
    if (remote !== undefined) git(dir, ['remote', 'add', 'origin', remote]);
    const { status, stderr } = publish(dir, args, env);
    expect(status).toBe(2);
    expect(stderr).toMatch(/\S/);
    expect(stderr).not.toContain('s3cr3t');
    expect(tipOf(dir)).toBe('');
  });
});

describe('an index that is not published unless that is meant', () => {
  test('one without a skill', async () => {
    const repo = new TestRepo(join(fixture.temp.dir, 'empty'));
    repo.write('README.md', 'Nothing yet.\n').commit('first');
    const out = join(fixture.temp.dir, 'empty-index');
    await buildInto({ repo: repo.dir, out, embedder: 'none' });
    expect(await codeOf(openPublishable(out, {}))).toBe('publish-empty');
    expect((await openPublishable(out, { empty: true })).skills).toEqual([]);
  });

  test('one of a shallow clone', async () => {
    const dir = join(fixture.temp.dir, 'shallow');
    git(fixture.temp.dir, ['clone', '-q', '--depth', '1', `file://${fixture.two.repo.dir}`, dir]);
    const out = join(fixture.temp.dir, 'shallow-index');
    await buildInto({ repo: dir, out, embedder: 'none' });
    expect(await codeOf(openPublishable(out, {}))).toBe('publish-shallow');
    expect((await openPublishable(out, { shallow: true })).commit).toBe(fixture.two.v2);
  });

  test('one of files that were not committed', async () => {
    const dir = fixture.clone();
    const out = join(fixture.temp.dir, 'work-tree-index');
    await buildInto({ repo: dir, out, workTree: true, embedder: 'none' });
    expect(await codeOf(openPublishable(out, {}))).toBe('publish-no-commit');
  });

  test('one whose files were changed since', async () => {
    const out = join(fixture.temp.dir, 'changed-index');
    await buildInto({ repo: fixture.two.repo.dir, out, embedder: 'none' });
    writeFileSync(join(out, 'skills', 'kept', 'SKILL.md'), 'changed\n');
    const { files } = await openPublishable(out, {});
    expect(await codeOf(files.get('skills/kept/SKILL.md')!.read())).toBe('file-changed');
  });
});
