import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRepository } from '../../../../runtime/git/open.js';
import { type PushBranchOptions, pushBranch } from '../../../../runtime/propose/sinks/push-branch.js';
import type { SkillgraftError } from '../../../../schema/errors.js';
import { GitHttpServer } from '../../../helpers/git-http-server.js';
import { git, skillText, TestRepo, tempFolder } from '../../../helpers/git-repo.js';

const REF = 'refs/heads/skillgraft/a';
const TOKEN = 'ghp_s3cr3t/+t0ken=';

const temp = tempFolder();
const server = new GitHttpServer(temp.dir);
let address = '';
let count = 0;
let repo: TestRepo;
let remote: string;

beforeAll(async () => {
  address = await server.listen();
  const seed = new TestRepo(`${temp.dir}/seed`, ['--template=']);
  seed.write('skills/a/SKILL.md', skillText('a')).commit('first');
  for (const name of ['b', 'c']) seed.write(`skills/${name}/SKILL.md`, skillText(name));
  seed.commit('base');
  git(temp.dir, ['clone', '-q', '--bare', '--template=', 'seed', 'seed.git']);
  git(`${temp.dir}/seed.git`, ['config', 'http.receivepack', 'true']);
  propose(seed, 'proposal');
});

afterAll(async () => {
  await server.close();
  temp.dispose();
});

/** A bare remote, and a repository with the same history that has one proposal. */
beforeEach(() => {
  const dir = `${temp.dir}/${count++}`;
  remote = `${dir}.git`;
  cpSync(`${temp.dir}/seed.git`, remote, { recursive: true });
  cpSync(`${temp.dir}/seed`, dir, { recursive: true });
  repo = new TestRepo(dir, ['--template=']);
});

afterEach(() => {
  Object.assign(server.behaviour, { authorization: null, fault: () => null, delay: 0 });
  server.requests.length = 0;
});

/** Adds a commit to a branch, with plumbing: the work tree and its index stay. */
function propose(to: TestRepo, text: string, ref = REF): string {
  const base =
    git(to.dir, ['for-each-ref', '--format=%(objectname)', ref]).trim() || to.git('rev-parse', 'HEAD');
  const blob = git(to.dir, ['hash-object', '-w', '--stdin'], { input: skillText('a', text) }).trim();
  const env = { GIT_INDEX_FILE: `${temp.dir}/index` };
  git(to.dir, ['read-tree', base], { env });
  git(to.dir, ['update-index', '--add', '--cacheinfo', `100644,${blob},skills/a/SKILL.md`], { env });
  const tree = git(to.dir, ['write-tree'], { env }).trim();
  const commit = git(to.dir, ['commit-tree', tree, '-p', base], { input: `${text}\n` }).trim();
  git(to.dir, ['update-ref', ref, commit]);
  return commit;
}

function url(): string {
  return `${address}/${remote.slice(temp.dir.length + 1)}`;
}

function push(options: Partial<PushBranchOptions> = {}) {
  return pushBranch({ repository: repo.dir, ref: REF, remoteUrl: url(), timeoutMs: 5000, ...options });
}

/** The commit of a branch of the remote; empty where there is none. */
function remoteCommit(ref = REF): string {
  return git(remote, ['for-each-ref', '--format=%(objectname)', ref]).trim();
}

function install(hook: string, script: string): void {
  mkdirSync(`${remote}/hooks`, { recursive: true });
  writeFileSync(`${remote}/hooks/${hook}`, `#!/bin/sh\n${script}\n`);
  chmodSync(`${remote}/hooks/${hook}`, 0o755);
}

/** The failure of a push: one that helps, shows no secret, and leaves the local branch. */
async function failure(promise: Promise<unknown>): Promise<SkillgraftError> {
  const commit = repo.git('rev-parse', REF);
  const error = await promise.then(
    () => expect.unreachable('the push did not fail'),
    (reason: SkillgraftError) => reason,
  );
  expect(error.name).toBe('SkillgraftError');
  const shown = inspect(error, { depth: 9, showHidden: true }) + error.stack + JSON.stringify(error);
  for (const secret of [
    TOKEN,
    encodeURIComponent(TOKEN),
    's3cr3t',
    Buffer.from(`x-access-token:${TOKEN}`).toString('base64'),
  ]) {
    expect(shown).not.toContain(secret);
  }
  expect(repo.git('rev-parse', REF)).toBe(commit);
  return error;
}

describe('over HTTP', () => {
  test.each(['native', 'isomorphic'] as const)(
    'the %s reader: the branch is there, and nothing else changed',
    async (reader) => {
      const refs = repo.git('for-each-ref');
      const before = [repo.git('status', '--porcelain'), repo.git('rev-parse', 'HEAD')];
      const repository = await openRepository(repo.dir, { reader });
      const commit = repo.git('rev-parse', REF);
      try {
        expect(await push({ repository })).toEqual({ commit, ref: REF, remote: url(), outcome: 'pushed' });
      } finally {
        await repository.close();
      }
      expect(remoteCommit()).toBe(commit);
      expect(git(remote, ['fsck', '--strict'])).toBe('');
      expect(git(remote, ['show', `${REF}:skills/a/SKILL.md`])).toBe(skillText('a', 'proposal'));
      expect(repo.git('for-each-ref')).toBe(refs);
      expect([repo.git('status', '--porcelain'), repo.git('rev-parse', 'HEAD')]).toEqual(before);
    },
  );

  test('the same commit again is there already', async () => {
    await push();
    server.requests.length = 0;
    expect(await push()).toMatchObject({ outcome: 'already-there' });
    expect(server.requests).toHaveLength(1);
  });

  test('a commit on top of what is there moves the branch', async () => {
    await push();
    const next = propose(repo, 'more');
    expect(await push()).toMatchObject({ outcome: 'pushed', commit: next });
    expect(remoteCommit()).toBe(next);
  });

  test('it may have another name there', async () => {
    const remoteRef = 'refs/heads/skillgraft/other';
    expect(await push({ remoteRef })).toMatchObject({ outcome: 'pushed', ref: remoteRef });
    expect(remoteCommit(remoteRef)).toBe(repo.git('rev-parse', REF));
    expect(remoteCommit()).toBe('');
  });

  test('only what is new is sent, also where the remote has moved on', async () => {
    const other = new TestRepo(`${temp.dir}/elsewhere-${count}`, []);
    other.git('fetch', '-q', remote, 'main');
    other.git('reset', '-q', '--hard', 'FETCH_HEAD');
    other.commit('elsewhere');
    other.git('push', '-q', remote, 'HEAD:main');
    expect(await push()).toMatchObject({ outcome: 'pushed' });
    const pack = server.requests.at(-1)!;
    expect(pack).toMatchObject({ method: 'POST' });
    expect(pack.bytes).toBeLessThan(1200);
    expect(git(remote, ['fsck', '--strict'])).toBe('');
  });

  test('a base that the remote does not have goes with it', async () => {
    repo.write('b', 'b').commit('not pushed');
    const commit = propose(repo, 'on top', 'refs/heads/skillgraft/b');
    expect(await push({ ref: 'refs/heads/skillgraft/b' })).toMatchObject({ outcome: 'pushed', commit });
    expect(git(remote, ['fsck', '--strict'])).toBe('');
    expect(remoteCommit('refs/heads/main')).toBe(repo.git('rev-parse', 'HEAD~'));
  });

  test('a base that neither side has in full is named', async () => {
    const dir = `${temp.dir}/shallow-${count}`;
    git(temp.dir, ['clone', '-q', '--depth', '1', `file://${repo.dir}`, dir]);
    const shallow = new TestRepo(dir);
    propose(shallow, 'shallow');
    git(remote, ['update-ref', '-d', 'refs/heads/main']);
    git(remote, ['gc', '-q', '--prune=now']);
    const error = await failure(push({ repository: dir }));
    expect(error.code).toBe('push-incomplete');
    expect(remoteCommit()).toBe('');
  });
});

describe('from any kind of repository', () => {
  const REF_B = 'refs/heads/skillgraft/b';

  test.each([
    ['bare', (dir: string) => git(temp.dir, ['clone', '-q', '--bare', repo.dir, dir])],
    ['with alternates', (dir: string) => git(temp.dir, ['clone', '-q', '--shared', repo.dir, dir])],
    ['shallow', (dir: string) => git(temp.dir, ['clone', '-q', '--depth', '1', `file://${repo.dir}`, dir])],
    ['a linked worktree', (dir: string) => repo.git('worktree', 'add', '-q', '--detach', dir)],
    [
      'partial',
      (dir: string) => {
        repo.git('config', 'uploadpack.allowFilter', 'true');
        git(temp.dir, ['clone', '-q', '--filter=blob:none', '--no-checkout', `file://${repo.dir}`, dir]);
      },
    ],
  ])('%s', async (name, make) => {
    const dir = `${temp.dir}/kind-${name.replaceAll(' ', '-')}`;
    make(dir);
    const base = git(dir, ['rev-parse', 'HEAD']).trim();
    const tree = git(dir, ['mktree'], {
      input: `${git(dir, ['ls-tree', base])}100644 blob ${git(dir, ['hash-object', '-w', '--stdin'], { input: 'x' }).trim()}\tx\n`,
    }).trim();
    const commit = git(dir, ['commit-tree', tree, '-p', base, '-m', 'x']).trim();
    git(dir, ['update-ref', REF_B, commit]);
    git(dir, ['pack-refs', '--all']);
    expect(await push({ repository: dir, ref: REF_B })).toMatchObject({ outcome: 'pushed', commit });
    expect(git(remote, ['fsck', '--strict'])).toBe('');
    expect(server.requests.at(-1)!.bytes).toBeLessThan(1200);
  });

  test('with SHA-256 ids', async () => {
    const dir = `${temp.dir}/sha256-${count}`;
    const local = new TestRepo(dir, ['--object-format=sha256']).write('skills/a/SKILL.md', skillText('a'));
    local.commit('base');
    remote = `${dir}.git`;
    git(temp.dir, ['clone', '-q', '--bare', dir, remote]);
    git(remote, ['config', 'http.receivepack', 'true']);
    const commit = propose(local, 'proposal');
    expect(await push({ repository: dir })).toMatchObject({ outcome: 'pushed', commit });
    expect(git(remote, ['fsck', '--strict'])).toBe('');
  });
});

describe('what the remote says to the commit', () => {
  test('other commits on the branch are not overwritten, whether they are known here or not', async () => {
    await push();
    repo.git('update-ref', REF, repo.git('commit-tree', `${REF}^{tree}`, '-p', 'HEAD', '-m', 'rewritten'));
    const there = remoteCommit();
    expect(await failure(push())).toMatchObject({ code: 'push-not-fast-forward' });
    const other = git(remote, ['commit-tree', `${REF}^{tree}`, '-p', there, '-m', 'unknown here']).trim();
    git(remote, ['update-ref', REF, other]);
    expect(await failure(push())).toMatchObject({ code: 'push-not-fast-forward' });
    expect(remoteCommit()).toBe(other);
  });

  test('a branch that is made meanwhile is not overwritten', async () => {
    const main = remoteCommit('refs/heads/main');
    server.behaviour.fault = (kind) => {
      if (kind === 'pack') git(remote, ['update-ref', REF, main]);
      return null;
    };
    expect(await failure(push())).toMatchObject({ code: 'push-not-fast-forward' });
    expect(remoteCommit()).toBe(main);
  });

  test.each(['update', 'pre-receive'])('an %s hook that declines, with its reason', async (hook) => {
    install(hook, `echo "No unicorns in ${TOKEN}." >&2; printf 'red \\033[31mtext\\n' >&2; exit 1`);
    const error = await failure(push({ token: TOKEN }));
    expect(error.code).toBe('push-refused');
    expect(error.message).toContain('hook declined: No unicorns in [hidden].');
    expect(error.message).not.toContain('\u001b');
    expect(error.hint).toContain(REF);
    expect(remoteCommit()).toBe('');
  });

  test('objects that the remote finds fault with', async () => {
    git(remote, ['config', 'receive.fsckObjects', 'true']);
    const tree = git(repo.dir, ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], {
      input: Buffer.concat([
        Buffer.from('100644 .git\0'),
        Buffer.from(repo.git('rev-parse', 'HEAD:skills/a/SKILL.md'), 'hex'),
      ]),
    }).trim();
    repo.git('update-ref', REF, repo.git('commit-tree', tree, '-p', 'HEAD', '-m', 'x'));
    expect(await failure(push())).toMatchObject({ code: 'push-refused' });
  });
});

describe('what may go wrong on the way', () => {
  const page = '<!DOCTYPE html><p>Sign in</p>';

  test.each([
    [403, 'remote-forbidden'],
    [404, 'remote-not-found'],
    [429, 'remote-busy'],
    [500, 'remote-failed'],
    [503, 'remote-failed'],
  ])('status %i, at once or when the pack is sent', async (status, code) => {
    for (const at of ['refs', 'pack']) {
      server.behaviour.fault = (kind) => (kind === at ? { status, text: `because of ${TOKEN}` } : null);
      expect(await failure(push({ token: TOKEN }))).toMatchObject({ code });
    }
    server.behaviour.fault = () => null;
    expect(await push()).toMatchObject({ outcome: 'pushed' });
  });

  test('a token is needed, a wrong one is refused, the right one is in the header and nowhere else', async () => {
    server.behaviour.authorization = `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`;
    const without = await failure(push());
    expect(without).toMatchObject({ code: 'remote-unauthorised' });
    expect(without.message).toContain('wants to know');
    expect((await failure(push({ token: `${TOKEN}x` }))).message).toContain('does not take');
    server.requests.length = 0;
    expect(await push({ token: TOKEN })).toMatchObject({ outcome: 'pushed', remote: url() });
    expect(server.requests.map(({ authorization }) => authorization)).toEqual(
      Array(2).fill(server.behaviour.authorization),
    );
    expect(JSON.stringify(server.requests.map((request) => request.url))).not.toContain('s3cr3t');
  });

  test.each([
    ['a password', (token: string) => `zoe:${token}@`, 'zoe'],
    ['a token in place of a user', (token: string) => `${token}@`, 'x-access-token'],
  ])('%s in the address goes into the header too', async (_, userinfo, user) => {
    server.behaviour.authorization = `Basic ${Buffer.from(`${user}:${TOKEN}`).toString('base64')}`;
    const remoteUrl = url().replace('://', `://${userinfo(encodeURIComponent(TOKEN))}`);
    expect(await push({ remoteUrl })).toMatchObject({ outcome: 'pushed', remote: url() });
    server.behaviour.fault = () => ({ status: 403, text: remoteUrl });
    await failure(push({ remoteUrl }));
  });

  test('a cut connection, before the answer or within it', async () => {
    server.behaviour.fault = () => 'cut';
    expect(await failure(push({ token: TOKEN }))).toMatchObject({ code: 'remote-unreachable' });
    server.behaviour.fault = (kind) => (kind === 'pack' ? 'cut' : null);
    expect(await failure(push({ token: TOKEN }))).toMatchObject({ code: 'remote-unreachable' });
    expect(remoteCommit()).toBe('');
    server.behaviour.fault = (kind) => (kind === 'refs' ? 'cut-answer' : null);
    expect(await failure(push({ token: TOKEN }))).toMatchObject({ code: 'remote-unreachable' });
  });

  test('an answer that is lost although the branch landed', async () => {
    server.behaviour.fault = (kind) => (kind === 'pack' ? 'cut-answer' : null);
    expect(await push()).toMatchObject({ outcome: 'pushed' });
    expect(remoteCommit()).toBe(repo.git('rev-parse', REF));
  });

  test('nobody there', async () => {
    const closed = new GitHttpServer(temp.dir);
    const nowhere = await closed.listen();
    await closed.close();
    expect(await failure(push({ remoteUrl: `${nowhere}/x.git`, token: TOKEN }))).toMatchObject({
      code: 'remote-unreachable',
    });
  });

  test('no answer in time', async () => {
    server.behaviour.delay = 2000;
    const start = performance.now();
    expect(await failure(push({ timeoutMs: 150, token: TOKEN }))).toMatchObject({ code: 'remote-timeout' });
    expect(performance.now() - start).toBeLessThan(1500);
  });

  test('an answer that is none of git', async () => {
    server.behaviour.fault = () => ({ status: 200, text: page, headers: { 'content-type': 'text/html' } });
    expect(await failure(push())).toMatchObject({ code: 'remote-answer-broken' });
    server.behaviour.fault = (kind) => (kind === 'pack' ? { status: 200, text: '0008unpa' } : null);
    expect(await failure(push())).toMatchObject({ code: 'remote-answer-broken' });
  });

  test('a redirect is followed on the same host and not to another', async () => {
    const old = `${address}/old`;
    server.behaviour.fault = (_, path) =>
      path.startsWith('/old')
        ? { status: 301, headers: { location: path.replace('/old', new URL(url()).pathname) } }
        : null;
    expect(await push({ remoteUrl: old, token: TOKEN })).toMatchObject({ outcome: 'pushed' });
    const thief = new GitHttpServer(temp.dir);
    const elsewhere = await thief.listen();
    server.behaviour.fault = (_, path) => ({ status: 302, headers: { location: `${elsewhere}${path}` } });
    const error = await failure(push({ token: TOKEN }));
    await thief.close();
    expect(error.code).toBe('remote-moved');
    expect(thief.requests).toEqual([]);
  });
});

describe('what is never pushed', () => {
  test('another branch, a tag, a name that leads elsewhere', async () => {
    const names = [
      'refs/heads/main',
      'refs/tags/skillgraft/a',
      'skillgraft/a',
      'HEAD',
      '+refs/heads/skillgraft/a',
      'refs/heads/skillgraft/../main',
      'refs/heads/skillgraft/',
      'refs/heads/skillgraft/a:refs/heads/main',
      '--mirror',
    ];
    for (const ref of names) {
      await expect(push({ ref }), ref).rejects.toMatchObject({ code: 'proposal-branch' });
      await expect(push({ remoteRef: ref }), ref).rejects.toMatchObject({ code: 'proposal-branch' });
    }
    expect(server.requests).toEqual([]);
  });

  test('to anything but https and ssh', async () => {
    const addresses = [
      'ext::sh -c touch% /tmp/x',
      'file:///tmp/x.git',
      '/tmp/x.git',
      './x.git',
      'git://host/x.git',
      'ftp://host/x',
      '--upload-pack=x',
      '-oProxyCommand=x:y',
      'ssh://-oProxyCommand=x/y',
      'a@-oProxyCommand=x:y',
      '-a@host:y',
      'C:\\x',
      'http::x',
      'https//zoe:s3cr3t@host/x',
      '',
    ];
    for (const remoteUrl of addresses) {
      await expect(failure(push({ remoteUrl })), remoteUrl).resolves.toMatchObject({
        code: 'remote-unsupported',
      });
    }
  });

  test('a token without encryption', async () => {
    const error = await failure(push({ remoteUrl: 'http://git.example.invalid/a/b', token: TOKEN }));
    expect(error.code).toBe('remote-insecure');
  });
});
