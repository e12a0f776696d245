import { type StdioOptions, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI, skillgraft } from '../../helpers/cli.js';
import type { LooseJson } from '../../helpers/mcp-client.js';
import { BINARY, ODD_TEXT, type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

let sample: SampleRepo;
beforeAll(async () => {
  sample = await sampleRepo();
});
afterAll(() => sample.dispose());

const run = (...args: string[]) => skillgraft(args, { cwd: sample.repo.dir });
const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout) as LooseJson;
/** Escape sequences, control characters but newline, and direction overrides. */
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

describe('skillgraft search', () => {
  it('shows ranked results, plain where there is no terminal', () => {
    const { status, stdout, stderr } = run('search', 'candle', 'wick');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^ 1\. Wicks {2}0\.\d{3} {2}v3 {2}#candle #blade\n {4}skills\/clip-wick\n {4}Trims a candle wick\.\n {4}formerly skills\/trim-wick\n$/,
    );
  });

  it('has the documented JSON', () => {
    const answer = json('search', 'candle wick');
    expect(Object.keys(answer)).toEqual(['query', 'results', 'rejected', 'notices']);
    expect(answer).toMatchObject({ query: 'candle wick', rejected: null, notices: [] });
    expect(answer.results[0]).toEqual({
      path: 'skills/clip-wick',
      name: 'clip-wick',
      displayName: 'Wicks',
      type: null,
      repo: 'global',
      version: 3,
      tags: ['candle', 'blade'],
      description: 'Trims a candle wick.',
      status: 'active',
      expired: false,
      lineage: ['skills/trim-wick@1', 'skills/clip-wick@3'],
      formerly: ['skills/trim-wick'],
      score: expect.any(Number),
    });
  });

  it('narrows and counts as told', () => {
    const found = (...args: string[]) =>
      json('search', 'caches', ...args).results.map(({ path }: { path: string }) => path);
    expect(found('--limit', '1')).toHaveLength(1);
    expect(found('--repo', 'web')).toEqual(['skills/web-cache']);
    expect(found('--tags', 'cache,none')).toEqual([]);
    expect(
      json('search', 'caches', '--verbose').results[0].parts.map(({ field }: { field: string }) => field),
    ).toEqual(['name', 'description', 'headings', 'body', 'references', 'semantic']);
    expect(run('search', 'caches', '--limit', '0').status).toBe(2);
  });

  it.each([
    ['', 'empty-query'],
    ['?!', 'no-terms'],
    ['zzzz', 'no-match'],
  ])('%j finds nothing and says why, with exit code 0', (query, reason) => {
    expect(json('search', query)).toMatchObject({ results: [], rejected: { reason } });
    const { status, stdout } = run('search', query);
    expect(status).toBe(0);
    expect(stdout.trim()).toBe(json('search', query).rejected.message);
  });

  it('needs a query, and takes one with a leading dash behind --', () => {
    expect(run('search')).toMatchObject({ status: 2, stderr: expect.stringContaining('needs QUERY') });
    expect(run('search', '--', '-wick').stdout).toContain('skills/clip-wick');
    expect(run('search', '-wick')).toMatchObject({ status: 2, stderr: expect.stringContaining('no option') });
  });

  it('takes a query of 100 kB, and names what it left out on standard error', () => {
    const { status, stdout, stderr } = run('search', `wick ${'y'.repeat(100_000)}`);
    expect(status).toBe(0);
    expect(stdout).toContain('skills/clip-wick');
    expect(stderr).toBe('Only the first 10000 characters of the query were used.\n');
  });

  it('ends quietly where the reader goes away', () => {
    const script = `"${process.execPath}" "${CLI}" search "packs caches candle" | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: sample.repo.dir, encoding: 'utf8' });
    expect({ lines: stdout.split('\n').length, code: stdout.split('\n')[1], stderr }).toEqual({
      lines: 3,
      code: '0',
      stderr: '',
    });
  });

  it('colours where told, and not where NO_COLOR says so', () => {
    const withEnv = (env: Record<string, string>) =>
      skillgraft(['search', 'wick'], { cwd: sample.repo.dir, env }).stdout;
    expect(withEnv({ FORCE_COLOR: '1' })).toContain('\u001b[1mWicks\u001b[0m');
    expect(withEnv({ NO_COLOR: '1' })).not.toContain('\u001b');
  });

  it('shows no control characters, and no line of a skill as one of its own', () => {
    for (const args of [['search', 'holds odd'], ['list'], ['log', 'odd-text'], ['stats']]) {
      const { stdout } = run(...args);
      expect(stdout).not.toMatch(UNSAFE);
      expect(stdout).not.toMatch(/^99\./m);
    }
    expect(run('search', 'holds odd').stdout.split('\n')).toHaveLength(4);
    expect(run('search', 'holds odd', '--json').stdout).not.toMatch(UNSAFE);
  });
});

describe('skillgraft show', () => {
  it('prints what is known and the whole text', () => {
    const { status, stdout } = run('show', 'clip-wick');
    expect(status).toBe(0);
    expect(
      stdout.startsWith('Wicks\npath      skills/clip-wick\nabout     Trims a candle wick.\nversion   3\n'),
    ).toBe(true);
    expect(stdout.endsWith('\n\nCut the wick.\nWipe the blade.\nSweep the table.\nLight it.\n')).toBe(true);
    expect(json('show', 'clip-wick')).toMatchObject({ path: 'skills/clip-wick', version: 3, notices: [] });
    expect(json('show', 'odd-text').body).toBe(`${ODD_TEXT}\n`);
    const [head, body] = run('show', 'odd-text').stdout.split('\n\n');
    expect(head).not.toMatch(UNSAFE);
    expect(body).toBe(`${ODD_TEXT}\n`);
  });

  it('prints an older version, and says that it is one', () => {
    const { stdout, stderr } = run('show', 'trim-wick', '--version', '1');
    expect(stdout).toContain('path      skills/trim-wick\n');
    expect(stderr).toContain(
      'trim-wick is called clip-wick (skills/clip-wick) now.\nThis is version 1, commit ',
    );
    expect(json('show', 'clip-wick', '--version', sample.commits[1]!)).toMatchObject({ version: 2 });
    expect(run('show', 'clip-wick', '--version', '9')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('it has versions 1 to 3'),
    });
  });

  it('gives files byte for byte', () => {
    const args = [CLI, 'show', 'clip-wick', '--file', 'data/blob.bin'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: sample.repo.dir });
    expect(stdout).toEqual(Buffer.from(BINARY));
    expect(json('show', 'clip-wick', '--file', 'data/blob.bin')).toMatchObject({
      path: 'data/blob.bin',
      base64: Buffer.from(BINARY).toString('base64'),
    });
    expect(run('show', 'clip-wick', '--file', 'tips.md', '--version', '1').stdout).toBe(
      'Use a sharp blade.\n',
    );
    expect(run('show', 'clip-wick', '--file', 'nope')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('It has SKILL.md, data/blob.bin, tips.md.'),
    });
  });

  it('gives the file that a URI names', () => {
    expect(run('show', 'skill://clip-wick/tips.md').stdout).toBe('Use a very sharp blade.\n');
    expect(run('show', 'skill://clip-wick/none.md').status).toBe(2);
  });

  it('tells of settings that are ignored, once, and goes on', () => {
    const env = { SKILLGRAFT_LIMIT: 'abc' };
    expect(skillgraft(['show', 'clip-wick'], { cwd: sample.repo.dir, env })).toMatchObject({
      status: 0,
      stderr: 'setting SKILLGRAFT_LIMIT ignored: "SKILLGRAFT_LIMIT" cannot be "abc". Give a whole number.\n',
    });
    expect(skillgraft(['config'], { cwd: sample.repo.dir, env })).toMatchObject({ status: 1, stderr: '' });
  });

  it.skipIf(!existsSync('/dev/full'))('ends with one line where the disk is full', () => {
    const full = openSync('/dev/full', 'w');
    const stdio: StdioOptions = ['ignore', full, 'pipe'];
    const args = [CLI, 'list'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: sample.repo.dir, stdio });
    closeSync(full);
    expect({ status, stderr: String(stderr) }).toEqual({
      status: 2,
      stderr: 'error: The output cannot be written (ENOSPC).\n',
    });
  });

  it('refuses what is not there, in JSON too', () => {
    expect(run('show', 'clip-wik')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'error: There is no skill clip-wik.\n  Did you mean clip-wick?\n',
    });
    expect(json('show', 'bad')).toMatchObject({ error: { code: 'skill-failed' } });
  });

  it('refuses a file that was changed behind the index', () => {
    const file = join(sample.out, 'skills/south/pack-bag/SKILL.md');
    const bytes = readFileSync(file);
    try {
      writeFileSync(file, 'Something else.\n');
      expect(run('show', 'skills/south/pack-bag')).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('is not the file that the index was built with'),
      });
    } finally {
      writeFileSync(file, bytes);
    }
  });
});

describe('skillgraft list, log and stats', () => {
  it('lists in path order, archived ones only where asked', () => {
    const lines = run('list').stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toMatch(/^clip-wick +v3 +skills\/clip-wick$/);
    expect(json('list', '--status', 'archived').skills.map(({ name }: { name: string }) => name)).toEqual([
      'old-loom',
    ]);
    expect(run('list', '--tags', 'nope')).toMatchObject({
      status: 0,
      stdout: '',
      stderr: 'No skill passes the filter.\n',
    });
  });

  it('shows the lineage, newest first, across the rename', () => {
    const { stdout } = run('log', 'trim-wick');
    const [head, former, ...versions] = stdout.trimEnd().split('\n');
    expect([head, former]).toEqual(['skills/clip-wick', 'formerly skills/trim-wick']);
    expect(versions.map((line) => line.replace(/ [0-9a-f]{10} /, ' ID '))).toEqual([
      'v3    2024-01-03 ID modify  say more  Test Author',
      'v2    2024-01-02 ID rename from skills/trim-wick  rename it  Test Author',
      'v1    2024-01-01 ID add  add all  Test Author',
    ]);
    expect(json('log', 'clip-wick')).toMatchObject({ status: 'full', formerly: ['skills/trim-wick'] });
  });

  it('counts', () => {
    expect(run('stats').stdout).toMatch(/^skills {4}8, and 1 that could not be read\n/);
    expect(json('stats')).toMatchObject({
      skills: 8,
      failed: [{ path: 'skills/bad/SKILL.md' }],
      source: { kind: 'commit', commit: sample.commits[3] },
      lineage: { status: 'full', renames: 1 },
    });
  });
});

describe('skillgraft serve', () => {
  it('tells in its help what it serves and how it is told where the client works', () => {
    const { status, stdout } = run('serve', '--help');
    expect(status).toBe(0);
    for (const word of ['search_skills', 'get_skill', 'WORKSPACE_FOLDER', '--repo DIR'])
      expect(stdout).toContain(word);
  });

  it('says on standard error what it serves, and nothing on standard output', () => {
    const { status, stdout, stderr } = skillgraft(['serve'], { cwd: sample.repo.dir });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(/^Serving 8 skills of /m);
  });
});
