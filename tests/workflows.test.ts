import { describe, expect, it } from 'vitest';
import { MARKER } from '../build/change/report/markdown.js';
import { actionlint } from './helpers/actionlint.js';
import { actionFiles, allSteps, asWorkflow, workflowFiles } from './helpers/workflow-files.js';
import type { Workflow, WorkflowJob, WorkflowStep } from './helpers/workflow-types.js';

const FILES = await workflowFiles();
const ACTIONS = actionFiles();
const TRIGGERS = [
  'pull_request',
  'merge_group',
  'push',
  'workflow_call',
  'workflow_run',
  'schedule',
  'workflow_dispatch',
];
/** Events that somebody without any right in the repository can cause. */
const STRANGERS = ['pull_request', 'pull_request_target', 'workflow_run', 'issue_comment', 'issues'];

const jobsOf = ({ jobs }: Workflow): [string, WorkflowJob][] => Object.entries(jobs);
const isGiven = (step: WorkflowStep): boolean =>
  /github\.token|secrets\./.test(JSON.stringify([step.env, step.with]));
const isCheckout = ({ uses = '' }: WorkflowStep): boolean => uses.startsWith('actions/checkout@');
const writes = ({ permissions = {} }: WorkflowJob): string[] =>
  Object.keys(permissions).filter((scope) => permissions[scope] === 'write');

it('is held to an actionlint that objects', async () => {
  const expression = (text: string): string => `\${{ ${text} }}`;
  const run = `echo ${expression('github.head_ref')}`;
  const job = `jobs: {a: {runs-on: ubuntu-24.04, steps: [{run: '${run}'}]}}`;
  const found = await actionlint(`on: {pull_request: null}\npermissions: {}\n${job}\n`);
  expect(found).toEqual([expect.stringContaining('"github.head_ref" is potentially untrusted')]);
});

describe.each(FILES.map((file) => [file.path, file] as const))('%s', (_, { text, workflow }) => {
  const jobs = jobsOf(workflow);

  it('has nothing that actionlint objects to', async () => {
    expect(await actionlint(text)).toEqual([]);
  });

  it('grants nothing by default, ends in time, and starts for known events', () => {
    expect(workflow.permissions).toEqual({});
    for (const [, job] of jobs) {
      expect(Object.keys(job.permissions ?? {})).not.toEqual([]);
      if (job.uses !== undefined) continue;
      expect(job['timeout-minutes']).toBeLessThanOrEqual(30);
      expect(job['runs-on']).toMatch(/^ubuntu-\d/);
    }
    expect(TRIGGERS).toEqual(expect.arrayContaining(Object.keys(workflow.on)));
  });

  it('cancels only runs of pull requests, and none that publishes', () => {
    const { 'cancel-in-progress': cancel, group } = workflow.concurrency ?? {};
    if (
      jobs.some(([, job]) => writes(job).includes('contents')) &&
      jobs.every(([, job]) => job.uses === undefined)
    ) {
      expect(cancel).toBe(false);
      expect(group).toMatch(/^skills-(?:index-publish|curate)$/);
    } else if ('pull_request' in workflow.on && workflow.concurrency !== undefined) {
      expect(cancel).toContain("{ github.event_name == 'pull_request' }");
    }
    // A check that is required has to run whatever was changed.
    expect(text).not.toMatch(/^\s*paths(?:-ignore)?:/m);
  });

  it('pins every action by its commit, with the version behind it', () => {
    expectPins(text);
  });

  it('puts no expression into a script', () => {
    for (const [, job] of jobs) for (const { run = '' } of job.steps ?? []) expect(run).not.toContain('${{');
  });

  it('checks out the whole history, and keeps no credentials', () => {
    for (const step of jobs.flatMap(([, job]) => job.steps ?? []).filter(isCheckout)) {
      expect(step.with).toMatchObject({ 'persist-credentials': false });
      if (step.with!.path === undefined) expect(step.with).toMatchObject({ 'fetch-depth': 0 });
    }
  });
});

describe.each(ACTIONS.map((file) => [file.path, file] as const))('action %s', (_, { text, action }) => {
  it('is composite, has nothing that actionlint objects to, and pins what it uses', async () => {
    expect(action.runs.using).toBe('composite');
    expect(await actionlint(asWorkflow(action))).toEqual([]);
    expectPins(text);
  });

  it('puts no expression into a script, and names every input', () => {
    for (const { run, shell } of action.runs.steps) {
      expect(run ?? '').not.toContain('${{');
      expect(shell).toBe(run === undefined ? undefined : 'bash');
    }
    for (const name of Object.keys(action.inputs)) expect(text).toContain(`inputs.${name}`);
  });
});

describe('a stranger who opens a pull request', () => {
  const reached = FILES.filter(({ workflow }) =>
    Object.keys(workflow.on).some((event) => STRANGERS.includes(event)),
  );

  it('starts some workflows, never one with the rights of the default branch over the pull request', () => {
    expect(reached.map(({ path }) => path)).toEqual([
      'ci.yml',
      'skills-check.yml',
      'skills-comment.yml',
      'init: skills-check.yml',
      'init --uses: skills-check.yml',
    ]);
    for (const { text } of FILES)
      expect(text).not.toMatch(/pull_request_target|secrets\.|secrets:|allow-unsafe/);
  });

  it.each(
    reached.flatMap(({ path, workflow }) =>
      jobsOf(workflow).map(([name, job]) => [path, name, job] as const),
    ),
  )('reaches no token in %s, job %s', (path, _, job) => {
    const steps = allSteps(job, ACTIONS);
    if (job.uses !== undefined) {
      // GitHub makes every right of a fork's run one to read; the jobs that are called are judged by themselves.
      expect(job.uses).toMatch(/\/skills-check\.yml@[0-9a-f]{40}$/);
      return;
    }
    // Either a job sees files of the pull request, then it may read, and no step of it is given a token ...
    if (steps.some(isCheckout)) {
      expect(job.permissions).toEqual({ contents: 'read' });
      expect(steps.filter(isGiven)).toEqual([]);
      return;
    }
    // ... or it may do one more thing, then it runs what stands in the workflow alone.
    expect(writes(job).length).toBeLessThanOrEqual(1);
    for (const scope of writes(job)) expect(['pull-requests', 'security-events']).toContain(scope);
    for (const { uses = 'actions/download-artifact@' } of steps) {
      expect(uses).toMatch(/^(?:actions\/download-artifact|github\/codeql-action\/upload-sarif)@/);
    }
    if (writes(job).length > 0 && path !== 'skills-comment.yml') {
      expect(job.if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
    }
  });

  it('is commented on by a workflow that takes nothing of what the run of the fork made', () => {
    const { text } = FILES.find(({ path }) => path === 'skills-comment.yml')!;
    expect(text).not.toMatch(/run-id|github-token/);
    expect(text).not.toMatch(/ref: .*(?:head|pull)/);
  });

  it('writes no cache', () => {
    const setups = [
      ...FILES.flatMap(({ workflow }) => jobsOf(workflow).flatMap(([, job]) => allSteps(job, ACTIONS))),
    ].filter(({ uses = '' }) => uses.startsWith('actions/setup-node@'));
    expect(setups.length).toBeGreaterThan(0);
    for (const step of setups) expect(step.with).toMatchObject({ 'package-manager-cache': false });
    for (const { text } of [...FILES, ...ACTIONS]) expect(text).not.toMatch(/actions\/cache|^\s*cache:/m);
  });
});

describe('what stands more than once', () => {
  it('is the same word for word: the script that comments', () => {
    const scripts = FILES.flatMap(({ workflow }) => jobsOf(workflow))
      .flatMap(([, job]) => job.steps ?? [])
      .filter(({ name }) => name === 'Comment')
      .map(({ run }) => run);
    expect(scripts).toHaveLength(3);
    expect(new Set(scripts).size).toBe(1);
    expect(scripts[0]).toContain(`const marker = '${MARKER}';`);
  });

  it('is the same: the commit of each action', () => {
    const all = [...FILES, ...ACTIONS].flatMap(({ text }) => [
      ...text.matchAll(/uses: ([\w-]+\/[\w-]+)[^@\n]*@([^\n]+)/g),
    ]);
    const pins = new Map<string, Set<string>>();
    for (const [, name, pin] of all) pins.set(name!, (pins.get(name!) ?? new Set()).add(pin!));
    for (const [name, found] of pins)
      if (name !== 'example/skillgraft') expect([name, [...found]]).toEqual([name, [[...found][0]]]);
  });
});

/** Local actions and workflows have no pin. */
function expectPins(text: string): void {
  for (const line of text.split('\n').filter((one) => /^\s*(?:- )?uses:/.test(one))) {
    expect(line).toMatch(
      /uses: (?:\.\/\S+|[\w-]+\/[\w-]+(?:\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+|\S+\/skills-\w+\.yml@[0-9a-f]{40})$/,
    );
  }
}
