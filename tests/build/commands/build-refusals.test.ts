import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { skillgraft } from '../../helpers/cli.js';
import { git, skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import type { LooseJson } from '../../helpers/mcp-client.js';

let folder: ReturnType<typeof tempFolder>;
let repo: TestRepo;
beforeEach(() => {
  folder = tempFolder('skillgraft-refused-');
  repo = new TestRepo(join(folder.dir, 'r')).write('skills/a/SKILL.md', skillText('a'));
  repo.commit('one');
});
afterEach(() => folder.dispose());

// A child process that is left open would keep the command from ending: it is ended then, and has no status.
const run = (...args: string[]) => skillgraft(args, { cwd: repo.dir, timeout: 20_000 });
const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout) as LooseJson;

describe('a build that cannot run ends, with exit code 2', () => {
  it.each([
    ['an output folder among the sources', ['build', '--out', 'skills'], 'holds the skill'],
    ['a ref that is a folder', ['build', '--ref', 'HEAD:skills'], 'HEAD:skills'],
    ['a ref that is a tree', ['check', '--ref', 'HEAD^{tree}'], 'HEAD^{tree}'],
    ['a ref and the work tree', ['build', '--ref', 'HEAD', '--work-tree'], 'either --ref or --work-tree'],
    ['an empty ref', ['build', '--ref', ''], '--ref'],
    ['an empty repository name', ['check', '--repo', ''], '--repo'],
    ["git's folder as output", ['build', '--out', '.git'], "git's own folder"],
    ["a folder in git's folder as output", ['build', '--out', '.git/index'], "git's own folder"],
  ])('%s', { timeout: 30_000 }, (_, args, words) => {
    const { status, stdout, stderr } = run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('a bare repository without --out, as its default is inside of the repository', () => {
    git(folder.dir, ['clone', '-q', '--bare', 'r', 'bare']);
    const bare = join(folder.dir, 'bare');
    expect(run('build', '--repo', bare)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--out'),
    });
    expect(existsSync(join(bare, 'dist'))).toBe(false);
    expect(run('check', '--repo', bare).status).toBe(0);
  });
});

describe('what a build could lose', () => {
  it('a SKILL.md whose folder has a name that is not UTF-8 is found, failed and an error', () => {
    const blob = repo.git('rev-parse', 'HEAD:skills/a/SKILL.md');
    const entry = Buffer.concat([
      Buffer.from(`100644 ${blob}\tskills/b`),
      Buffer.from([0xff]),
      Buffer.from('/SKILL.md\0'),
    ]);
    git(repo.dir, ['update-index', '-z', '--index-info'], { input: entry });
    git(repo.dir, ['commit', '-q', '-m', 'two']);
    const { status, stdout } = run('build');
    expect(status).toBe(1);
    expect(stdout).toContain('not UTF-8. Rename');
    expect(stdout).toContain('left out: skills/b\ufffd/SKILL.md (file-unreadable)');
    expect(stdout).toContain('Indexed 1 of 2 skills');
    expect(json('build')).toMatchObject({
      found: 2,
      failed: [{ path: 'skills/b\ufffd/SKILL.md', codes: ['file-unreadable'] }],
    });
  });

  it.skipIf(process.getuid?.() === 0)('a SKILL.md that may not be read is an error', () => {
    repo.write('skills/b/SKILL.md', skillText('b'));
    chmodSync(join(repo.dir, 'skills/b/SKILL.md'), 0);
    expect(json('build', '--work-tree')).toMatchObject({ found: 2, skills: 1 });
    expect(run('check').status).toBe(1);
  });

  it.skipIf(process.platform === 'win32')('a SKILL.md that is no plain file is an error', () => {
    rmSync(join(repo.dir, '.git'), { recursive: true });
    mkdirSync(join(repo.dir, 'skills/b'));
    execFileSync('mkfifo', [join(repo.dir, 'skills/b/SKILL.md'), join(repo.dir, 'skills/a/pipe')]);
    const { failed, found, findings } = json('build');
    expect({ failed, found }).toEqual({
      found: 2,
      failed: [{ path: 'skills/b/SKILL.md', codes: ['file-unreadable'] }],
    });
    expect(findings).toMatchObject([
      { path: 'skills/a/pipe', severity: 'warning', message: expect.stringContaining('a pipe') },
      { path: 'skills/b/SKILL.md', severity: 'error' },
    ]);
  });

  it('a link to the SKILL.md of another skill is a note', () => {
    repo.link('skills/l/SKILL.md', '../a/SKILL.md').commit('two');
    expect(json('build').findings).toMatchObject([
      { code: 'skill-file-shared', severity: 'info', path: 'skills/l/SKILL.md' },
    ]);
    expect(run('check').stdout).toContain('of the skill skills/a ');
  });

  it('an index with skills is kept where a build has none', () => {
    run('build');
    const before = readFileSync(join(repo.dir, 'dist/index.json'));
    const { status, stdout } = run('build', '--roots', 'nowhere');
    expect(status).toBe(1);
    expect(stdout).toContain('kept as it was');
    expect(json('build', '--roots', 'nowhere')).toMatchObject({ skills: 0, written: 0, kept: true });
    expect(readFileSync(join(repo.dir, 'dist/index.json'))).toEqual(before);
    rmSync(join(repo.dir, 'dist'), { recursive: true });
    run('build', '--roots', 'nowhere');
    expect(existsSync(join(repo.dir, 'dist/index.json'))).toBe(true);
  });
});

describe('what a build says', () => {
  it('leads to a check of the commit and the repository that were built', () => {
    repo.write('skills/b/SKILL.md', skillText('b', '[gone](gone.md)'));
    const commit = repo.commit('two').slice(0, 12);
    repo.write('skills/b/SKILL.md', skillText('b'));
    const command = /see `skillgraft (.+)`/.exec(run('build', '--repo', repo.dir).stdout)?.[1];
    expect(command).toBe(`check --repo ${repo.dir} --ref ${commit}`);
    expect(run(...command!.split(' ')).stdout).toContain('gone.md');
  });

  it('notes that the settings on disk are not those of the commit', () => {
    repo.write('skillgraft.json', '{"roots": ["skills"]}\n').commit('two');
    expect(json('build').notes).toEqual([]);
    repo.write('skillgraft.json', '{"roots": ["skills"]}\r\n');
    expect(json('build').notes).toEqual([]);
    repo.write('skillgraft.json', '{"roots": ["other"]}\n');
    expect(json('build').notes).toEqual([expect.stringContaining('skillgraft.json on disk differs')]);
    expect(json('build', '--work-tree').notes).toEqual([]);
  });
});

describe('a committed index', () => {
  it.each([['skills'], ['lib/tools']])('gives the same bytes wherever the next one goes: %s', (root) => {
    const source = new TestRepo(join(folder.dir, 'c')).write(`${root}/a/SKILL.md`, skillText('a'));
    source.commit('one');
    const build = (out: string) =>
      skillgraft(['build', '--full', '--json', '--out', out], { cwd: source.dir });
    expect(build('dist').status).toBe(0);
    source.commit('two');
    const outs = ['dist', 'elsewhere', join(folder.dir, 'far')];
    const indexes = outs.map((out) => {
      expect(JSON.parse(build(out).stdout)).toMatchObject({ skills: 1, findings: [] });
      return readFileSync(resolve(source.dir, out, 'index.json'), 'utf8');
    });
    expect(new Set(indexes).size).toBe(1);
  });

  it('takes nothing else away: other files beside it, another index.json, a skill that holds one', () => {
    run('build');
    repo.write('other/index.json', '{}').write('other/skills/b/SKILL.md', skillText('b'));
    repo.write('dist/extra/SKILL.md', skillText('extra'));
    repo.write('skills/a/out/index.json', readFileSync(join(repo.dir, 'dist/index.json')));
    repo.write('skills/a/out/skills/n/SKILL.md', skillText('n')).commit('two');
    expect(json('build', '--out', 'o', '--roots', '.')).toMatchObject({ skills: 4 });
  });
});
