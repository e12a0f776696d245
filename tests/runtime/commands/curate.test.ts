import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInto } from '../../helpers/built-case.js';
import { skillgraft } from '../../helpers/cli.js';
import { TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { connect } from '../../helpers/mcp-client.js';
import { untouchable } from '../../helpers/untouched.js';

const temp = tempFolder('skillgraft-curate-');
afterAll(() => temp.dispose());

const repo = new TestRepo(join(temp.dir, 'repo'));
const index = join(repo.dir, 'dist');
const ENV = {
  SKILLGRAFT_AUTHOR: 'A Person <person@example.invalid>',
  SKILLGRAFT_USAGE: 'on',
  XDG_STATE_HOME: join(temp.dir, 'state'),
};

function skill(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nDo it.\n`;
}

const run = (...args: string[]) => skillgraft(args, { cwd: repo.dir, env: ENV });

/** Runs it and gives its answer as data. */
function answer(...args: string[]) {
  const { status, stdout, stderr } = run(...args, '--json');
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return JSON.parse(stdout);
}

beforeAll(async () => {
  repo
    .write('skills/bake-bread/SKILL.md', skill('bake-bread', 'Bakes bread from flour and yeast.'))
    .write('skills/mend-shoes/SKILL.md', skill('mend-shoes', 'Mends shoes with glue and thread.'))
    .write('.gitignore', 'dist/\n')
    .commit('add skills');
  await buildInto(repo.dir);
});

describe('skillgraft curate', () => {
  it('brings what the official client recorded to a branch with the report', async () => {
    const { call, close } = await connect(index, 'auto', { env: ENV });
    const { data } = await call('search_skills', { query: 'bake bread' });
    expect(data.results[0].path).toBe('skills/bake-bread');
    await call('get_skill', { name: 'bake-bread' });
    const reason = 'Mail bob@example.org: it burns.';
    for (let i = 0; i < 6; i += 1) {
      const outcome = { skill: 'bake-bread', query: 'bake bread', success: false, reason };
      expect((await call('record_outcome', outcome)).isError).toBe(false);
    }
    for (let i = 0; i < 3; i += 1) await call('search_skills', { query: 'rotate kubernetes certificates' });
    await close();

    const before = untouchable(repo.dir);
    const { curation, report, proposals } = answer('curate', '--propose');
    expect(curation.review.failing).toMatchObject([
      { path: 'skills/bake-bread', version: 1, attempts: 6, rate: 0 },
    ]);
    expect(curation.review.missing).toMatchObject([{ query: 'rotate kubernetes certificates' }]);
    expect(curation.transitions).toEqual([]);
    const { branch } = proposals.report;
    expect(branch).toMatch(/^skillgraft\/curate_\/report-[0-9a-f]{8}$/);
    expect(untouchable(repo.dir)).toEqual(before);

    const proposed = repo.git('show', `${branch}:usage/curate/REPORT.md`);
    expect(proposed).toMatch(/## Failing[\s\S]*bake-bread[\s\S]*it burns/);
    expect(proposed).not.toContain('bob');
    expect(readFileSync(report, 'utf8').trim()).toBe(proposed);
    const files = repo.git('diff', '--name-only', `main...${branch}`).split('\n');
    expect(files).toEqual(['usage/curate/REPORT.md', 'usage/curate/run.json']);
  });

  it('prints lists, and a prompt for an agent, and writes where it is told', () => {
    const out = join(temp.dir, 'out');
    const { stdout, stderr } = run('curate', '--out', out);
    expect(stdout).toContain('Missing\n  3 times "rotate kubernetes certificates"');
    expect(stderr).toContain(`The report is ${join(out, 'REPORT.md')}.`);
    expect(readFileSync(join(out, 'run.json'), 'utf8')).toMatch(/^\{"agentSkills":0,/);
    expect(run('curate', '--prompt').stdout).toMatch(/FIX[\s\S]*MERGE[\s\S]*ARCHIVE[\s\S]*kubernetes/);
    const { status, stderr: refused } = run('curate', '--day', 'soon');
    expect([status, refused]).toEqual([2, expect.stringContaining('--day cannot be')]);
  });

  it('goes on with what was merged, which show, stats, searches and tools tell', async () => {
    repo.git('merge', '-q', '--no-edit', answer('usage', 'propose').answer.branch);
    await buildInto(repo.dir);
    // Events and records say the same.
    expect(answer('curate').curation.review.failing).toMatchObject([{ attempts: 6 }]);
    const shown = answer('show', 'bake-bread');
    expect(shown.utility.versions).toMatchObject([{ version: 1, attempts: 6, rate: 0, loads: 1 }]);
    expect(shown.here).toEqual({ successes: 0, failures: 6, loads: 1 });
    expect(answer('stats')).toMatchObject({ usage: { failures: 6 }, here: { failures: 6 } });
    const verbose = run('search', 'bake bread', '--verbose').stdout;
    expect(verbose).toContain('version 1: helped 0 of 6 times (0 %, 0 % to 39 %), read 1 time, last on 20');
    const { call, close } = await connect(index, 'auto');
    for (const tool of ['get_skill', 'inspect_skill'])
      expect((await call(tool, { name: 'bake-bread' })).data.utility.versions[0].attempts).toBe(6);
    const { data } = await call('search_skills', { query: 'bake bread', verbose: true });
    expect(data.results[0].utility.versions[0].interval).toEqual([0, 0.3903]);
    await close();
  });
});
