import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caseRepository } from '../../helpers/built-case.js';
import { haveCases } from '../../helpers/cases.js';
import { skillgraft } from '../../helpers/cli.js';
import { git, skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import type { LooseJson } from '../../helpers/mcp-client.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

let sample: SampleRepo;
let folder: ReturnType<typeof tempFolder>;
beforeAll(async () => {
  sample = await sampleRepo();
});
afterAll(() => sample.dispose());
beforeEach(() => {
  folder = tempFolder('skillgraft-build-');
});
afterEach(() => folder.dispose());

const run = (...args: string[]) => skillgraft(['build', ...args], { cwd: folder.dir });
const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout) as LooseJson;

function newRepo(name = 'r'): TestRepo {
  return new TestRepo(join(folder.dir, name)).write('skills/a/SKILL.md', skillText('a'));
}

describe('skillgraft build', () => {
  it('has the documented JSON, with exit code 1 where a file has an error', () => {
    const answer = json('--repo', sample.repo.dir, '--out', 'o');
    expect(answer).toMatchObject({
      skills: 8,
      found: 9,
      failed: [{ path: 'skills/bad/SKILL.md' }],
      commit: sample.commits[3],
      bytes: statSync(join(folder.dir, 'o/index.json')).size,
      ms: expect.any(Number),
      notes: [],
    });
    expect(answer.findings.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([
      expect.objectContaining({
        path: 'skills/bad/SKILL.md',
        line: expect.any(Number),
        message: expect.any(String),
      }),
    ]);
    expect(run('--repo', sample.repo.dir, '--out', 'o').status).toBe(1);
  });

  it('ends with 0 where nothing is wrong, into dist of the repository that was named', () => {
    const repo = newRepo();
    const commit = repo.commit('one');
    const { status, stdout } = run('--repo', 'r');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`^Indexed 1 of 1 skill from commit ${commit.slice(0, 12)} in \\d+ ms\\.\n`),
    );
    expect(readdirSync(join(repo.dir, 'dist')).sort()).toContain('index.json');
    expect(readFileSync(join(repo.dir, 'dist/skills/a/SKILL.md'), 'utf8')).toBe(skillText('a'));
  });

  it('reads the commit, not the work tree, unless it is told to', () => {
    const repo = newRepo();
    repo.commit('one');
    repo.write('skills/b/SKILL.md', skillText('b'));
    expect(json('--repo', 'r')).toMatchObject({ skills: 1 });
    expect(json('--repo', 'r', '--work-tree')).toMatchObject({ skills: 2, commit: null, lineage: 'absent' });
    repo.commit('two');
    expect(json('--repo', 'r', '--ref', 'HEAD~1')).toMatchObject({ skills: 1 });
  });

  it('builds a folder without git, a bare repository, and one without skills', () => {
    mkdirSync(join(folder.dir, 'plain/skills/a'), { recursive: true });
    writeFileSync(join(folder.dir, 'plain/skills/a/SKILL.md'), skillText('a'));
    expect(json('--repo', 'plain')).toMatchObject({ skills: 1, commit: null, lineage: 'absent' });
    const commit = newRepo().commit('one');
    git(folder.dir, ['clone', '-q', '--bare', 'r', 'bare']);
    expect(json('--repo', 'bare', '--out', 'o')).toMatchObject({ skills: 1, commit, lineage: 'full' });
    const none = new TestRepo(join(folder.dir, 'none')).write('README.md', 'Hello.\n');
    none.commit('one');
    expect(run('--repo', 'none')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('No SKILL.md was found'),
    });
  });

  it.each([
    ['an empty repository', ['--repo', 'empty'], '--work-tree'],
    ['a ref that does not exist', ['--repo', 'r', '--ref', 'nope'], '"nope"'],
    ['a folder that does not exist', ['--repo', 'gone'], 'gone'],
    ['a ref without a repository', ['--repo', 'plain', '--ref', 'main'], 'plain'],
    ['an output folder that is a file', ['--repo', 'r', '--out', 'file'], 'file'],
  ])('%s: exit code 2 and a hint', (_, args, words) => {
    newRepo().commit('one');
    new TestRepo(join(folder.dir, 'empty'));
    mkdirSync(join(folder.dir, 'plain'));
    writeFileSync(join(folder.dir, 'file'), '');
    const { status, stdout, stderr } = run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(words);
    expect(stderr).toMatch(/^error: .+\n {2}\S.+\n$/s);
    expect(stderr).not.toContain('    at ');
  });
});

describe('skillgraft build --check', () => {
  it('ends with 0 where the index is what the commit gives, with 1 and the skill where not, and writes nothing', () => {
    const repo = newRepo();
    repo.commit('one');
    expect(run('--repo', 'r', '--check')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('is missing'),
    });
    expect(readdirSync(repo.dir)).not.toContain('dist');
    run('--repo', 'r');
    expect(run('--repo', 'r', '--check').status).toBe(0);
    expect(json('--repo', 'r', '--check')).toMatchObject({ same: true, findings: [] });
    repo.write('skills/a/SKILL.md', skillText('a', 'Another step.')).git('add', 'skills');
    repo.git('commit', '-q', '-m', 'two');
    const before = readFileSync(join(repo.dir, 'dist/index.json'));
    const { status, stdout } = run('--repo', 'r', '--check');
    expect(status).toBe(1);
    expect(stdout).toContain('skills/a/SKILL.md');
    expect(readFileSync(join(repo.dir, 'dist/index.json'))).toEqual(before);
  });

  it('finds a file that was changed, and one that is gone', () => {
    newRepo().commit('one');
    run('--repo', 'r', '--out', 'o');
    cpSync(join(folder.dir, 'o'), join(folder.dir, 'p'), { recursive: true });
    writeFileSync(join(folder.dir, 'p/skills/a/SKILL.md'), 'x');
    expect(json('--repo', 'r', '--out', 'p', '--check')).toMatchObject({
      same: false,
      findings: [{ path: 'skills/a/SKILL.md' }],
    });
  });

  it.skipIf(!haveCases)('staleness-03: finds an index that the commits left behind', async () => {
    const { repo, commit, dispose } = await caseRepository('staleness-03', 1);
    try {
      expect(run('--repo', repo).status).toBe(0);
      expect(run('--repo', repo, '--check').status).toBe(0);
      commit(1);
      expect(run('--repo', repo, '--check')).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('skills/gong-hit/SKILL.md'),
      });
    } finally {
      dispose();
    }
  });
});
