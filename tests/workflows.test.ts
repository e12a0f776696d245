import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './helpers/cli.js';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<string, { 'timeout-minutes'?: number; permissions?: unknown; 'runs-on': string; steps: Step[] }>
  >;
}

const OURS = join(ROOT, '.github', 'workflows');
const FILES = [
  ...readdirSync(OURS).map((name) => join(OURS, name)),
  join(ROOT, 'build', 'init', 'template', 'workflow.yml.txt'),
];

describe.each(FILES.map((file) => [file.slice(ROOT.length), file]))('%s', (_, file) => {
  const text = readFileSync(file, 'utf8');
  const workflow = parse(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it('grants nothing by default, reading only to its jobs, and ends in time', () => {
    expect(workflow.permissions).toEqual({});
    for (const job of jobs) {
      expect(job.permissions).toEqual({ contents: 'read' });
      expect(job['timeout-minutes']).toBeLessThanOrEqual(30);
      expect(job['runs-on']).toMatch(/^ubuntu-\d/);
    }
  });

  it('pins every action by its commit, with the version behind it', () => {
    const uses = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(uses.length).toBe(steps.filter((step) => step.uses !== undefined).length);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('checks out the whole history and keeps no credentials', () => {
    const checkouts = steps.filter((step) => step.uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const step of checkouts) {
      expect(step.with).toMatchObject({ 'fetch-depth': 0, 'persist-credentials': false });
    }
  });

  it('puts no expression into a script and does not run for strangers with our rights', () => {
    for (const step of steps) expect(step.run ?? '').not.toContain('${{');
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(Object.keys(workflow.on)).not.toContain('workflow_run');
  });
});
