import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { templateFiles } from '../../build/init/template.js';
import { ROOT } from './cli.js';
import type { Action, Workflow, WorkflowJob, WorkflowStep } from './workflow-types.js';

export interface WorkflowFile {
  readonly path: string;
  readonly text: string;
  readonly workflow: Workflow;
}
export interface ActionFile {
  readonly path: string;
  readonly text: string;
  readonly action: Action;
}

const GITHUB = join(ROOT, '.github');
const read = (path: string) => readFileSync(join(GITHUB, path), 'utf8');

/** Every workflow of ours, and every one that `init` writes. */
export async function workflowFiles(): Promise<readonly WorkflowFile[]> {
  const ours = readdirSync(join(GITHUB, 'workflows')).map(
    (name) => [name, read(`workflows/${name}`)] as const,
  );
  const uses = { repository: 'example/skillgraft', commit: 'a'.repeat(40) };
  const sets = [
    ['init', await templateFiles({ version: '1.2.3' })],
    ['init --uses', await templateFiles({ version: '1.2.3', uses })],
  ] as const;
  const made = sets.flatMap(([set, files]) =>
    files.flatMap(({ path, text }) =>
      path.startsWith('.github/workflows/') ? [[`${set}: ${path.split('/').at(-1)}`, text] as const] : [],
    ),
  );
  return [...ours, ...made].map(([path, text]) => ({ path, text, workflow: parse(text) as Workflow }));
}

export function actionFiles(): readonly ActionFile[] {
  return ['check', 'publish'].map((name) => {
    const text = read(`actions/${name}/action.yml`);
    return { path: name, text, action: parse(text) as Action };
  });
}

/** The steps of a job; in the place of an action of ours, that one's. */
export function allSteps(job: WorkflowJob, actions = actionFiles()): readonly WorkflowStep[] {
  return (job.steps ?? []).flatMap((step) => {
    const own = actions.find(({ path }) => step.uses === `./.skillgraft/.github/actions/${path}`);
    return own === undefined ? [step] : [step, ...own.action.runs.steps];
  });
}

/** A workflow with the steps of a composite action, for a linter that knows workflows only. */
export function asWorkflow({ runs, inputs }: Action): string {
  const typed = Object.entries(inputs).map(([name, input]) => [name, { ...input, type: 'string' }]);
  const job = { 'runs-on': 'ubuntu-24.04', steps: runs.steps };
  return stringify({ on: { workflow_call: { inputs: Object.fromEntries(typed) } }, jobs: { action: job } });
}
