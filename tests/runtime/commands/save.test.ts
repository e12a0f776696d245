import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { buildInto } from '../../helpers/built-case.js';
import { CLI, skillgraft } from '../../helpers/cli.js';
import { git, skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { untouchable } from '../../helpers/untouched.js';

const temp = tempFolder('skillgraft-cli-save-');
afterAll(() => temp.dispose());

let count = 0;
let repo: TestRepo;
beforeEach(() => {
  repo = new TestRepo(join(temp.dir, `repo-${++count}`));
  repo.write('skills/a/SKILL.md', skillText('a')).write('skills/a/old.md', 'Old.\n');
  repo.write('skills/b/SKILL.md', skillText('b')).write('.gitignore', 'dist/\n').commit('base');
});

const ENV = { SKILLGRAFT_AUTHOR: 'A Person <person@example.invalid>' };
const run = (args: readonly string[], env: Record<string, string> = {}, cwd = repo.dir) =>
  skillgraft(args, { cwd, env: { ...ENV, ...env } });

/** Runs it and gives the answer as JSON. */
function answer(...args: string[]) {
  const { status, stdout, stderr } = run([...args, '--json']);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return JSON.parse(stdout);
}

const fileOf = (branch: string, path: string) => repo.git('show', `${branch}:${path}`);

describe('skillgraft save', () => {
  it('writes a branch, says which, and leaves everything else alone', () => {
    const before = untouchable(repo.dir);
    const { status, stdout, stderr } = run([
      'save',
      'fix',
      'a',
      '--lesson',
      'Turn it.',
      '--reason',
      'It broke.',
    ]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^FIX skills\/a, from main\nskillgraft\/a\/fix-[0-9a-f]{8} [0-9a-f]{12}\nReview it with/,
    );
    expect(stderr).toContain('There is no index');
    expect(untouchable(repo.dir)).toEqual(before);
    const again = run(['save', 'fix', 'a', '--lesson', 'Turn it.', '--reason', 'It broke.']);
    expect(again.stdout).toContain('The same proposal was there already.');
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft').split('\n')).toHaveLength(1);
  });

  it('takes every parameter as a flag', async () => {
    await buildInto(repo.dir);
    writeFileSync(join(repo.dir, 'notes.txt'), 'Notes.\n');
    const { branch, changelog } = answer(
      ...['save', 'derive', 'c', '--target', 'a', '--description', 'Use when c.', '--body', '# C\n\nDo c.'],
      ...[
        '--tags',
        'x,y',
        '--type',
        'workflow',
        '--repo-name',
        'web',
        '--ttl-days',
        '30',
        '--display-name',
        'Sea',
      ],
      ...[
        '--trigger',
        'a bug',
        '--reason',
        'It was missing.',
        '--lesson',
        'C is not a.',
        '--base-version',
        '1',
      ],
      ...['--add', 'references/notes.md=notes.txt', '--drop', 'old.md', '--author', 'B <b@example.invalid>'],
    );
    expect(changelog).toMatchObject({
      action: 'DERIVE',
      to: 'skills/c@1',
      sources: ['skills/a@1'],
      trigger: 'a bug',
    });
    const text = fileOf(branch, 'skills/c/SKILL.md');
    for (const part of [
      'name: c',
      'Use when c.',
      'x, y',
      'WORKFLOW',
      'web',
      '30',
      'Sea',
      'Do c.',
      'C is not a.',
    ]) {
      expect(text).toContain(part);
    }
    expect(fileOf(branch, 'skills/c/references/notes.md')).toBe('Notes.');
    expect(repo.git('ls-tree', '--name-only', `${branch}:skills/c`).split('\n')).toEqual([
      'SKILL.md',
      'references',
    ]);
    expect(repo.git('log', '-1', '--format=%an', branch)).toBe('B');
    const merged = answer('save', 'merge', 'ab', '--source', 'a', '--source', 'b', '--description', 'Both.');
    expect(merged.changelog.sources).toEqual(['skills/a@1', 'skills/b@1']);
  });

  it.each([
    ['deprecate', 'b', ['--reason', 'Use a.'], 'status: deprecated'],
    ['extend', 'b', ['--ttl-days', '90'], 'ttl-days'],
  ])('%s is for people', (action, name, flags, expected) => {
    const { branch } = answer('save', action, name, ...flags);
    expect(fileOf(branch, 'skills/b/SKILL.md')).toContain(expected);
  });

  it('removes and restores', () => {
    const removed = answer('save', 'remove', 'b', '--reason', 'Nobody needs it.');
    expect(repo.git('ls-tree', '--name-only', `${removed.branch}:skills`)).toBe('a');
    const deprecated = answer('save', 'deprecate', 'a', '--reason', 'Use b.');
    repo.git('merge', '-q', deprecated.branch);
    const restored = answer('save', 'restore', 'a');
    expect(fileOf(restored.branch, 'skills/a/SKILL.md')).not.toContain('deprecated');
  });

  it('makes a new skill, or the next version of one, from a SKILL.md', () => {
    repo.write(
      'draft/SKILL.md',
      '---\nname: new\ndescription: Use when new.\nlicense: MIT\ntags: [x]\n---\n\nDo it.\n',
    );
    const { status, stdout, stderr } = run(['save', '--file', 'draft/SKILL.md', '--json']);
    expect(status).toBe(0);
    expect(stderr).toContain('Not taken from the front matter of draft/SKILL.md: license.');
    const first = JSON.parse(stdout);
    expect(first).toMatchObject({ action: 'ARCHIVE', path: 'skills/new' });
    expect(fileOf(first.branch, 'skills/new/SKILL.md')).toContain('Use when new.');
    repo.write('skills/a/SKILL.md', skillText('a', 'Do another step.'));
    const second = answer('save', '--file', 'skills/a/SKILL.md', '--reason', 'It was the wrong one.');
    expect(second).toMatchObject({ action: 'FIX', path: 'skills/a' });
    expect(fileOf(second.branch, 'skills/a/SKILL.md')).toContain('Do another step.');
  });

  it('takes a request as JSON, by file or standard input; flags win', () => {
    const request = {
      action: 'ARCHIVE',
      name: 'new',
      description: 'Use when new.',
      lesson: 'Wait.',
      ttl_days: 5,
      author: 'J <j@x.invalid>',
    };
    writeFileSync(join(repo.dir, 'request.json'), JSON.stringify(request));
    const { branch } = answer(
      'save',
      '--file',
      'request.json',
      '--ttl-days',
      '7',
      '--author',
      'C <c@x.invalid>',
    );
    expect(repo.git('log', '-1', '--format=%an', branch)).toBe('C');
    expect(fileOf(branch, 'skills/new/SKILL.md')).toMatch(/ttl-days: "?7/);
    const piped = spawnSync(process.execPath, [CLI, 'save', '--file', '-', '--json', '--dry-run'], {
      cwd: repo.dir,
      env: { PATH: process.env.PATH ?? '', ...ENV },
      encoding: 'utf8',
      input: JSON.stringify(request),
    });
    expect(JSON.parse(piped.stdout)).toMatchObject({ dryRun: true, path: 'skills/new' });
    const body = spawnSync(process.execPath, [CLI, 'save', 'fix', 'a', '-f', '-', '--json'], {
      cwd: repo.dir,
      env: { PATH: process.env.PATH ?? '', ...ENV },
      encoding: 'utf8',
      input: '# A\n\nDo it otherwise.\n',
    });
    expect(fileOf(JSON.parse(body.stdout).branch, 'skills/a/SKILL.md')).toContain('Do it otherwise.');
  });

  it.each([
    ['nothing', [], 'Parameter action is missing'],
    ['no file', ['--file', 'none.json'], 'none.json cannot be read (ENOENT)'],
    ['no JSON', ['--file', 'broken.json'], 'broken.json is not JSON'],
    ['a list', ['--file', 'list.json'], 'does not hold one JSON object'],
    ['broken front matter', ['--file', 'broken.md'], 'broken.md:4:1'],
    ['bytes', ['--file', 'bytes.md'], 'not UTF-8'],
    ['a file that is no text', ['fix', 'a', '--add', 'x=bytes.md'], 'not UTF-8'],
    ['half a pair', ['fix', 'a', '--add', 'x'], '--add references/notes.md=./notes.md'],
    ['an action that there is not', ['mend', 'a'], 'ARCHIVE, FIX, DERIVE, MERGE'],
    [
      'a sink that there is not',
      ['fix', 'a', '--lesson', 'x', '--sink', 'mail'],
      'branch, patch, pull-request',
    ],
  ])('%s: exit code 2 and what to do', (_, args, words) => {
    writeFileSync(join(repo.dir, 'broken.json'), '{"action":');
    writeFileSync(join(repo.dir, 'list.json'), '[]');
    writeFileSync(join(repo.dir, 'broken.md'), '---\nname: x\ndescription: [never closed\n---\n\nText.\n');
    writeFileSync(join(repo.dir, 'bytes.md'), Uint8Array.from([0x2d, 0xff, 0xfe]));
    const { status, stderr } = run(['save', ...args]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(words) });
    expect(stderr).not.toContain('    at ');
  });

  it('ends with 1 and the findings where the checks refuse it; a person may overrule', () => {
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const args = ['save', 'fix', 'a', '--lesson', `Use ${secret}.`];
    const text = run(args);
    expect(text).toMatchObject({ status: 1, stdout: expect.stringContaining('secret-found') });
    expect(text.stderr).toContain('nothing was written');
    const { status, stdout } = run([...args, '--json']);
    expect({ status, answer: JSON.parse(stdout) }).toMatchObject({
      status: 1,
      answer: {
        error: { code: 'proposal-refused' },
        findings: [{ code: 'secret-found', path: 'skills/a/SKILL.md' }],
      },
    });
    expect(stdout + text.stdout + text.stderr).not.toContain(secret);
    expect(run([...args, '--allow-secrets']).status).toBe(0);
  });

  it('shows a diff with --dry-run, and a patch with --sink patch: git takes both', () => {
    const args = ['save', 'fix', 'a', '--lesson', 'Turn it.', '--drop', 'old.md'];
    const dry = run([...args, '--dry-run']);
    git(repo.dir, ['apply', '--check'], { input: dry.stdout });
    expect(dry.stderr).toContain('Nothing was written.');
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft')).toBe('');
    const patch = run([...args, '--sink', 'patch']);
    git(repo.dir, ['am', '-q'], { input: patch.stdout });
    expect(repo.git('log', '-1', '--format=%an|%s')).toBe('A Person|Fix a');
    expect(repo.git('ls-files', 'skills/a')).toBe('skills/a/SKILL.md');
  });

  it('says where the patch is and how to keep it', () => {
    const { stdout, stderr } = run(['save', 'fix', 'a', '--lesson', 'Turn it.', '--sink', 'patch']);
    const [, name] = /standard output: keep it with `> (\S+\.patch)`/.exec(stderr) ?? [];
    expect(stderr).toContain(`\`git am ${name}\` takes it.`);
    expect(stdout).toMatch(/^From /);
  });

  it('refuses a text that was made from an older version than is there, and takes a lesson', async () => {
    await buildInto(repo.dir);
    repo.write('skills/a/SKILL.md', skillText('a', 'Somebody else was here.')).commit('later');
    writeFileSync(join(repo.dir, 'mine.md'), '# A\n\nMine.\n');
    const conflict = { status: 2, stderr: expect.stringMatching(/version 2 \(.*made from version 1 /) };
    expect(run(['save', 'fix', 'a', '--file', 'mine.md'])).toMatchObject(conflict);
    expect(run(['save', 'fix', 'a', '--body', '# A\n\nMine.'])).toMatchObject(conflict);
    expect(run(['save', 'fix', 'a', '--description', 'Use when a breaks.'])).toMatchObject(conflict);
    const merge = ['save', 'merge', 'ab', '--source', 'a', '--source', 'b', '--description', 'Both.'];
    expect(run(merge)).toMatchObject(conflict);
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft')).toBe('');
    answer('save', 'fix', 'a', '--file', 'mine.md', '--base-version', '2');
    answer('save', 'fix', 'a', '--lesson', 'Turn it.', '--tags', 'x');
    answer('save', 'fix', 'b', '--body', '# B\n\nMine.');
  });

  it('goes by the repository that has the commit of the index, not by the one that it stands in', async () => {
    const { out } = await buildInto(repo.dir);
    const app = new TestRepo(join(temp.dir, `app-${count}`));
    app.write('main.c', 'int main;\n').commit('an app');
    const args = ['save', 'fix', 'a', '--lesson', 'Turn it.', '--index', out, '--json'];
    const { branch } = JSON.parse(run(args, {}, app.dir).stdout);
    expect(repo.git('rev-parse', '--verify', branch)).toMatch(/^[0-9a-f]{40}$/);
    expect(app.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
  });

  it('does not send the token where only a file of the repository says', () => {
    repo.git('remote', 'add', 'origin', 'https://github.com/owner/skills.git');
    repo.write('skillgraft.json', '{"sink": "pull-request", "github-url": "https://evil.example/api"}');
    const { status, stderr } = run(['save', 'fix', 'a', '--lesson', 'x'], { GITHUB_TOKEN: 's3cr3t-token' });
    expect(status).toBe(2);
    expect(stderr).toContain('evil.example is no host that the token is known to be for');
    expect(stderr).toContain('refs/heads/skillgraft/a/fix-');
    expect(stderr).not.toContain('s3cr3t');
  });

  it('is off where the settings say so', () => {
    writeFileSync(join(repo.dir, 'skillgraft.json'), '{"read-only": "yes"}');
    expect(run(['save', 'fix', 'a', '--lesson', 'x'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('switched off'),
    });
  });

  it('needs a repository or an index', () => {
    const empty = join(temp.dir, `empty-${count}`);
    mkdirSync(empty);
    expect(run(['save', 'fix', 'a', '--lesson', 'x'], {}, empty)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('not in a git repository'),
    });
  });
});

describe('skillgraft proposals and rebase-proposal', () => {
  it('list what waits with how far behind it is, and move it', () => {
    expect(run(['proposals'])).toMatchObject({ status: 0, stdout: '', stderr: 'No proposal waits.\n' });
    const { branch, commit } = answer('save', 'fix', 'a', '--lesson', 'Turn it.', '--reason', 'It broke.');
    const other = answer('save', 'fix', 'b', '--lesson', 'Turn it.');
    repo.git('merge', '-q', '--squash', other.branch);
    repo.commit('squashed');
    const { stdout } = run(['proposals']);
    expect(stdout).toMatch(
      /^skillgraft\/a\/fix-[0-9a-f]{8} {2}\d{4}-\d\d-\d\d {2}A Person {2}1 behind main {2}FIX a: It broke\.\n$/,
    );
    expect(run(['proposals', '--all']).stdout).toMatch(/^skillgraft\/b\/fix-\S+ .* {2}merged {2,}FIX b$/m);
    expect(JSON.parse(run(['proposals', '--json']).stdout)).toMatchObject({
      main: { ref: 'main' },
      proposals: [{ ref: `refs/heads/${branch}`, commit, behind: 1, isMerged: false }],
    });
    const moved = run(['rebase-proposal', branch]);
    expect(moved).toMatchObject({ status: 0, stdout: expect.stringContaining('starts from main now.') });
    expect(run(['rebase-proposal', branch]).stdout).toContain('starts from main already.');
    expect(run(['proposals']).stdout).toContain('up to date');
    expect(repo.git('merge-base', branch, 'main')).toBe(repo.git('rev-parse', 'main'));
    expect(readFileSync(join(repo.dir, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
  });

  it('tell what comes in besides a proposal', () => {
    repo.git('checkout', '-q', '-b', 'topic');
    repo.write('skills/b/SKILL.md', skillText('b', 'Unreviewed.')).commit('foreign');
    const foreign = answer('save', 'fix', 'a', '--lesson', 'Turn it.');
    repo.git('checkout', '-q', 'main');
    const { branch, existed } = answer('save', 'fix', 'a', '--lesson', 'Turn it.');
    expect([branch, existed]).toEqual([`${foreign.branch}-2`, false]);
    expect(run(['proposals']).stdout).toMatch(
      /brings 1 more commit {2}FIX a\n.*-2 .* up to date {2,}FIX a\n$/,
    );
    const { proposals } = JSON.parse(run(['proposals', '--json']).stdout);
    expect(proposals.map(({ extra }: { extra: number }) => extra)).toEqual([1, 0]);
  });

  it('say what stands against it', () => {
    const { branch, base } = answer('save', 'fix', 'a', '--lesson', 'Turn it.');
    repo.write('skills/a/SKILL.md', skillText('a', 'Something else.'));
    const now = repo.commit('the same skill');
    const { status, stderr } = run(['rebase-proposal', branch, '--onto', 'main']);
    expect(status).toBe(2);
    expect(stderr).toContain(base.commit);
    expect(stderr).toContain(now);
    expect(run(['rebase-proposal', 'none'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('a/fix-'),
    });
  });
});
