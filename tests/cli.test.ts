import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI, ROOT, skillgraft, temporaryFolder } from './helpers/cli.js';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Names in the overview, as the list in `cli.ts` has them. */
function listedCommands(): readonly string[] {
  const { stdout } = skillgraft(['--help']);
  const list = stdout.split('Commands\n')[1]?.split('\n\n')[0] ?? '';
  return [...list.matchAll(/^ {2}(\S+)/gm)].map((match) => match[1]!);
}

describe('skillgraft', () => {
  it.each([[['--version']], [['-v']], [['version']]])('%j prints the version', (argv) => {
    expect(skillgraft(argv)).toMatchObject({ status: 0, stdout: `skillgraft ${version}\n`, stderr: '' });
  });

  it('prints the version as JSON', () => {
    expect(JSON.parse(skillgraft(['version', '--json']).stdout)).toMatchObject({
      name: 'skillgraft',
      version,
    });
  });

  it('has a help page for every command, which begins with the summary of the list', () => {
    const overview = skillgraft([]).stdout.replace(/\s+/g, ' ');
    const names = listedCommands();
    expect(names).toContain('config');
    for (const name of names) {
      const page = skillgraft([name, '--help']);
      expect(page).toMatchObject({ status: 0, stderr: '' });
      const summary = page.stdout.split('\n\n')[0]!.replace(/\s+/g, ' ');
      expect(overview).toContain(`${name} ${summary}`);
      expect(page.stdout).toContain(`skillgraft ${name}`);
    }
  });

  it('ends quietly when the reader goes away', () => {
    const script = `"${process.execPath}" "${CLI}" config --json | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder.path, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '{\n0\n', stderr: '' });
  });

  it('ends with 0 and in silence on a pipe that is closed already', () => {
    const script = `sleep 0.3; exec "${process.execPath}" "${CLI}" config`;
    const { stderr, stdout } = spawnSync(
      'bash',
      ['-c', `( bash -c '${script}'; echo "code $?" >&2 ) | true; sleep 1.5`],
      { cwd: folder.path, encoding: 'utf8' },
    );
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: 'code 0\n' });
  });

  it('gives advice where the working folder is gone', () => {
    const gone = join(folder.path, 'gone');
    mkdirSync(gone);
    const script = `cd "${gone}" && rmdir "${gone}" && "${process.execPath}" "${CLI}" config`;
    const { status, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('error: The folder'),
    });
    expect(() => rmdirSync(gone)).toThrow('ENOENT');
  });
});

describe('skillgraft config', () => {
  it('shows values and origins, and ends with 1 when something is wrong', () => {
    mkdirSync(join(folder.path, '.git'));
    writeFileSync(join(folder.path, 'skillgraft.json'), '{"limit": 500, "out": "site"}');
    const options = { cwd: folder.path, env: { SKILLGRAFT_INDEX: 'there' } };
    const { status, stdout } = skillgraft(['config', '--json', '--profile', 'spec'], options);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      settings: [
        { key: 'index', value: ['there'], origin: 'environment', path: 'env:SKILLGRAFT_INDEX' },
        { key: 'indexes', value: [], origin: 'default' },
        { key: 'user-skills', value: 'no', origin: 'default' },
        { key: 'index-refresh', value: 60, origin: 'default' },
        { key: 'insecure-http', value: 'no', origin: 'default' },
        { key: 'out', value: 'site', origin: 'file', path: 'skillgraft.json' },
        { key: 'limit', value: 10, origin: 'default' },
        { key: 'fusion', value: 'sum', origin: 'default' },
        { key: 'profile', value: 'spec', origin: 'flag' },
        { key: 'roots', value: [], origin: 'default' },
        { key: 'listing-budget', value: null, origin: 'default' },
        { key: 'max-index-bytes', value: null, origin: 'default' },
        { key: 'synonyms', value: 'synonyms.json', origin: 'default' },
        { key: 'hand-offs', value: 'on', origin: 'default' },
        { key: 'embedder', value: 'static', origin: 'default' },
        { key: 'embedder-model', value: null, origin: 'default' },
        { key: 'embedder-path', value: null, origin: 'default' },
        { key: 'embedder-revision', value: null, origin: 'default' },
        { key: 'embedder-prefix', value: null, origin: 'default' },
        { key: 'embedder-download', value: 'no', origin: 'default' },
        { key: 'sink', value: 'branch', origin: 'default' },
        { key: 'base', value: null, origin: 'default' },
        { key: 'remote', value: 'origin', origin: 'default' },
        { key: 'github-url', value: null, origin: 'default' },
        { key: 'labels', value: [], origin: 'default' },
        { key: 'draft', value: 'no', origin: 'default' },
        { key: 'read-only', value: 'no', origin: 'default' },
        { key: 'save-limit', value: 10, origin: 'default' },
        { key: 'save-size', value: 1_048_576, origin: 'default' },
        { key: 'author', value: null, origin: 'default' },
        { key: 'usage', value: 'on', origin: 'default' },
        { key: 'usage-queries', value: 'on', origin: 'default' },
        { key: 'stale-days', value: 90, origin: 'default' },
        { key: 'archive-days', value: 90, origin: 'default' },
        { key: 'agents', value: expect.arrayContaining(['claude']), origin: 'default' },
      ],
      findings: [
        {
          code: 'config-out-of-range',
          severity: 'error',
          path: 'skillgraft.json',
          line: 1,
          column: 11,
          message: '"limit" cannot be 500. Give a whole number from 1 to 50.',
        },
      ],
    });
    const text = skillgraft(['config'], options);
    expect(text.stdout).toContain('skillgraft.json:1:11  error  "limit" cannot be 500.');
    expect(text.stdout).toMatch(/^out +site +file skillgraft\.json$/m);
  });

  it('refuses a wrong flag', () => {
    expect(skillgraft(['config', '--limit', '51']).status).toBe(2);
    expect(skillgraft(['config', '--profile', 'x']).stderr).toContain('lenient, spec, claude-code');
  });
});
