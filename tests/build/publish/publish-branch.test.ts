import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publishBranch } from '../../../build/publish/branch/publish-branch.js';
import { publisherOf } from '../../../build/publish/publisher.js';
import type { Allowances } from '../../../build/publish/types.js';
import { openIndex } from '../../../runtime/open-index.js';
import { GitHttpServer } from '../../helpers/git-http-server.js';
import { git } from '../../helpers/git-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';
import {
  fsck,
  inputOf,
  PERSON,
  type PublishFixture,
  publishFixture,
  tipOf,
  withRepository,
} from './fixture.js';

let fixture: PublishFixture;
let server: GitHttpServer;
let address: string;
let dir: string;
let remote: string;

beforeAll(async () => {
  fixture = await publishFixture();
  server = new GitHttpServer(fixture.temp.dir);
  address = await server.listen();
});

afterAll(async () => {
  await server.close();
  fixture.temp.dispose();
});

beforeEach(() => {
  dir = fixture.clone();
  remote = fixture.bare();
  Object.assign(server.behaviour, { authorization: null, fault: () => null });
});

interface How {
  readonly from?: string;
  readonly allow?: Allowances;
  readonly branch?: string;
  /** Absent: the bare repository over HTTP. */
  readonly url?: string | null;
  readonly token?: string;
}

async function publish(version: 'v1' | 'v2', how: How = {}) {
  const { from = dir, allow = {}, branch = 'skills-index', token = '' } = how;
  const url = how.url === undefined ? `${address}${remote.slice(fixture.temp.dir.length)}` : how.url;
  const publishable = await fixture.open(fixture.index[version]);
  return withRepository(from, (repository) =>
    publishBranch(inputOf(publishable, repository, allow), repository, {
      branch,
      person: PERSON,
      remote: url === null ? null : { url, token },
    }),
  );
}

describe('a branch of its own', () => {
  test('has one commit a publish, dated as its source, and nothing else changes', async () => {
    const before = { head: git(dir, ['rev-parse', 'HEAD']), status: git(dir, ['status', '--porcelain']) };
    const first = await publish('v1');
    const second = await publish('v2');
    expect([first.outcome, second.outcome]).toEqual(['published', 'published']);
    expect([tipOf(dir), tipOf(remote)]).toEqual([second.tip, second.tip]);
    const log = git(remote, [
      'log',
      '--format=%H %an <%ae> %ct %(trailers:key=Source-Commit,valueonly)',
      'skills-index',
    ]);
    const date = (commit: string): string => git(dir, ['show', '-s', '--format=%ct', commit]).trim();
    const { v1, v2 } = fixture.two;
    expect(log.split('\n').filter((line) => line !== '')).toEqual([
      `${second.tip} Test Publisher <publisher@example.invalid> ${date(v2)} ${v2}`,
      `${first.tip} Test Publisher <publisher@example.invalid> ${date(v1)} ${v1}`,
    ]);
    expect({ head: git(dir, ['rev-parse', 'HEAD']), status: git(dir, ['status', '--porcelain']) }).toEqual(
      before,
    );
    expect(existsSync(join(dir, '.git', 'FETCH_HEAD'))).toBe(false);
    for (const place of [dir, remote]) expect(fsck(place)).toBe('');
  });

  test('the same index again makes no commit; the same source and parent give the same one', async () => {
    const { tip } = await publish('v1');
    expect(await publish('v1')).toMatchObject({ outcome: 'unchanged', tip });
    const other = await publish('v1', { from: fixture.clone(), url: fixture.bare() });
    expect(other).toMatchObject({ outcome: 'published', tip });
  });

  test('checks out as files whose checksums hold, and is read as an index', async () => {
    await publish('v2', { url: remote });
    const out = join(fixture.temp.dir, 'checked-out');
    git(fixture.temp.dir, ['clone', '-q', '-b', 'skills-index', remote, out]);
    const sums = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: out,
      encoding: 'utf8',
    });
    expect(sums).not.toContain('FAILED');
    expect(sums).toContain('index.json: OK');
    const index = await openIndex('branch:skills-index', { repo: dir });
    expect(index.artifact.source.commit).toBe(fixture.two.v2);
    expect((await index.get('changed')).body).toContain('Two.');
    expect(readFileSync(join(out, 'README.md'), 'utf8')).toContain(fixture.two.v2);
  });

  test('keeps what others put there, and takes away what an index no longer has', async () => {
    await publish('v1', { url: null });
    const work = join(fixture.temp.dir, `${Math.random()}`);
    git(dir, ['worktree', 'add', '-q', work, 'skills-index']);
    writeFileSync(join(work, 'CNAME'), 'skills.example.invalid\n');
    git(work, ['add', '-A']);
    git(work, ['commit', '-qm', 'A name of our own']);
    git(dir, ['worktree', 'remove', work]);
    const { tip } = await publish('v2', { url: null });
    const files = git(dir, ['ls-tree', '-r', '--name-only', tip]).split('\n');
    expect(files).toContain('CNAME');
    expect(files).toContain('skills/added/SKILL.md');
    expect(files).not.toContain('skills/removed/SKILL.md');
    expect(fsck(dir)).toBe('');
  });
});

describe('what is refused', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['publish-rollback', () => publish('v2').then(() => publish('v1'))],
    ['publish-rollback', () => publish('v2', { url: null }).then(() => publish('v1', { url: null }))],
    ['branch-not-ours', () => publish('v1', { branch: 'other', url: remoteWithCode() })],
    ['ref-checked-out', () => publish('v1', { branch: 'main', url: null })],
    ['publish-branch', () => publish('v1', { branch: 'skillgraft/a', url: null })],
    ['publish-branch', () => publish('v1', { branch: '../a', url: null })],
    ['publish-branch', () => publish('v1', { branch: 'HEAD', url: null })],
    ['remote-unsupported', () => publish('v1', { url: 'ext::sh -c true' })],
    ['remote-insecure', () => publish('v1', { url: 'http://example.invalid/a.git', token: 'secret' })],
    ['remote-not-found', () => publish('v1', { url: `${address}/nowhere.git` })],
  ])('%s', async (code, run) => {
    expect(await codeOf(run())).toBe(code);
  });

  test('going back is possible where it is asked for, as one more commit', async () => {
    const { tip } = await publish('v2');
    const back = await publish('v1', { allow: { rollback: true } });
    expect(git(remote, ['rev-parse', `${back.tip}^`]).trim()).toBe(tip);
  });

  test('a token goes into the header alone, also where git fetches', async () => {
    server.behaviour.authorization = `Basic ${Buffer.from('x-access-token:s3cr3t').toString('base64')}`;
    await publish('v1', { token: 's3cr3t' });
    // A clone that never saw the branch gets its objects first.
    const other = fixture.clone();
    expect(await publish('v2', { from: other, token: 's3cr3t' })).toMatchObject({ outcome: 'published' });
    expect(readFileSync(join(other, '.git', 'config'), 'utf8')).not.toContain('s3cr3t');
    expect(await codeOf(publish('v2', { from: fixture.clone(), token: 'wrong' }))).toBe(
      'remote-unauthorised',
    );
  });
});

/** A remote whose branch `other` holds something else. */
function remoteWithCode(): string {
  git(dir, ['push', '-q', remote, 'HEAD:refs/heads/other']);
  return remote;
}

describe('two publishers', () => {
  test('the one that is second goes on from the first', async () => {
    const other = fixture.clone();
    const first = await publish('v1');
    const second = await publish('v2', { from: other });
    expect(git(remote, ['rev-parse', `${second.tip}^`]).trim()).toBe(first.tip);
    // The first one's clone has not heard of it.
    expect(await codeOf(publish('v1'))).toBe('publish-rollback');
    expect([fsck(dir), fsck(other), fsck(remote)]).toEqual(['', '', '']);
  });

  test('a push that comes in between is not lost: the commit is made again on top of it', async () => {
    const other = fixture.clone();
    const first = await publish('v1', { from: other, url: null });
    let isPushed = false;
    server.behaviour.fault = (kind) => {
      if (kind === 'pack' && !isPushed) git(other, ['push', '-q', remote, 'skills-index']);
      isPushed ||= kind === 'pack';
      return null;
    };
    const { tip, notes } = await publish('v2');
    expect(git(remote, ['rev-list', 'skills-index']).trim().split('\n')).toEqual([tip, first.tip]);
    expect(tipOf(dir)).toBe(tip);
    expect(notes).toEqual([]);
    expect([fsck(dir), fsck(remote)]).toEqual(['', '']);
  });

  test('two of the same index in one repository both end well', async () => {
    const from = fixture.clone();
    const ends = await Promise.all([
      publish('v2', { from, url: remote }),
      publish('v2', { from, url: remote }),
    ]);
    expect(new Set(ends.map(({ tip }) => tip))).toEqual(new Set([tipOf(remote)]));
    expect(git(remote, ['rev-list', '--count', 'skills-index']).trim()).toBe('1');
  });

  test('eight at once leave one history in which every source is there', async () => {
    const clones = Array.from({ length: 4 }, () => fixture.clone());
    const jobs = clones.flatMap((from) => [
      publish('v1', { from, url: remote }),
      publish('v2', { from, url: remote }),
    ]);
    const ends = await Promise.allSettled(jobs);
    const codes = ends.flatMap((end) =>
      end.status === 'rejected' ? [(end.reason as { code: string }).code] : [],
    );
    const harmless = ['publish-rollback', 'ref-locked', 'publish-raced'];
    expect(codes.filter((code) => !harmless.includes(code))).toEqual([]);
    const log = git(remote, ['log', '--format=%(trailers:key=Source-Commit,valueonly)', 'skills-index']);
    const sources = log.split('\n').filter((line) => line !== '');
    const { v1, v2 } = fixture.two;
    expect([[v2], [v2, v1]]).toContainEqual(sources);
    expect(fsck(remote)).toBe('');
  });

  test('what was not pushed goes along with the next publish', async () => {
    const local = await publish('v1', { url: null });
    const { tip } = await publish('v2');
    expect(git(remote, ['rev-list', 'skills-index']).trim().split('\n')).toEqual([tip, local.tip]);
  });
});

test('the publisher is the one of the environment, of git, or of Actions', async () => {
  await withRepository(dir, async (repository) => {
    const env = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.invalid' };
    expect(await publisherOf(env, null, repository)).toEqual({ name: 'A', email: 'a@example.invalid' });
    expect(await publisherOf({}, 'B <b@example.invalid>', repository)).toEqual({
      name: 'B',
      email: 'b@example.invalid',
    });
    expect(await codeOf(publisherOf({ GIT_AUTHOR_NAME: 'A\nparent 1' }, null, repository))).toBe(
      'proposal-author',
    );
  });
});
