import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageVersion } from '../../runtime/package-info.js';
import { ROOT, skillgraft } from '../helpers/cli.js';
import { execute } from '../helpers/execute.js';
import { tempFolder } from '../helpers/git-repo.js';
import { npmShim } from '../helpers/npm-shim.js';

const SCRIPT = join(ROOT, '.github', 'actions', 'install.sh');

let folder: ReturnType<typeof tempFolder>;
beforeEach(() => {
  folder = tempFolder('skillgraft-install-');
});
afterEach(() => folder.dispose());

/** Runs the script in a folder whose settings for npm lead elsewhere. */
async function install(env: Record<string, string>) {
  const { dir } = folder;
  const [work, temp, path] = ['work', 'temp with blanks', 'path'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [work, temp]) mkdirSync(made);
  writeFileSync(join(work, '.npmrc'), 'registry=http://127.0.0.1:9/\n');
  writeFileSync(path, '');
  const paths = [npmShim(dir), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const ended = await execute('bash', [SCRIPT], work, {
    PATH: paths,
    HOME: dir,
    RUNNER_TEMP: temp,
    GITHUB_PATH: path,
    ...env,
  });
  const log = ended.code === 0 || env.INTEGRITY ? readFileSync(join(dir, 'shim', 'npm.log'), 'utf8') : '';
  return { ...ended, log, temp, added: readFileSync(path, 'utf8').trim() };
}

describe('install.sh', () => {
  it('takes the version of its own checkout from the registry, away from the folder that it runs in', async () => {
    const { code, log, temp, added, stdout } = await install({});
    expect(code).toBe(0);
    expect(log).toContain(`${temp}/skillgraft: install --ignore-scripts`);
    expect(log).toContain(`skillgraft@${packageVersion()}`);
    expect(stdout).toContain(skillgraft(['version']).stdout);
    expect(
      (
        await execute(join(added, 'skillgraft'), ['version'], '/', {
          PATH: `${dirname(process.execPath)}:/bin:/usr/bin`,
        })
      ).code,
    ).toBe(0);
  });

  it.each([
    ['sha512-shim', 0],
    ['sha512-other', 2],
  ])('holds the package to the integrity %s', async (INTEGRITY, code) => {
    const ended = await install({ VERSION: '1.2.3', INTEGRITY });
    expect(ended.code).toBe(code);
    expect(ended.added === '').toBe(code !== 0);
  });

  it.each([
    'latest',
    '^1.2.3',
    '1.2',
    'npm:other@1.0.0',
    '1.2.3 --registry=http://127.0.0.1:9',
    'https://x.invalid/a.tgz',
  ])('refuses %s as a version', async (VERSION) => {
    const { code, stdout } = await install({ VERSION });
    expect(code).toBe(2);
    expect(stdout).toContain('::error title=Skillgraft::The version has to be exact');
  });
});
