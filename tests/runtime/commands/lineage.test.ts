import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import { formatMessage } from '../../../runtime/propose/trailers.js';
import { buildInto } from '../../helpers/built-case.js';
import { skillgraft } from '../../helpers/cli.js';
import { git, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { NO_CHANGELOG } from '../../helpers/plans.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';

let sample: SampleRepo;
const temp = tempFolder();
beforeAll(async () => {
  sample = await sampleRepo();
});
afterAll(() => {
  sample.dispose();
  temp.dispose();
});

const run = (...args: string[]) => skillgraft(args, { cwd: sample.repo.dir });

describe('skillgraft diff', () => {
  it('prints a patch that leads from one version to the other', () => {
    const { status, stdout, stderr } = run('diff', 'clip-wick', 'v1', 'v3');
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `skills/clip-wick: version 1, commit ${sample.commits[0]!.slice(0, 12)}, at skills/trim-wick to version 3, commit ${sample.commits[3]!.slice(0, 12)}\n`,
    });
    const work = new TestRepo(join(temp.dir, 'work'));
    for (const path of ['SKILL.md', 'tips.md', 'data/blob.bin']) {
      const old = `${sample.commits[0]}:skills/trim-wick/${path}`;
      work.write(`skills/clip-wick/${path}`, git(sample.repo.dir, ['show', old]));
    }
    git(work.dir, ['apply', '-'], { input: stdout });
    const now = (path: string) => git(sample.repo.dir, ['show', `HEAD:skills/clip-wick/${path}`]);
    for (const path of ['SKILL.md', 'tips.md']) {
      expect(git(work.dir, ['hash-object', `skills/clip-wick/${path}`])).toBe(
        git(sample.repo.dir, ['hash-object', '--stdin'], { input: now(path) }),
      );
    }
  });

  it('takes commits and dates, has the version of the index for the second, and says where nothing differs', () => {
    const [, , third = ''] = sample.commits;
    expect(run('diff', 'clip-wick', third).stdout).toBe(run('diff', 'clip-wick', '2024-01-03').stdout);
    expect(run('diff', 'clip-wick', third, 'v3').stdout).toContain('+Use a very sharp blade.\n');
    expect(run('diff', 'clip-wick', 'v3', 'v3')).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringContaining('Nothing differs.'),
    });
  });

  it('has the documented JSON', () => {
    const [first = '', second = ''] = sample.commits;
    expect(JSON.parse(run('diff', 'clip-wick', '1', second, '--json').stdout)).toEqual({
      path: 'skills/clip-wick',
      name: 'clip-wick',
      from: { version: 1, commit: first, path: 'skills/trim-wick' },
      to: { version: 2, commit: second, path: 'skills/clip-wick' },
      files: [
        {
          path: 'SKILL.md',
          change: 'changed',
          binary: false,
          diff: expect.stringContaining('-name: trim-wick\n+name: clip-wick\n'),
        },
      ],
    });
  });

  it('says what there is where a version is not there', () => {
    expect(run('diff', 'clip-wick', 'v9', 'v1')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('versions 1 to 3'),
    });
    expect(run('diff', 'clip-wick').status).toBe(2);
  });

  it('tells files that come, go, are no text, or change their mode', async () => {
    const repo = new TestRepo(join(temp.dir, 'files'));
    repo
      .write('skills/a/SKILL.md', '---\nname: a\ndescription: Does a.\n---\n\nText.\n')
      .write('skills/a/gone', 'x')
      .write('skills/a/bin', Uint8Array.from([0, 1]))
      .write('skills/a/run', 'x\n')
      .commit('1');
    repo.git('rm', '-q', 'skills/a/gone');
    repo.git('update-index', '--chmod=+x', 'skills/a/run');
    repo.git('commit', '-q', '-m', 'mode');
    repo.git('checkout', '-q', '.');
    repo
      .write('skills/a/bin', Uint8Array.from([0, 2]))
      .write('skills/a/new file', 'y')
      .commit('2');
    const index = await openIndex((await buildInto(repo.dir)).out);
    const { files } = await index.diffVersions('a', 'HEAD~2');
    expect(files.map(({ path, change, binary }) => [path, change, binary])).toEqual([
      ['bin', 'changed', true],
      ['gone', 'removed', false],
      ['new file', 'added', false],
      ['run', 'changed', false],
    ]);
    expect(files[0]!.diff).toBe(
      'diff --git a/skills/a/bin b/skills/a/bin\nBinary files a/skills/a/bin and b/skills/a/bin differ\n',
    );
    expect(files[3]!.diff).toBe(
      'diff --git a/skills/a/run b/skills/a/run\nold mode 100644\nnew mode 100755\n',
    );
    expect(await codeOf(index.diffVersions('none', '1'))).toBe('skill-unknown');
  });
});

describe('skillgraft show --at', () => {
  it('prints what the main line had then', () => {
    expect(run('show', 'clip-wick', '--at', '2024-01-01', '--json').stdout).toBe(
      run('show', 'clip-wick', '--version', '2024-01-01', '--json').stdout,
    );
    expect(run('show', 'clip-wick', '--at', '2024-01-02').stdout).toContain('skills/clip-wick');
  });

  it('takes a date, and no version beside it', () => {
    expect(run('show', 'clip-wick', '--at', 'v2')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('2026-01-31'),
    });
    expect(run('show', 'clip-wick', '--at', '2024-01-02', '--version', '1').status).toBe(2);
  });
});

describe('skillgraft graph', () => {
  it('prints the edges in each format', () => {
    const graph = JSON.parse(run('graph').stdout);
    expect(graph.edges).toMatchObject([{ type: 'rename', from: 'skills/trim-wick', to: 'skills/clip-wick' }]);
    expect(run('graph', '--format', 'dot').stdout).toContain('n1 -> n0 [label="rename"];');
    expect(run('graph', '--format', 'mermaid').stdout).toContain('  n1 -->|rename| n0\n');
    expect(run('graph', '--format', 'mermaid', '--edges', 'derive,merge').stdout).toBe('flowchart LR\n');
  });

  it('names the types and formats where it does not know one', () => {
    expect(run('graph', '--edges', 'rename,none')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('supersede'),
    });
    expect(run('graph', '--format', 'svg').status).toBe(2);
  });
});

describe('skillgraft log', () => {
  it('shows what trailers say, what drifts, and where skills come from', async () => {
    const repo = new TestRepo(join(temp.dir, 'log'));
    const skill = (name: string, more = '') =>
      `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n\nText of ${name}.\n`;
    repo.write('skills/a/SKILL.md', skill('a')).write('skills/b/SKILL.md', skill('b')).commit('Add');
    const changelog = {
      ...NO_CHANGELOG,
      action: 'MERGE',
      name: 'ab',
      to: 'skills/ab@4',
      trigger: 'both were\u001b[31m found',
      reason: 'One is enough',
      sources: ['skills/a@1', 'skills/b@1'],
    } as const;
    repo
      .write('skills/ab/SKILL.md', skill('ab', 'version: "3"\n'))
      .write('skills/a/SKILL.md', skill('a', 'status: archived\n'))
      .commit(formatMessage({ subject: 'Merge a and b', changes: [], notes: [], changelog }));
    await buildInto(repo.dir);
    const { stdout } = skillgraft(['log', 'ab'], { cwd: repo.dir });
    expect(stdout).toMatch(
      /^v1 .* add {2}Merge a and b \[MERGE; both were \[31m found; One is enough\] \[the text declares 3, proposed as 4\] {2}Test Author$/m,
    );
    expect(stdout).toContain(
      'merge     skills/a -> skills/ab\nmerge     skills/b -> skills/ab\nsupersede skills/a -> skills/ab\n',
    );
    const { versions } = JSON.parse(skillgraft(['log', 'a', '--json'], { cwd: repo.dir }).stdout);
    expect(versions[1]).toMatchObject({
      version: 2,
      action: 'MERGE',
      reason: 'One is enough',
      changelogs: [{ name: 'ab' }],
    });
    expect(versions[1].drift).toBeUndefined();
  });
});
