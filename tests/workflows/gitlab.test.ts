import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { skillgraft } from '../helpers/cli.js';
import { execute } from '../helpers/execute.js';
import { git } from '../helpers/git-repo.js';
import { npmShim } from '../helpers/npm-shim.js';
import { SkillsForge } from '../helpers/skills-forge.js';

interface Job {
  readonly script: readonly string[];
  readonly rules: readonly { readonly if: string }[];
  readonly artifacts: { readonly paths: readonly string[]; readonly reports?: Record<string, string> };
}

let forge: SkillsForge;
beforeEach(async () => {
  forge = await SkillsForge.open('gitlab');
});
afterEach(() => forge.close());

const file = () => parse(readFileSync(join(forge.repo.dir, '.gitlab-ci.yml'), 'utf8'));

/** Runs a job's lines in one shell, as GitLab's runner does, in a fresh clone; the rules are not looked at. */
async function run(name: string, sha: string, variables: Record<string, string> = {}) {
  const dir = join(forge.world.dir, `${name}-${sha.slice(0, 7)}`);
  const project = join(dir, 'project');
  const home = join(dir, 'home');
  mkdirSync(home, { recursive: true });
  git(dir, ['clone', '-q', forge.world.origin, 'project']);
  git(project, ['checkout', '-q', '--detach', sha]);
  const config = file();
  const job = config[name] as Job;
  // The image has /tmp for itself; here it is a folder of the test's own.
  const lines = [...config.default.before_script, ...job.script].map((line) =>
    line.replaceAll('/tmp/', `${home}/`),
  );
  const env = {
    PATH: [npmShim(dir), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    HOME: home,
    CI: 'true',
    CI_COMMIT_SHA: sha,
    CI_PROJECT_DIR: project,
    CI_PAGES_URL: 'http://127.0.0.1:9/skills',
    ...variables,
  };
  return {
    project,
    ...(await execute('bash', ['-c', `set -eo pipefail\n${lines.join('\n')}`], project, env)),
  };
}

describe('the .gitlab-ci.yml that init writes', () => {
  it('reports what a merge request changes, and its findings as code quality', async () => {
    const { sha } = forge.pull((repo) => {
      repo.write('skills/conventional-commits/SKILL.md', '---\nname: conventional-commits\n---\n\nText.\n');
    });
    const base = { CI_MERGE_REQUEST_DIFF_BASE_SHA: forge.start };
    const { project, code, stdout } = await run('skills-check', sha, base);
    expect(code).toBe(1);
    expect(stdout).toContain('description-missing');
    expect(readFileSync(join(project, 'skills-report.md'), 'utf8')).toContain('### Skill changes');
    const issues = JSON.parse(readFileSync(join(project, 'gl-code-quality-report.json'), 'utf8'));
    expect(issues).toContainEqual({
      description: expect.any(String),
      check_name: 'description-missing',
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}:1$/),
      severity: 'major',
      location: { path: 'skills/conventional-commits/SKILL.md', lines: { begin: expect.any(Number) } },
    });
    for (const path of Object.values((file()['skills-check'] as Job).artifacts.reports!)) {
      expect(existsSync(join(project, path))).toBe(true);
    }
  });

  it('passes where all is well, and publishes a site that readers open', async () => {
    const { sha } = forge.pull((repo) => repo.write('README.md', 'Ours.\n'));
    const base = { CI_MERGE_REQUEST_DIFF_BASE_SHA: forge.start };
    expect(await run('skills-check', sha, base)).toMatchObject({ code: 0 });
    const { project, code } = await run('pages', forge.start);
    expect(code).toBe(0);
    const { stdout } = skillgraft([
      'search',
      'smaller docker image',
      '--index',
      join(project, 'public'),
      '--json',
    ]);
    expect(JSON.parse(stdout).results[0]).toMatchObject({ name: 'docker-multi-stage-builds' });
  });

  it('clones the whole history, and gives no job a token', () => {
    expect(file().variables.GIT_DEPTH).toBe('0');
    expect(readFileSync(join(forge.repo.dir, '.gitlab-ci.yml'), 'utf8')).not.toMatch(
      /TOKEN|PASSWORD|secrets/,
    );
    expect((file().pages as Job).rules).toEqual([{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' }]);
    expect((file()['skills-check'] as Job).rules).toEqual([
      { if: '$CI_PIPELINE_SOURCE == "merge_request_event"' },
    ]);
  });
});
