import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { GitHubClient, type PullRequestRequest } from '../../../../runtime/propose/sinks/github-client.js';
import type { SkillgraftError } from '../../../../schema/errors.js';
import { FakeGitHub, type GitHubFault, type GitHubRequest } from '../../../helpers/fake-github.js';
import { git, skillText, TestRepo, tempFolder } from '../../../helpers/git-repo.js';

const TOKEN = 'github_pat_s3cr3t';
const HEAD = 'skillgraft/fix-a-1';

const temp = tempFolder();
const bare = `${temp.dir}/remote.git`;
const github = new FakeGitHub(bare, 'Owner/repo.js', TOKEN);
let apiUrl = '';

beforeAll(async () => {
  const repo = new TestRepo(`${temp.dir}/local`).write('skills/a/SKILL.md', skillText('a'));
  repo.commit('base');
  repo.git('branch', 'behind');
  for (const branch of [HEAD, 'skillgraft/fix-a-2', 'skillgraft/fix-ab-1']) {
    repo.git('branch', branch, repo.git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', branch));
  }
  git(temp.dir, ['clone', '-q', '--bare', repo.dir, bare]);
  apiUrl = await github.listen();
});

afterAll(async () => {
  await github.close();
  temp.dispose();
});

afterEach(() => {
  const { violations } = github;
  const found = violations.splice(0);
  github.requests.length = 0;
  github.pulls.length = 0;
  Object.assign(github, {
    fault: () => null,
    mayRead: true,
    mayWrite: true,
    mayLabel: true,
    hasDrafts: true,
  });
  expect(found).toEqual([]);
});

function client(token = TOKEN, timeoutMs = 5000): GitHubClient {
  return new GitHubClient({ apiUrl, owner: 'owner', repo: 'repo.js', token, timeoutMs, retryDelayMs: 1 });
}

function open(request: Partial<PullRequestRequest> = {}, by = client()) {
  return by.openPullRequest({ head: HEAD, base: 'main', title: 'Fix a', body: 'Body.', ...request });
}

/** Makes the first requests of a kind fail; the others go well. */
function failFirst(method: string, ...faults: readonly GitHubFault[]): void {
  let count = 0;
  github.fault = (request) => (request.method === method ? (faults[count++] ?? null) : null);
}

async function failure(promise: Promise<unknown>): Promise<SkillgraftError> {
  const error = await promise.then(
    () => expect.unreachable('it did not fail'),
    (reason: SkillgraftError) => reason,
  );
  expect(error.name).toBe('SkillgraftError');
  expect(error.hint).not.toBe('');
  expect(inspect(error, { depth: 9, showHidden: true }) + error.stack).not.toContain('s3cr3t');
  return error;
}

function methods(): string[] {
  return github.requests.map(({ method }: GitHubRequest) => method);
}

describe('openPullRequest', () => {
  test('creates one, with labels, and as a draft where asked for', async () => {
    const result = await open({ labels: ['skillgraft', 'skill: a'], draft: true });
    expect(result).toEqual({
      number: 1,
      url: 'https://github.example.invalid/Owner/repo.js/pull/1',
      head: HEAD,
      outcome: 'created',
      labelFailure: null,
    });
    expect(github.pulls).toEqual([
      expect.objectContaining({
        head: HEAD,
        base: 'main',
        title: 'Fix a',
        body: 'Body.',
        draft: true,
        labels: ['skillgraft', 'skill: a'],
      }),
    ]);
  });

  test('again: nothing is written; with another text: the open one is updated', async () => {
    await open({ labels: ['x'] });
    github.requests.length = 0;
    expect(await open({ labels: ['x'] })).toMatchObject({ number: 1, outcome: 'unchanged' });
    expect(methods()).toEqual(['GET']);
    expect(await open({ labels: ['x', 'y'], body: 'New.' })).toMatchObject({ number: 1, outcome: 'updated' });
    expect(github.pulls).toEqual([expect.objectContaining({ body: 'New.', labels: ['x', 'y'] })]);
  });

  test('a closed one, one into another base and one of a fork are not it', async () => {
    github.add({ head: HEAD, state: 'closed' });
    github.add({ head: HEAD, base: 'behind' });
    github.add({ head: HEAD, headRepository: 'owner/fork' });
    github.add({ head: 'skillgraft/fix-a-9', headRepository: 'eve/repo.js', labels: ['skill: a'] });
    const sameSkill = { headPrefix: 'skillgraft/fix-a-', label: 'skill: a' };
    expect(await open({ sameSkill })).toMatchObject({ number: 5, outcome: 'created' });
  });

  test.each([
    ['by its label', { label: 'skill: a' }],
    ['by its branch', { headPrefix: 'skillgraft/fix-a-' }],
  ])('an open one for the same skill is updated, known %s', async (_, sameSkill) => {
    github.add({ head: 'skillgraft/fix-ab-1', labels: ['skill: ab'] });
    github.add({ head: 'skillgraft/fix-a-2', labels: ['skill: a'] });
    for (let i = 0; i < 150; i++) github.add({ head: `other-${i}` });
    expect(await open({ sameSkill, head: 'skillgraft/fix-a-3' })).toMatchObject({
      number: 2,
      head: 'skillgraft/fix-a-2',
      outcome: 'updated',
    });
    expect(github.open()).toHaveLength(152);
  });

  test('labels that are refused do not undo it', async () => {
    github.mayLabel = false;
    const result = await open({ labels: ['x'] });
    expect(result).toMatchObject({ outcome: 'created', labelFailure: { code: 'github-forbidden' } });
    expect(github.open()).toHaveLength(1);
  });
});

describe('what GitHub refuses', () => {
  test.each([
    ['a branch that is not pushed', { head: 'skillgraft/none' }, 'github-refused', 'base and branch'],
    ['a base that is not there', { base: 'none' }, 'github-refused', 'base and branch'],
    ['nothing to propose', { head: 'behind' }, 'github-refused', 'nothing is left'],
    ['a body that is too long', { body: 'x'.repeat(65_537) }, 'github-refused', 'pull requests'],
  ] as const)('%s', async (_, request, code, hint) => {
    expect(await failure(open(request))).toMatchObject({ code, hint: expect.stringContaining(hint) });
    expect(methods().filter((method) => method === 'POST')).toHaveLength(1);
  });

  test('drafts, where the plan has none', async () => {
    github.hasDrafts = false;
    expect((await failure(open({ draft: true }))).hint).toContain('without the draft option');
  });

  test('a wrong token, a repository that it may not see, one that it may not write', async () => {
    expect(await failure(open({}, client('wrong_s3cr3t')))).toMatchObject({ code: 'github-unauthorised' });
    github.mayRead = false;
    expect(await failure(open())).toMatchObject({ code: 'github-not-found' });
    Object.assign(github, { mayRead: true, mayWrite: false });
    expect(await failure(open())).toMatchObject({
      code: 'github-forbidden',
      hint: expect.stringContaining('write'),
    });
    expect(github.pulls).toEqual([]);
  });

  test.each(['', 'a b', 'a\nb', 'ä'])('the token %j is refused before it is sent', (token) => {
    expect(() => client(token)).toThrow(expect.objectContaining({ code: 'token-malformed' }));
  });

  test.each([
    [401, {}, 'github-unauthorised', 'token'],
    [
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1900000000' },
      'github-rate-limit',
      '2030-03-17T17:46:40.000Z',
    ],
    [403, { 'retry-after': '3600' }, 'github-rate-limit', '3600 seconds'],
    [403, { 'x-github-sso': 'required; url=https://x.invalid' }, 'github-forbidden', 'single sign-on'],
    [
      403,
      { 'x-accepted-github-permissions': 'pull_requests=write' },
      'github-forbidden',
      'pull_requests=write',
    ],
    [404, {}, 'github-not-found', 'owner and repository'],
    [409, {}, 'github-conflict', 'again'],
    [422, {}, 'github-refused', 'base'],
    [429, {}, 'github-rate-limit', 'Wait'],
    [500, {}, 'github-failed', 'nothing is made twice'],
    [301, { location: 'https://api.github.com/repositories/1/pulls' }, 'github-moved', 'address'],
  ])('status %i %j, for each request, with a next step', async (status, headers, code, hint) => {
    const message = `said of ${TOKEN} \u001b[31m\u202e`;
    for (const method of ['GET', 'POST']) {
      github.fault = (request) => (request.method === method ? { status, headers, body: { message } } : null);
      const error = await failure(open());
      expect(error).toMatchObject({ code, hint: expect.stringContaining(hint) });
      expect(error.message).toContain(`(${status}): said of [hidden]`);
      expect(error.message).not.toMatch(/[\u001b\u202e]/);
      expect(github.pulls).toEqual([]);
    }
    github.fault = ({ method }) => (method === 'PATCH' ? { status, headers } : null);
    github.add({ head: HEAD });
    expect(await failure(open())).toMatchObject({ code });
    expect(github.open()).toHaveLength(1);
  });
});

describe('what is tried again', () => {
  const busy = { status: 503, headers: { 'retry-after': '0' } };
  const often = { status: 429, headers: { 'retry-after': '0' } };

  test.each<[string, GitHubFault]>([
    ['a server error', { status: 502 }],
    ['a cut connection', 'cut'],
    ['an answer that breaks off', 'truncate'],
    ['half a JSON', 'half-json'],
  ])('reading, after %s, twice and no more', async (_, fault) => {
    failFirst('GET', fault, fault);
    expect(await open()).toMatchObject({ outcome: 'created' });
    expect(methods()).toEqual(['GET', 'GET', 'GET', 'POST']);
    github.requests.length = 0;
    failFirst('GET', fault, fault, fault);
    expect(['github-failed', 'github-unreachable', 'github-answer-broken']).toContain(
      (await failure(open())).code,
    );
    expect(methods()).toEqual(['GET', 'GET', 'GET']);
  });

  test('what a server says when to, and only then', async () => {
    failFirst('POST', busy, often);
    expect(await open()).toMatchObject({ outcome: 'created' });
    expect(github.pulls).toHaveLength(1);
    failFirst('PATCH', busy, often);
    expect(await open({ title: 'New' })).toMatchObject({ outcome: 'updated' });
    failFirst('PATCH', { status: 503 });
    expect(await failure(open({ title: 'Newer' }))).toMatchObject({ code: 'github-failed' });
    failFirst('PATCH', busy, busy, busy);
    expect(await failure(open({ title: 'Newer' }))).toMatchObject({ code: 'github-failed' });
  });

  test('not where it would take an hour', async () => {
    failFirst('GET', { status: 429, headers: { 'retry-after': '3600' } });
    const start = performance.now();
    expect(await failure(open())).toMatchObject({ code: 'github-rate-limit' });
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('an answer that is lost: nothing is made twice', () => {
  test.each<[string, GitHubFault]>([
    ['the connection is cut behind the deed', 'cut-after'],
    ['the answer breaks off', 'truncate'],
    ['half a JSON comes', 'half-json'],
    ['the answer comes too late', { answerAfterMs: 1500 }],
  ])('%s: the pull request is found and labelled', async (_, fault) => {
    failFirst('POST', fault);
    expect(await open({ labels: ['x'] }, client(TOKEN, 700))).toMatchObject({
      number: 1,
      outcome: 'created',
    });
    expect(github.pulls).toEqual([expect.objectContaining({ labels: ['x'] })]);
    expect(methods().slice(0, 3)).toEqual(['GET', 'POST', 'GET']);
  });

  test.each<[string, GitHubFault, string]>([
    ['the connection is cut before the deed', 'cut', 'github-unreachable'],
    ['a server error', { status: 502 }, 'github-failed'],
  ])('%s: it is not sent again, and the next call makes one', async (_, fault, code) => {
    failFirst('POST', fault);
    expect(await failure(open())).toMatchObject({ code });
    expect(methods()).toEqual(['GET', 'POST', 'GET']);
    expect(await open()).toMatchObject({ outcome: 'created' });
    expect(github.pulls).toHaveLength(1);
  });

  test('the deed itself comes late: the next call finds it', async () => {
    failFirst('POST', { deedAfterMs: 900 });
    expect(await failure(open({}, client(TOKEN, 300)))).toMatchObject({ code: 'github-timeout' });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await open()).toMatchObject({ outcome: 'unchanged' });
    expect(github.pulls).toHaveLength(1);
  });

  test('a try again after a deed that was answered with an error finds it', async () => {
    failFirst('POST', { status: 503, headers: { 'retry-after': '0' } });
    const fault = github.fault;
    github.fault = (request) => {
      if (request.method === 'POST' && github.pulls.length === 0)
        github.add({ head: HEAD, title: 'Fix a', body: 'Body.' });
      return fault(request);
    };
    expect(await open()).toMatchObject({ number: 1 });
    expect(github.pulls).toHaveLength(1);
  });

  test('somebody else opens it between look and deed: that one is updated', async () => {
    github.fault = ({ method }) => {
      if (method === 'POST' && github.pulls.length === 0) github.add({ head: HEAD, title: 'Theirs' });
      return null;
    };
    expect(await open()).toMatchObject({ number: 1, outcome: 'updated' });
    expect(github.pulls).toEqual([expect.objectContaining({ title: 'Fix a' })]);
  });

  test.each<[string, unknown]>([
    ['a list that is none', { message: 'x' }],
    ['a list of something else', [{ number: 'one' }]],
    [
      'a page that is no address',
      [{ number: 1, html_url: 'javascript:alert(1)', title: 't', head: { ref: 'a' }, base: { ref: 'b' } }],
    ],
  ])('%s is not taken', async (_, body) => {
    github.fault = () => ({ status: 200, body });
    expect(await failure(open())).toMatchObject({ code: 'github-answer-broken' });
  });
});
