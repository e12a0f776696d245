import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { templateFiles } from '../../build/init/template.js';
import { ROOT } from '../helpers/cli.js';
import { skillText, type TestRepo } from '../helpers/git-repo.js';
import { runWorkflow } from '../helpers/run-workflow.js';
import { type PullEvent, SkillsForge } from '../helpers/skills-forge.js';

const OURS = readFileSync(join(ROOT, '.github', 'workflows', 'skills-check.yml'), 'utf8');
const made = await templateFiles({ version: '1.2.3' });
const MADE = made.find(({ path }) => path.endsWith('skills-check.yml'))!.text;
const BROKEN = 'skills/conventional-commits/SKILL.md';

let forge: SkillsForge;
beforeEach(async () => {
  forge = await SkillsForge.open();
});
afterEach(() => forge.close());

const breakOne = (repo: TestRepo): void => {
  repo.write(BROKEN, '---\nname: conventional-commits\n---\n\nText.\n');
};
const addOne = (repo: TestRepo): void => {
  repo.write(
    'skills/write-release-notes/SKILL.md',
    skillText('write-release-notes', 'Read the log, group by kind, name who is concerned.').replace(
      'Does write-release-notes.',
      'Writes release notes from merged pull requests. Use when a version is released.',
    ),
  );
};
/** Queries of which one finds what it expects and one does not. */
const withQueries = (repo: TestRepo, floor: number): void => {
  repo
    .write(
      'evals/a.jsonl',
      '{"id": "1", "query": "smaller docker image", "expected": ["docker-multi-stage-builds"]}\n',
    )
    .write('evals/b.jsonl', '{"id": "2", "query": "zebra stripes", "expected": ["conventional-commits"]}\n')
    .write('evals/floors.json', `{"hit1": ${floor}}\n`);
};
/** What would be run, or asked, if a workflow went by files of the repository. */
const withTraps = (repo: TestRepo): void => {
  repo
    .write('.npmrc', 'registry=http://127.0.0.1:9/\n')
    .write(
      'package.json',
      '{"name": "skillgraft", "version": "1.2.3", "scripts": {"preinstall": "exit 9"}}\n',
    )
    .write('node_modules/.bin/skillgraft', '#!/bin/sh\nexit 9\n')
    .write('.github/actions/install.sh', 'exit 9\n')
    .write('.github/actions/check/action.yml', 'exit 9\n');
};

describe.each([
  ['our workflow, called', OURS, { inputs: {} }],
  ['the workflow that init writes', MADE, {}],
])('a pull request and %s', (_, text, call) => {
  const run = (event: PullEvent) => runWorkflow(text, { ...event, ...call }, forge.world);

  it('has its findings as annotations and a report, and fails', async () => {
    const { check, comment, sarif } = await run(forge.pull(breakOne));
    const step = check!.steps.find(({ name }) => name === 'Check')!;
    const annotation = `^::error file=${BROKEN},line=\\d+,col=\\d+.*title=description-missing::`;
    expect(step.stdout).toMatch(new RegExp(annotation, 'm'));
    expect(step.code).toBe(1);
    expect(check!.result).toBe('failure');
    expect(check!.summary).toContain('description-missing');
    expect(check!.summary).toContain('<!-- skillgraft-report -->\n### Skill changes');
    expect([comment!.result, sarif?.result ?? 'skipped']).toEqual(['success', 'skipped']);
    expect(forge.github.comments.of(1)).toMatchObject([
      { author: 'github-actions[bot]', body: expect.stringContaining('conventional') },
    ]);
    expect(forge.github.violations).toEqual([]);
  });

  it('does not fail for what the base had, and says that a rule is lowered', async () => {
    forge.push('Break one', breakOne);
    const { check } = await run(
      forge.pull((repo) => {
        addOne(repo);
        const settings = JSON.parse(readFileSync(join(repo.dir, 'skillgraft.json'), 'utf8'));
        repo.write('skillgraft.json', JSON.stringify({ ...settings, rules: { 'link-missing': 'off' } }));
      }),
    );
    const step = check!.steps.find(({ name }) => name === 'Check')!;
    expect(step.code).toBe(0);
    expect(step.stdout).toContain('title=rule-lowered::');
    expect(step.stdout).not.toContain('description-missing');
  });

  it('passes where all is well, and keeps to one comment of its own', async () => {
    const { comments } = forge.github;
    comments.add(1, 'mallory', '<!-- skillgraft-report --> of somebody else');
    for (let other = 0; other < 100; other++) comments.add(1, 'octocat', 'Fine.');
    comments.add(1, 'github-actions[bot]', '<!-- skillgraft-report --> of an earlier run');
    const { check, comment } = await run(forge.pull(addOne));
    expect([check!.result, comment!.result]).toEqual(['success', 'success']);
    expect(check!.summary).toContain('notes');
    expect(comments.of(1)).toHaveLength(102);
    expect(comments.of(1)[0]!.body).toContain('of somebody else');
    expect(comments.of(1)[101]!.body).toContain('notes');
    expect(forge.github.violations).toEqual([]);
  });

  it('is held to the floors of the queries', async () => {
    const { check } = await run(forge.pull((repo) => withQueries(repo, 0.9)));
    const steps = Object.fromEntries(check!.steps.map((step) => [step.name, step]));
    expect(steps['Measure the ranking']).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('evals/b.jsonl'),
    });
    expect(steps.Check!.code).toBe(0);
    expect(check!.result).toBe('failure');
  });

  it('gives a fork the same check, no job that writes, and runs nothing of it', async () => {
    const pull = forge.pull((repo) => {
      addOne(repo);
      withQueries(repo, 0);
      withTraps(repo);
    }, 'mallory/skills');
    const { check, comment, sarif } = await run(pull);
    expect(check!.result).toBe('success');
    expect(check!.summary).toContain('notes');
    expect([comment!.result, sarif?.result ?? 'skipped']).toEqual(['skipped', 'skipped']);
    expect(forge.github.requests).toEqual([]);
    for (const { env } of check!.steps) expect(Object.values(env)).not.toContain(forge.world.token);
  });
});

it('the workflow that init writes takes no package of another integrity', async () => {
  const pinned = MADE.replace("INTEGRITY: ''", "INTEGRITY: 'sha512-other'");
  const { check } = await runWorkflow(pinned, forge.pull(addOne), forge.world);
  const install = check!.steps.find(({ name }) => name === 'Install Skillgraft')!;
  expect([check!.result, install.stdout]).toEqual([
    'failure',
    expect.stringContaining('::error::skillgraft@1.2.3 is another package.'),
  ]);
});

describe('our workflow', () => {
  const call = (event: PullEvent, inputs: Record<string, unknown>) =>
    runWorkflow(OURS, { ...event, inputs }, forge.world);

  it('does as it is told: what is new alone fails, code scanning in place of a comment', async () => {
    forge.push('Break one', breakOne);
    const pull = forge.pull(addOne);
    const { check, comment, sarif } = await call(pull, { 'only-new': true, comment: false, sarif: true });
    expect([check!.result, comment!.result]).toEqual(['success', 'skipped']);
    expect(sarif!.steps.at(-1)).toMatchObject({ name: 'github/codeql-action/upload-sarif' });
    expect((await call(pull, { 'only-new': false })).check!.result).toBe('failure');
  });

  it('fails for what the change does, and still reports it', async () => {
    const pull = forge.pull((repo) => {
      addOne(repo);
      repo.write('skills/write-release-notes/run.sh', '#!/bin/sh\necho\n');
    });
    const { check, comment } = await call(pull, { 'fail-on': 'permissions,security' });
    expect(check!.steps.find(({ name }) => name.startsWith('Say what'))!.stderr).toContain(
      '--fail-on permissions: 1',
    );
    expect([check!.result, comment!.result]).toEqual(['failure', 'success']);
  });

  it('takes an exact version of the package, and nothing else', async () => {
    const pull = forge.pull(addOne);
    expect((await call(pull, { version: '1.2.3' })).check!.result).toBe('success');
    const { check, comment } = await call(pull, { version: 'latest' });
    expect([check!.result, comment!.result]).toEqual(['failure', 'skipped']);
    expect(check!.steps.at(-1)!.stdout).toContain('::error title=Skillgraft::The version has to be exact');
  });

  it('compares a merge group with its base, and a new branch with nothing', async () => {
    const { sha } = forge.pull(addOne);
    const merge_group = { base_sha: forge.start, head_ref: 'refs/heads/gh-readonly-queue/main/pr-1' };
    const merged = await runWorkflow(
      OURS,
      { name: 'merge_group', payload: { merge_group }, sha },
      forge.world,
    );
    expect(merged).toMatchObject({ check: { result: 'success' }, comment: { result: 'skipped' } });
    expect(merged.check!.summary).toContain('notes');
    const first = { name: 'push', payload: { before: '0'.repeat(40), ref: 'refs/heads/new' }, sha };
    const pushed = await runWorkflow(OURS, first, forge.world);
    expect(pushed.check).toMatchObject({ result: 'success', outputs: { 'has-report': '' } });
  });
});
