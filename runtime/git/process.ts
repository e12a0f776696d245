import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { dubiousOwnership, gitFailed, gitProgramMissing, notARepository, objectMissing } from './errors.js';

/** Settings that a repository or a user must not decide for us. */
const FIXED_CONFIG = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'protocol.allow=never',
];

/**
 * What git sees of our environment: no GIT_* of the caller (a hook sets GIT_DIR and GIT_INDEX_FILE), English
 * messages, no locks, no prompt, no replaced or grafted history, and no protocol, so that a partial clone stays
 * offline. The global configuration stays, as safe.directory stands there.
 */
function gitEnvironment(base: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [key, value] of Object.entries(base)) {
    if (!/^GIT_/i.test(key) || key === 'GIT_CONFIG_GLOBAL') env[key] = value;
  }
  return {
    ...env,
    LC_ALL: 'C',
    LANGUAGE: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: devNull,
  };
}

/** How a git process ended. */
export interface GitResult {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Starts git in `dir`, without a shell. */
export function startGit(dir: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  const config = FIXED_CONFIG.flatMap((setting) => ['-c', setting]);
  return spawn('git', [...config, ...args], { cwd: dir, env: gitEnvironment(), windowsHide: true });
}

/** Runs git to its end and gives what it said. Rejects with `git-program-missing` where it does not start. */
export function tryGit(
  dir: string,
  args: readonly string[],
  input: string | Uint8Array = '',
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = startGit(dir, args);
    const out: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < 10_000) stderr += chunk.toString('utf8');
    });
    child.stdin.on('error', () => {});
    child.on('error', (error) => reject(gitProgramMissing(error)));
    child.on('close', (status) => resolve({ status: status ?? -1, stdout: Buffer.concat(out), stderr }));
    child.stdin.end(input);
  });
}

/** Runs git and gives its output; rejects with a SkillgraftError where it fails. */
export async function runGit(dir: string, args: readonly string[], input = ''): Promise<Buffer> {
  const result = await tryGit(dir, args, input);
  if (result.status !== 0) throw failureOf(dir, result.stderr);
  return result.stdout;
}

const MISSING =
  /(?:missing|unable to read|could not read|bad object|not a valid object name|could not fetch|unable to find|Could not read|failed to (?:read|unpack)|not a tree object)/;

/** Reads git's (English) complaint. */
export function failureOf(dir: string, stderr: string) {
  if (stderr.includes('dubious ownership')) return dubiousOwnership(/at '(.+)'/.exec(stderr)?.[1] ?? dir);
  if (stderr.includes('not a git repository')) return notARepository(dir);
  const detail = stderr.trim().split('\n').at(-1) ?? '';
  if (MISSING.test(stderr))
    return objectMissing(/\b[0-9a-f]{40,64}\b/.exec(stderr)?.[0] ?? '(unnamed)', dir, detail);
  return gitFailed(dir, detail);
}
