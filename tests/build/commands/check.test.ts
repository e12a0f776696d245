import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { skillgraft } from '../../helpers/cli.js';
import { git, skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import type { LooseJson } from '../../helpers/mcp-client.js';

let folder: ReturnType<typeof tempFolder>;
beforeEach(() => {
  folder = tempFolder('skillgraft-check-');
});
afterEach(() => folder.dispose());

const run = (...args: string[]) => skillgraft(['check', ...args], { cwd: folder.dir });
const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout) as LooseJson;

function repoWith(files: Readonly<Record<string, string>>): TestRepo {
  const repo = new TestRepo(join(folder.dir, 'r'));
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  return repo;
}

const GOOD = { 'skills/a/SKILL.md': skillText('a') };
const BROKEN = { ...GOOD, 'skills/b/SKILL.md': '---\nname: b\ndescription: [open\n---\n\nText.\n' };
const WARNING = { 'skills/a/SKILL.md': skillText('A_b').replace('skills', '') };
const EXTRA = { 'skills/a/SKILL.md': '---\nname: a\ndescription: Does a.\ntags: [x]\n---\n\nDo it.\n' };

describe('skillgraft check', () => {
  it('ends with 0 and counts where all is well', () => {
    repoWith(GOOD).commit('one');
    expect(run('--repo', 'r')).toMatchObject({
      status: 0,
      stdout: '1 file found, 1 loaded, 0 failed; no findings.\n',
      stderr: '',
    });
    expect(json('--repo', 'r')).toEqual({
      findings: [],
      waived: [],
      summary: {
        files: 1,
        loaded: 1,
        failed: 0,
        errors: 0,
        warnings: 0,
        infos: 0,
        known: 0,
        waived: 0,
        commit: null,
      },
    });
  });

  it('has the documented JSON, and ends with 1 where there is an error', () => {
    repoWith(BROKEN).commit('one');
    const { findings, summary } = json('--repo', 'r');
    expect(summary).toMatchObject({ files: 2, loaded: 1, failed: 1, errors: 1 });
    expect(findings).toEqual([
      {
        code: expect.stringMatching(/^yaml-/),
        severity: 'error',
        path: 'skills/b/SKILL.md',
        line: expect.any(Number),
        column: expect.any(Number),
        message: expect.any(String),
      },
    ]);
    const { status, stdout } = run('--repo', 'r');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^skills\/b\/SKILL\.md\n {2}\d+:\d+ +error .*yaml-\w+\n\n2 files found, 1 loaded, 1 failed; 1 error\.\n$/,
    );
  });

  it('reads the disk, or a commit where one is named or there is no disk', () => {
    const repo = repoWith(BROKEN);
    const commit = repo.commit('one');
    repo.write('skills/b/SKILL.md', skillText('b'));
    expect(run('--repo', 'r').status).toBe(0);
    expect(run('--repo', 'r', '--ref', 'HEAD').status).toBe(1);
    expect(json('--repo', 'r', '--ref', 'HEAD').summary.commit).toBe(commit);
    git(folder.dir, ['clone', '-q', '--bare', 'r', 'bare']);
    expect(json('--repo', 'bare').summary).toMatchObject({ commit, failed: 1 });
    expect(run('--repo', 'r', '--ref', 'nope')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('"nope"'),
    });
    expect(run('--repo', 'gone').status).toBe(2);
  });

  it('counts warnings as errors with --strict', () => {
    repoWith(WARNING).commit('one');
    expect(json('--repo', 'r').summary).toMatchObject({ errors: 0 });
    expect(json('--repo', 'r').summary.warnings).toBeGreaterThan(0);
    expect(run('--repo', 'r').status).toBe(0);
    expect(run('--repo', 'r', '--strict').status).toBe(1);
  });

  it('judges by the profile that is asked for', () => {
    repoWith(EXTRA).commit('one');
    const severities = (profile: string) =>
      json('--repo', 'r', '--profile', profile).findings.map(
        ({ code, severity, line }: { code: string; severity: string; line: number }) =>
          `${severity} ${code} ${line}`,
      );
    expect(severities('lenient')).toEqual([]);
    expect(severities('spec')).toEqual(['error unknown-key 4']);
    expect(run('--repo', 'r', '--profile', 'spec').status).toBe(1);
    expect(run('--repo', 'r', '--profile', 'nope')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('lenient, spec, claude-code'),
    });
  });

  it('never writes', () => {
    const repo = repoWith(GOOD);
    repo.commit('one');
    run('--repo', 'r');
    expect(repo.git('status', '--porcelain', '--ignored')).toBe('');
  });
});
