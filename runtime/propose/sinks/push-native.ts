import { spawn } from 'node:child_process';
import type { SkillgraftError } from '../../../schema/errors.js';
import {
  noRepository,
  notGit,
  type PushScene,
  refused,
  sshNeedsGit,
  sshRefused,
  timedOut,
  unreachable,
} from './push-failures.js';
import type { Push, PushOutcome } from './push-http.js';

/** What the git program speaks to a remote. */
export type GitProtocol = 'ssh' | 'file' | 'http' | 'https';

/** Settings that no repository decides for us: no hooks, one protocol alone, nothing pushed but what is named. */
const FIXED_CONFIG = [
  'core.hooksPath=/dev/null',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
  'protocol.ext.allow=never',
  'push.followTags=false',
  'push.recurseSubmodules=no',
  'push.gpgSign=false',
];

const KEPT_ENV = new Set(['GIT_CONFIG_GLOBAL', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT']);
const LONGEST_OUTPUT = 20_000;

/**
 * Pushes by the git program, over ssh, or into a folder. Nobody is asked anything: neither git nor ssh has a terminal.
 *
 * @throws SkillgraftError `push-refused`, `push-not-fast-forward`, `remote-…`, `git-program-missing`
 */
export async function pushOverSsh(
  push: Push,
  scene: PushScene,
  timeoutMs: number,
  protocol: GitProtocol = 'ssh',
): Promise<PushOutcome> {
  const { repository, url, commit, remoteRef } = push;
  const args = ['push', '--porcelain', '--no-verify', '--end-of-options', url, `${commit}:${remoteRef}`];
  const { stdout, stderr, isLate } = await askRemote(repository.dir, args, { scene, timeoutMs, protocol });
  const [, mark, reason = ''] = /^([ +*=!-])\t\S+\t\[?[^(\n]*(?:\((.*)\))?$/m.exec(stdout) ?? [];
  if (mark === '=') return 'already-there';
  if (mark === '!') throw refused(scene, reason, (stderr.match(/^remote: .*$/gm) ?? []).join('\n'));
  if (mark !== undefined) return 'pushed';
  throw isLate ? timedOut(scene, timeoutMs) : failureOf(scene, stderr);
}

/** How the git program talks to a remote. */
export interface RemoteTalk {
  readonly scene: PushScene;
  readonly timeoutMs: number;
  readonly protocol: GitProtocol;
  /** More of the environment, such as settings that hold a token. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a command of the git program that talks to a remote.
 *
 * @throws SkillgraftError `git-program-missing`
 */
export async function askRemote(
  dir: string,
  args: readonly string[],
  { scene, timeoutMs, protocol, env = {} }: RemoteTalk,
): Promise<Output> {
  const config = [...FIXED_CONFIG, `protocol.${protocol}.allow=always`].flatMap((one) => ['-c', one]);
  const environment = { ...environmentFor(protocol), ...env };
  return run(dir, [...config, ...args], timeoutMs, environment).catch((error: unknown) => {
    throw sshNeedsGit(scene, error);
  });
}

/** What the git program's complaint about a remote means. */
export function failureOf(scene: PushScene, stderr: string): SkillgraftError {
  const cause = new Error(stderr.trim());
  if (/Permission denied|Host key verification failed/i.test(stderr)) return sshRefused(scene, cause);
  if (/resolve host|timed out|refused|reset by|closed by|unreachable|broken pipe/i.test(stderr)) {
    return unreachable(scene, cause);
  }
  if (/not found|does not (?:appear to be|exist)/i.test(stderr)) return noRepository(scene);
  return /hung up|early EOF|could not read from remote/i.test(stderr)
    ? unreachable(scene, cause)
    : notGit(scene, cause);
}

interface Output {
  /** Null where it was ended. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isLate: boolean;
}

/** Runs git without a shell and without a terminal (a session of its own), and ends it with all it started when late. */
function run(
  dir: string,
  args: readonly string[],
  timeoutMs: number,
  env: NodeJS.ProcessEnv,
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd: dir, env, detached: true, windowsHide: true });
    const output = { stdout: '', stderr: '', isLate: false };
    const timer = setTimeout(() => {
      output.isLate = true;
      if (child.pid !== undefined) endGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
    }, timeoutMs);
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        if (output[name].length < LONGEST_OUTPUT) output[name] += text;
      });
    }
    child.stdin.on('error', () => {});
    child.stdin.end();
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ ...output, status });
    });
  });
}

function endGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}

function environmentFor(protocol: GitProtocol): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [key, value] of Object.entries(process.env)) {
    if (KEPT_ENV.has(key) || !/^(?:GIT_|SSH_ASKPASS|DISPLAY$)/i.test(key)) env[key] = value;
  }
  return {
    ...env,
    LC_ALL: 'C',
    LANGUAGE: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: protocol,
    SSH_ASKPASS_REQUIRE: 'never',
  };
}
