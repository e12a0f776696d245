import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { templateFiles } from '../../build/init/template.js';
import { previousLineage } from '../../build/previous.js';
import { ROOT, skillgraft } from '../helpers/cli.js';
import { git, skillText, type TestRepo } from '../helpers/git-repo.js';
import { runWorkflow } from '../helpers/run-workflow.js';
import { SkillsForge } from '../helpers/skills-forge.js';
import type { JobResult, Workflow, WorkflowEvent } from '../helpers/workflow-types.js';

const OURS = readFileSync(join(ROOT, '.github', 'workflows', 'skills-publish.yml'), 'utf8');
const made = await templateFiles({ version: '1.2.3' });
const MADE = made.find(({ path }) => path.endsWith('skills-publish.yml'))!.text;

let forge: SkillsForge;
beforeEach(async () => {
  forge = await SkillsForge.open();
});
afterEach(() => forge.close());

const addOne = (repo: TestRepo): void => {
  const text = skillText('trim-wick', 'Cut it to five millimetres.');
  repo.write(
    'skills/trim-wick/SKILL.md',
    text.replace('Does trim-wick.', 'Trims a candle wick. Use when a candle smokes or flickers.'),
  );
};
const publishedBy = (jobs: Readonly<Record<string, JobResult>>): string => jobs.publish!.result;

describe.each([
  ['our workflow', OURS],
  ['the workflow that init writes', MADE],
])('a merge and %s', (_, text) => {
  const run = (event: WorkflowEvent) => runWorkflow(text, event, forge.world);

  it('publishes to a branch that a clone searches, goes on from it, and never goes back', async () => {
    const first = forge.push('Read me', (repo) => repo.write('README.md', 'Ours.\n'));
    expect(publishedBy(await run(first))).toBe('success');
    const second = forge.push('Add a skill', addOne);
    const jobs = await run(second);
    expect(publishedBy(jobs)).toBe('success');
    expect(jobs.publish!.summary).toContain('branch:skills-index');
    expect(forge.origin('rev-list', '--count', 'skills-index')).toBe('2');
    expect(forge.origin('log', '-1', '--format=%an', 'skills-index')).toBe('github-actions[bot]');
    git(forge.world.origin, ['fsck', '--strict']);

    const clone = join(forge.world.dir, '..', 'reader');
    git(forge.world.origin, ['clone', '-q', forge.world.origin, clone]);
    const found = skillgraft(['search', 'my candle flickers', '--index', 'branch:skills-index', '--json'], {
      cwd: clone,
    });
    expect(JSON.parse(found.stdout).results[0]).toMatchObject({ name: 'trim-wick' });
    // What the workflow goes on from, as a checkout has it; the bytes are those of a build from the beginning.
    const previous = await previousLineage({ repo: clone, previous: 'branch:skills-index' });
    expect(previous).toMatchObject({ status: 'full' });
    const built = skillgraft(['build', '--full', '--out', 'full'], { cwd: clone });
    expect(built.status).toBe(0);
    const index = git(clone, ['show', 'origin/skills-index:index.json']);
    expect(readFileSync(join(clone, 'full', 'index.json'), 'utf8')).toBe(index);

    const late = await run(first);
    expect(publishedBy(late)).toBe('failure');
    expect(late.publish!.steps.find(({ name }) => name === 'Publish')!.stderr).toContain(
      'which is not in its history',
    );
    expect(forge.origin('rev-list', '--count', 'skills-index')).toBe('2');
  });

  it('lets the job that builds read alone, and the one that writes build nothing', () => {
    const { jobs } = parse(text) as Workflow;
    expect(jobs.build!.permissions).toEqual({ contents: 'read' });
    expect(jobs.publish!.permissions).toEqual({ contents: 'write' });
    expect(jobs.publish!.steps.map(({ run: script }) => script).join('\n')).not.toContain('skillgraft build');
  });

  it('leaves what is published while a skill is broken, and hands out no token', async () => {
    const jobs = await run(
      forge.push('Break one', (repo) => repo.write('skills/conventional-commits/SKILL.md', 'x')),
    );
    expect(Object.values(jobs).map(({ result }) => result)).toContain('failure');
    expect(forge.origin('branch', '--list', 'skills-index')).toBe('');
    const given = Object.values(jobs).flatMap(({ steps }) => steps);
    for (const { env } of given) expect(Object.values(env)).not.toContain(forge.world.token);
  });
});

describe('our workflow, called', () => {
  it('attests the index, and publishes without what is broken where that is allowed', async () => {
    const event = forge.push('Break one', (repo) => repo.write('skills/conventional-commits/SKILL.md', 'x'));
    const inputs = { attest: true, 'allow-errors': true, branch: 'agents/index' };
    const { build, attest, publish } = await runWorkflow(OURS, { ...event, inputs }, forge.world);
    expect([build!.result, attest!.result, publish!.result]).toEqual(['success', 'success', 'success']);
    expect(attest!.steps.at(-1)).toMatchObject({ name: 'actions/attest' });
    const { skills } = JSON.parse(forge.origin('show', 'agents/index:index.json'));
    expect(skills.map(({ name }: { name: string }) => name)).toEqual([
      'docker-multi-stage-builds',
      'fix-nextjs-api-cors',
    ]);
  });
});
