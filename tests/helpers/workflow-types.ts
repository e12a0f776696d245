export interface WorkflowStep {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly with?: Readonly<Record<string, unknown>>;
}
export interface WorkflowJob {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly uses?: string;
  readonly 'runs-on'?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly WorkflowStep[];
}
export interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, { readonly inputs?: Inputs } | null>>;
  readonly permissions: unknown;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': unknown };
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}
export interface Action {
  readonly inputs: Inputs;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly WorkflowStep[] };
}
type Inputs = Readonly<Record<string, { readonly default?: unknown; readonly description: string }>>;

/** What GitHub knows when it starts a workflow. */
export interface WorkflowEvent {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The commit that is checked out. */
  readonly sha: string;
  readonly actor?: string;
  /** Of a call; absent where the event itself starts it. */
  readonly inputs?: Readonly<Record<string, unknown>>;
}

/** Where a workflow runs: a repository, its forge, and a folder for all that runs leave. */
export interface WorkflowWorld {
  /** A bare repository. */
  readonly origin: string;
  /** What checkouts have as its address, where that is not its path. */
  readonly address?: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly dir: string;
  readonly apiUrl?: string;
  readonly token?: string;
  /** The repository's variables. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface StepResult {
  readonly name: string;
  readonly outcome: 'success' | 'failure' | 'skipped';
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Variables that the step itself was given. */
  readonly env: Readonly<Record<string, string>>;
}
export interface JobResult {
  readonly result: 'success' | 'failure' | 'skipped';
  readonly outputs: Readonly<Record<string, string>>;
  readonly steps: readonly StepResult[];
  /** All that its steps wrote into their summaries. */
  readonly summary: string;
}
