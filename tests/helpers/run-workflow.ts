import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './cli.js';
import { execute } from './execute.js';
import { git } from './git-repo.js';
import { npmShim } from './npm-shim.js';
import { asText, type ExpressionScope, holds, interpolate } from './workflow-expression.js';
import type {
  Action,
  JobResult,
  StepResult,
  Workflow,
  WorkflowEvent,
  WorkflowJob,
  WorkflowStep,
  WorkflowWorld,
} from './workflow-types.js';

const OWN = 'example/skillgraft';

/**
 * Runs the jobs of a workflow one after the other, each in a fresh folder: every `run:` with the shell and the variables
 * that Actions gives, composite actions with it. It is no runner: of other people's actions, a checkout is done by git,
 * artifacts are folders, and the rest does nothing; expressions are those that our workflows use. Skillgraft itself is
 * this checkout, whatever version is asked for (see `npmShim`).
 */
export async function runWorkflow(
  text: string,
  event: WorkflowEvent,
  world: WorkflowWorld,
): Promise<Readonly<Record<string, JobResult>>> {
  const workflow = parse(text) as Workflow;
  const done: Record<string, JobResult> = {};
  const defaults = workflow.on.workflow_call?.inputs ?? {};
  const inputs =
    event.inputs === undefined ? {} : { ...mapValues(defaults, (input) => input.default), ...event.inputs };
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const needs = pick(done, [job.needs ?? []].flat());
    done[name] = await new JobRun(name, job, { event, world, inputs, needs }).run();
  }
  return done;
}

interface JobScene {
  readonly event: WorkflowEvent;
  readonly world: WorkflowWorld;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly needs: Readonly<Record<string, JobResult>>;
}

/** Where steps stand: a job's own, or those of a composite action. */
interface Frame {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly actionPath: string | null;
  readonly steps: Record<string, { outcome: string; outputs: Record<string, string> }>;
  failed: boolean;
}

class JobRun {
  readonly #job: WorkflowJob;
  readonly #scene: JobScene;
  readonly #dir: string;
  readonly #workspace: string;
  readonly #temp: string;
  readonly #results: StepResult[] = [];
  readonly #paths: string[] = [];
  #summary = '';
  #count = 0;

  constructor(name: string, job: WorkflowJob, scene: JobScene) {
    this.#job = job;
    this.#scene = scene;
    const runs = existsSync(scene.world.dir) ? readdirSync(scene.world.dir).length : 0;
    this.#dir = join(scene.world.dir, `${name}-${runs}`);
    this.#workspace = join(this.#dir, 'work');
    this.#temp = join(this.#dir, 'temp');
    for (const dir of [this.#workspace, this.#temp, join(this.#dir, 'home')])
      mkdirSync(dir, { recursive: true });
  }

  async run(): Promise<JobResult> {
    const { inputs, needs } = this.#scene;
    const frame: Frame = { inputs, actionPath: null, steps: {}, failed: false };
    const isNeedy = Object.values(needs).some(({ result }) => result !== 'success');
    if (!holds(this.#job.if, this.#scope({ ...frame, failed: isNeedy }))) {
      return { result: 'skipped', outputs: {}, steps: [], summary: '' };
    }
    await this.#steps(this.#job.steps, frame);
    const scope = this.#scope(frame);
    return {
      result: frame.failed ? 'failure' : 'success',
      outputs: mapValues(this.#job.outputs ?? {}, (value) => asText(interpolate(value, scope))),
      steps: this.#results,
      summary: this.#summary,
    };
  }

  async #steps(steps: readonly WorkflowStep[], frame: Frame): Promise<void> {
    for (const step of steps) {
      const id = step.id ?? `step-${++this.#count}`;
      if (!holds(step.if, this.#scope(frame))) {
        frame.steps[id] = { outcome: 'skipped', outputs: {} };
        continue;
      }
      const { isGood, outputs } =
        step.run === undefined ? await this.#use(step, frame) : await this.#run(step, frame);
      if (!isGood) frame.failed = true;
      frame.steps[id] = { outcome: isGood ? 'success' : 'failure', outputs };
    }
  }

  #scope({ inputs, steps, failed, actionPath }: Frame): ExpressionScope {
    const { event, world, needs } = this.#scene;
    const github = {
      actor: event.actor ?? 'octocat',
      api_url: world.apiUrl ?? '',
      event: event.payload,
      event_name: event.name,
      ref: asText(event.payload.ref ?? 'refs/pull/1/merge'),
      repository: world.repository,
      sha: event.sha,
      token: world.token ?? '',
      workflow: 'workflow',
      action_path: actionPath,
    };
    const job = { status: 'success', workflow_repository: OWN, workflow_sha: event.sha };
    return {
      contexts: {
        github,
        inputs,
        steps,
        needs,
        job,
        runner: { temp: this.#temp },
        vars: world.variables ?? {},
      },
      functions: {
        success: () => !failed,
        failure: () => failed,
        always: () => true,
        cancelled: () => false,
        hashFiles: (pattern) => this.#hashFiles(`${pattern as string}`),
      },
    };
  }

  /** Empty where no file fits; patterns are `folder/*.ending` here. */
  #hashFiles(pattern: string): string {
    const folder = join(this.#workspace, dirname(pattern));
    const ending = pattern.slice(pattern.lastIndexOf('*') + 1);
    return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(ending)) ? 'some' : '';
  }

  async #run(
    step: WorkflowStep,
    frame: Frame,
  ): Promise<{ isGood: boolean; outputs: Record<string, string> }> {
    const files = this.#commandFiles();
    const own = mapValues(step.env ?? {}, (value) => asText(this.#value(value, frame)));
    const script = join(this.#temp, `script-${this.#count++}.sh`);
    writeFileSync(script, step.run!);
    // As the runner does: without `shell: bash`, a pipe's last command alone counts.
    const flags = step.shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
    const env = { ...this.#environment(frame), ...files.env, ...own };
    const ended = await execute('bash', [...flags, script], this.#workspace, env);
    this.#results.push({
      name: step.name ?? step.run!.split('\n')[0]!,
      outcome: ended.code === 0 ? 'success' : 'failure',
      ...ended,
      env: own,
    });
    this.#summary += readFileSync(files.env.GITHUB_STEP_SUMMARY, 'utf8');
    this.#paths.push(...readFileSync(files.env.GITHUB_PATH, 'utf8').split('\n').filter(Boolean));
    return { isGood: ended.code === 0, outputs: assignments(readFileSync(files.env.GITHUB_OUTPUT, 'utf8')) };
  }

  #commandFiles() {
    const dir = join(this.#temp, `commands-${this.#count++}`);
    mkdirSync(dir);
    const of = (name: string): string => {
      writeFileSync(join(dir, name), '');
      return join(dir, name);
    };
    const env = {
      GITHUB_OUTPUT: of('output'),
      GITHUB_ENV: of('env'),
      GITHUB_PATH: of('path'),
      GITHUB_STEP_SUMMARY: of('summary'),
    };
    return { env };
  }

  #environment({ actionPath }: Frame): Record<string, string> {
    const { event, world } = this.#scene;
    const eventPath = join(this.#temp, 'event.json');
    writeFileSync(eventPath, JSON.stringify(event.payload));
    const path = [
      ...[...this.#paths].reverse(),
      npmShim(this.#dir),
      dirname(process.execPath),
      '/usr/bin',
      '/bin',
    ];
    return {
      PATH: path.join(delimiter),
      HOME: join(this.#dir, 'home'),
      CI: 'true',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_NOSYSTEM: '1',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: world.apiUrl ?? 'http://127.0.0.1:9',
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_REPOSITORY: world.repository,
      GITHUB_SHA: event.sha,
      GITHUB_WORKSPACE: this.#workspace,
      RUNNER_TEMP: this.#temp,
      ...(actionPath === null ? {} : { GITHUB_ACTION_PATH: actionPath }),
    };
  }

  #value(value: unknown, frame: Frame): unknown {
    return typeof value === 'string' ? interpolate(value, this.#scope(frame)) : value;
  }

  async #use(
    step: WorkflowStep,
    frame: Frame,
  ): Promise<{ isGood: boolean; outputs: Record<string, string> }> {
    const given = mapValues(step.with ?? {}, (value) => asText(this.#value(value, frame)));
    const action = step.uses!.split('@')[0]!;
    if (action.startsWith('./')) return this.#composite(join(this.#workspace, action), given);
    if (action === 'actions/checkout') this.#checkout(given);
    if (action === 'actions/upload-artifact') this.#upload(given);
    if (action === 'actions/download-artifact') {
      cpSync(this.#artifact(given.name!), given.path!, { recursive: true });
    }
    const file = given['subject-path'] ?? given.sarif_file;
    if (file !== undefined && !existsSync(file)) throw new Error(`${file} is not there.`);
    this.#results.push({ name: action, outcome: 'success', code: 0, stdout: '', stderr: '', env: given });
    return { isGood: true, outputs: {} };
  }

  async #composite(path: string, given: Readonly<Record<string, string>>) {
    const action = parse(readFileSync(join(path, 'action.yml'), 'utf8')) as Action;
    const unknown = Object.keys(given).filter((key) => !(key in action.inputs));
    if (unknown.length > 0) throw new Error(`${path} has no input ${unknown.join(', ')}.`);
    const inputs = { ...mapValues(action.inputs, (input) => input.default ?? ''), ...given };
    const frame: Frame = { inputs, actionPath: path, steps: {}, failed: false };
    await this.#steps(action.runs.steps, frame);
    const scope = this.#scope(frame);
    const outputs = mapValues(action.outputs, ({ value }) => asText(interpolate(value, scope)));
    return { isGood: !frame.failed, outputs };
  }

  /** Another repository than the workflow's own is Skillgraft: as much of this checkout as its actions need. */
  #checkout({ repository = this.#scene.world.repository, path = '.', ref }: Record<string, string>): void {
    const target = join(this.#workspace, path);
    if (repository === OWN) {
      cpSync(join(ROOT, '.github'), join(target, '.github'), { recursive: true });
      cpSync(join(ROOT, 'package.json'), join(target, 'package.json'));
      return;
    }
    const { world, event } = this.#scene;
    const commit = ref ?? event.sha;
    git(target, ['init', '-q', '-b', 'main']);
    git(target, ['remote', 'add', 'origin', world.origin]);
    git(target, ['fetch', '-q', 'origin', '+refs/heads/*:refs/remotes/origin/*', commit]);
    git(target, ['checkout', '-q', '--detach', commit]);
    if (world.address !== undefined) git(target, ['remote', 'set-url', 'origin', world.address]);
  }

  #artifact(name: string): string {
    return join(dirname(this.#scene.world.dir), 'artifacts', name);
  }

  #upload({ name, path }: Record<string, string>): void {
    const target = this.#artifact(name!);
    mkdirSync(target, { recursive: true });
    const isFile = /\.[a-z]+$/.test(path!);
    cpSync(path!, isFile ? join(target, path!.split('/').at(-1)!) : target, { recursive: true });
  }
}

function assignments(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes('='));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

function mapValues<T, R>(object: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}

function pick<T>(object: Readonly<Record<string, T>>, keys: readonly string[]): Record<string, T> {
  return Object.fromEntries(keys.map((key) => [key, object[key]!]));
}
