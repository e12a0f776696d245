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

/** Settings that no repository decides for us: no hooks, no protocol but ssh, nothing pushed but what is named. */
const FIXED_CONFIG = [
  'core.hooksPath=/dev/null',
  'protocol.allow=never',
  'protocol.ext.allow=never',
  'protocol.ssh.allow=always',
  'push.followTags=false',
  'push.recurseSubmodules=no',
  'push.gpgSign=false',
];

const KEPT_ENV = new Set(['GIT_CONFIG_GLOBAL', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT']);
const LONGEST_OUTPUT = 20_000;

/**
 * Pushes by the git program, over ssh. Nobody is asked anything: neither git nor ssh has a terminal.
 *
 * @throws SkillgraftError `push-refused`, `push-not-fast-forward`, `remote-…`, `git-program-missing`
 */
export async function pushOverSsh(push: Push, scene: PushScene, timeoutMs: number): Promise<PushOutcome> {
  const { repository, url, commit, remoteRef } = push;
  const args = FIXED_CONFIG.flatMap((setting) => ['-c', setting]);
  args.push('push', '--porcelain', '--no-verify', '--end-of-options', url, `${commit}:${remoteRef}`);
  const { stdout, stderr, isLate } = await run(repository.dir, args, timeoutMs).catch((error: unknown) => {
    throw sshNeedsGit(scene, error);
  });
  const [, mark, reason = ''] = /^([ +*=!-])\t\S+\t\[?[^(\n]*(?:\((.*)\))?$/m.exec(stdout) ?? [];
  if (mark === '=') return 'already-there';
  if (mark === '!') throw refused(scene, reason, (stderr.match(/^remote: .*$/gm) ?? []).join('\n'));
  if (mark !== undefined) return 'pushed';
  throw isLate ? timedOut(scene, timeoutMs) : failureOf(scene, stderr);
}

function failureOf(scene: PushScene, stderr: string): SkillgraftError {
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
  readonly stdout: string;
  readonly stderr: string;
  readonly isLate: boolean;
}

/** Runs git without a shell and without a terminal (a session of its own), and ends it with all it started when late. */
function run(dir: string, args: readonly string[], timeoutMs: number): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd: dir, env: environment(), detached: true, windowsHide: true });
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
    child.on('close', () => {
      clearTimeout(timer);
      resolve(output);
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

function environment(): NodeJS.ProcessEnv {
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
    GIT_ALLOW_PROTOCOL: 'ssh',
    SSH_ASKPASS_REQUIRE: 'never',
  };
}
