import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../../runtime/package-info.js';
import type { WriteOptions } from '../../../../runtime/propose/git/store.js';
import type { CommitRequest, WrittenProposal } from '../../../../runtime/propose/types.js';

const SCRIPT = fileURLToPath(new URL('child-save.mjs', import.meta.url));

/** What a child is to do: see `child-save.mjs`. */
export interface ChildJob extends Pick<WriteOptions, 'lockWaitMs'> {
  readonly dir: string;
  readonly saves: readonly CommitRequest[];
  /** `isomorphic` where nothing is said. */
  readonly reader?: 'auto' | 'isomorphic';
  readonly killAt?: number;
  readonly hangBefore?: string;
}

export type ChildResult = WrittenProposal | { readonly code: string; readonly message: string };

/** How a child ended. */
export interface ChildEnd {
  readonly results: readonly ChildResult[];
  /** How many steps changed something on the disk; null where it did not come to its end. */
  readonly steps: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** Starts a process that saves. `shell`, where given, is what a shell does first, such as setting a limit. */
export function startChild(job: ChildJob, shell?: string): ChildProcessWithoutNullStreams {
  const text = (data: Uint8Array | null) => (data === null ? null : Buffer.from(data).toString());
  const saves = job.saves.map((save) => ({
    ...save,
    changes: save.changes.map((one) => ({ ...one, before: text(one.before), after: text(one.after) })),
  }));
  const lib = new URL('lib/', packageRoot()).href;
  const args = [SCRIPT, JSON.stringify({ reader: 'isomorphic', ...job, lib, saves })];
  if (shell === undefined) return spawn(process.execPath, args);
  return spawn('bash', ['-c', `${shell}; exec "$0" "$@"`, process.execPath, ...args]);
}

/** Waits until a child is gone and reads what it said. */
export function endOf(child: ChildProcessWithoutNullStreams): Promise<ChildEnd> {
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve) => {
    child.on('close', (_status, signal) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      const values = lines.filter((line) => line !== 'hanging').map((line) => JSON.parse(line) as unknown);
      const results = values.filter((value) => typeof value === 'object') as ChildResult[];
      const steps = values.find((value) => typeof value === 'number') ?? null;
      resolve({ results, steps: steps as number | null, signal, stderr });
    });
  });
}

export async function runChild(job: ChildJob, shell?: string): Promise<ChildEnd> {
  return endOf(startChild(job, shell));
}
