import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pushBranch } from '../../../../runtime/propose/sinks/push-branch.js';
import { git, skillText, TestRepo, tempFolder } from '../../../helpers/git-repo.js';

const REF = 'refs/heads/skillgraft/a';

const temp = tempFolder();
const remote = `${temp.dir}/remote.git`;
let repo: TestRepo;

/** A program in place of ssh: runs on this machine what it was to run on the other one. */
const SSH = `#!/bin/sh
case "$SSH_MODE" in
  denied) echo 'git@host: Permission denied (publickey).' >&2; exit 255 ;;
  unknown) echo 'Host key verification failed.' >&2; exit 255 ;;
  nowhere) echo 'ssh: Could not resolve hostname host: Name or service not known' >&2; exit 255 ;;
  missing) echo 'ERROR: Repository not found.' >&2; exit 1 ;;
  cut) exit 255 ;;
  noise) echo 'Welcome to this machine, nothing here.' ; exit 0 ;;
  hang) echo $$ >"$SSH_OUT"; exec sleep 30 ;;
  session) ps -o sid= -p $$ >"$SSH_OUT"; exit 255 ;;
esac
shift
exec sh -c "$*"
`;

beforeAll(() => {
  writeFileSync(`${temp.dir}/ssh`, SSH);
  chmodSync(`${temp.dir}/ssh`, 0o755);
  vi.stubEnv('GIT_SSH_COMMAND', `${temp.dir}/ssh`);
  vi.stubEnv('GIT_SSH_VARIANT', 'simple');
  repo = new TestRepo(`${temp.dir}/local`).write('skills/a/SKILL.md', skillText('a'));
  repo.commit('base');
  git(temp.dir, ['clone', '-q', '--bare', 'local', remote]);
  commitOn('HEAD');
});

afterAll(() => {
  vi.unstubAllEnvs();
  temp.dispose();
});

function commitOn(parent: string, text = 'proposal'): void {
  repo.git('update-ref', REF, repo.git('commit-tree', 'HEAD^{tree}', '-p', parent, '-m', text));
}

function sessionOf(pid: number): string {
  return execFileSync('ps', ['-o', 'sid=', '-p', `${pid}`], { encoding: 'utf8' });
}

/** Empty where there is no such process; `Z` for one that has ended and is still listed. */
function stateOf(pid: number): string {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' });
  return stdout.trim();
}

function push(mode = '', timeoutMs = 10_000) {
  vi.stubEnv('SSH_MODE', mode);
  return pushBranch({ repository: repo.dir, ref: REF, remoteUrl: `ssh://git@host${remote}`, timeoutMs });
}

describe('over ssh', () => {
  test.each([
    ['denied', 'remote-unauthorised'],
    ['unknown', 'remote-host-unknown'],
    ['nowhere', 'remote-unreachable'],
    ['missing', 'remote-not-found'],
    ['cut', 'remote-unreachable'],
    ['noise', 'remote-answer-broken'],
  ])('%s', async (mode, code) => {
    await expect(push(mode)).rejects.toMatchObject({ code, hint: expect.stringContaining(REF) });
  });

  test('ssh has a session of its own, without a terminal that it could ask at', async () => {
    vi.stubEnv('SSH_OUT', `${temp.dir}/session`);
    await push('session').catch(() => {});
    const [theirs, ours] = [readFileSync(`${temp.dir}/session`, 'utf8'), sessionOf(process.pid)];
    expect(theirs).toMatch(/^\s*\d+\s*$/);
    expect(theirs.trim()).not.toBe(ours.trim());
  });

  test('no answer in time ends all that was started', async () => {
    vi.stubEnv('SSH_OUT', `${temp.dir}/pid`);
    const start = performance.now();
    await expect(push('hang', 1000)).rejects.toMatchObject({ code: 'remote-timeout' });
    expect(performance.now() - start).toBeLessThan(5000);
    const pid = Number(readFileSync(`${temp.dir}/pid`, 'utf8'));
    await vi.waitFor(() => expect(stateOf(pid)).toMatch(/^(?:Z.*)?$/));
  });

  test('a hook that declines, with its reason', async () => {
    mkdirSync(`${remote}/hooks`, { recursive: true });
    const hook = `${remote}/hooks/pre-receive`;
    writeFileSync(hook, '#!/bin/sh\necho "No unicorns." >&2; exit 1\n');
    chmodSync(hook, 0o755);
    const error = await push().catch((reason: Error) => reason);
    chmodSync(hook, 0o644);
    expect(error).toMatchObject({
      code: 'push-refused',
      message: expect.stringContaining('declined: No unicorns.'),
    });
  });

  test('a hook of the pusher does not run', async () => {
    const hook = `${repo.dir}/.git/hooks/pre-push`;
    writeFileSync(hook, `#!/bin/sh\ntouch ${temp.dir}/ran\nexit 1\n`);
    chmodSync(hook, 0o755);
    const refs = repo.git('for-each-ref');
    expect(await push()).toMatchObject({ outcome: 'pushed', commit: repo.git('rev-parse', REF) });
    expect(git(remote, ['rev-parse', REF]).trim()).toBe(repo.git('rev-parse', REF));
    expect(() => git(temp.dir, ['hash-object', 'ran'])).toThrow();
    expect(repo.git('for-each-ref')).toBe(refs);
  });

  test('the same again is there already, and what is on top moves it', async () => {
    expect(await push()).toMatchObject({ outcome: 'already-there' });
    commitOn(REF, 'more');
    expect(await push()).toMatchObject({ outcome: 'pushed' });
  });

  test('other commits are not overwritten, whatever the settings say', async () => {
    repo.git('config', `remote.ssh://git@host${remote}.push`, '+refs/heads/*:refs/heads/*');
    repo.git('config', 'push.default', 'matching');
    commitOn('HEAD', 'rewritten');
    const there = git(remote, ['for-each-ref']);
    await expect(push()).rejects.toMatchObject({ code: 'push-not-fast-forward' });
    expect(git(remote, ['for-each-ref'])).toBe(there);
  });

  test('no git program', async () => {
    vi.stubEnv('PATH', temp.dir);
    const error = await push().catch((reason: Error) => reason);
    vi.unstubAllEnvs();
    expect(error).toMatchObject({ code: 'git-program-missing' });
  });
});
