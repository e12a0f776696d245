import { cpSync, rmSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeProposal } from '../../../../runtime/propose/git/write-proposal.js';
import { SINKS } from '../../../../runtime/propose/sinks/index.js';
import { pullRequestText } from '../../../../runtime/propose/sinks/pull-request-text.js';
import type { Delivery, SinkInput, SinkRemote } from '../../../../runtime/propose/sinks/sink.js';
import type { CommitRequest } from '../../../../runtime/propose/types.js';
import { FakeGitHub } from '../../../helpers/fake-github.js';
import { GitHttpServer } from '../../../helpers/git-http-server.js';
import { git, skillText, TestRepo, tempFolder } from '../../../helpers/git-repo.js';
import { change, planOf } from '../../../helpers/plans.js';

const TOKEN = 'github_pat_s3cr3t';
const temp = tempFolder();
const bare = `${temp.dir}/owner/skills.git`;
const server = new GitHttpServer(temp.dir);
let github: FakeGitHub;
let remote: SinkRemote;
let repo: TestRepo;
let count = 0;

beforeAll(async () => {
  const seed = new TestRepo(`${temp.dir}/seed`, ['--template=']).write(
    'skills/a/SKILL.md',
    skillText('a', 'old'),
  );
  seed.write('skills/b/SKILL.md', skillText('b')).commit('base');
  git(temp.dir, ['clone', '-q', '--bare', '--template=', 'seed', 'seed.git']);
  git(`${temp.dir}/seed.git`, ['config', 'http.receivepack', 'true']);
  server.behaviour.authorization = `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`;
  const address = await server.listen();
  github = new FakeGitHub(bare, 'owner/skills', TOKEN);
  remote = {
    url: `${address}/owner/skills.git`,
    apiUrl: await github.listen(),
    token: TOKEN,
    base: 'main',
    labels: ['skillgraft'],
    sameSkill: { headPrefix: 'skillgraft/a/' },
    timeoutMs: 5000,
  };
});

afterAll(async () => {
  await server.close();
  await github.close();
  temp.dispose();
});

beforeEach(() => {
  const dir = `${temp.dir}/${count++}`;
  cpSync(`${temp.dir}/seed.git`, bare, { recursive: true });
  cpSync(`${temp.dir}/seed`, dir, { recursive: true });
  repo = new TestRepo(dir, ['--template=']);
});

afterEach(() => {
  server.behaviour.fault = () => null;
  github.fault = () => null;
  github.pulls.length = 0;
  expect(github.violations).toEqual([]);
  rmSync(bare, { recursive: true });
});

const BEFORE = skillText('a', 'old');
const AFTER = skillText('a', 'Zeile mit Ü.\r\nand no newline').trimEnd();

/** A proposal that changes one skill, written on a branch of its own. */
async function proposal(
  branch = 'a/1',
  after = AFTER,
  base = repo.git('rev-parse', 'main'),
): Promise<SinkInput> {
  const before = git(repo.dir, ['show', `${base}:skills/a/SKILL.md`]);
  const changes = [
    change('skills/a/SKILL.md', before, after),
    change('skills/a/new file.md', null, `${after}x`),
  ];
  const request: CommitRequest = {
    base,
    changes: before === BEFORE ? changes : changes.slice(0, 1),
    message: 'Fix a: learned something\n\nSkill-Action: FIX\nSkill-Name: a\n',
    author: { name: 'An Agent', email: 'agent@example.invalid' },
    at: 1_700_000_000,
    branch,
  };
  const plan = {
    ...planOf(changes, { action: 'FIX', name: 'a', reason: '@all closes #1' }, base),
    subject: 'Fix a: learned something',
  };
  return {
    text: pullRequestText(plan, { findings: [], notes: [] }),
    request,
    written: await writeProposal(repo.dir, request),
    repository: repo.dir,
    remote,
  };
}

function sinkOf(name: string) {
  return SINKS.find((sink) => sink.name === name)!;
}

async function pullRequest(input: SinkInput) {
  const delivery = await sinkOf('pull-request').deliver(input);
  return delivery.sink === 'pull-request' ? delivery : expect.unreachable();
}

/** The commit that reviewers get, in a clone of the remote. */
function reviewed(delivery: Delivery, name: string): TestRepo {
  const dir = `${temp.dir}/review-${count}-${name}`;
  git(temp.dir, ['clone', '-q', delivery.sink === 'branch' ? repo.dir : bare, dir]);
  const review = new TestRepo(dir, ['--template=']);
  if (delivery.sink === 'patch') git(dir, ['am', '-q'], { input: delivery.patch });
  else
    review.git(
      'checkout',
      '-q',
      '--detach',
      `origin/${(delivery.sink === 'branch' ? delivery : delivery.branch).ref.slice(11)}`,
    );
  return review;
}

describe.each(SINKS.map((sink) => [sink.name, sink] as const))('the sink %s', (name, sink) => {
  test('reviewers get the commit: same tree, message, author and date', async () => {
    const input = await proposal();
    const review = reviewed(await sink.deliver(input), name);
    const format = '--format=%T%n%an <%ae> %at%n%B';
    expect(review.git('log', '-1', format)).toBe(repo.git('log', '-1', format, input.written!.ref));
    expect(git(review.dir, ['fsck', '--strict'])).toBe('');
  });

  test('the same again gives the same', async () => {
    const first = await sink.deliver(await proposal());
    const again = await sink.deliver(await proposal());
    if (first.sink === 'branch') expect(again).toEqual({ ...first, existed: true });
    else if (first.sink === 'patch') expect(again).toEqual(first);
    else
      expect(again).toMatchObject({
        branch: { outcome: 'already-there' },
        pullRequest: { number: 1, outcome: 'unchanged' },
      });
    expect(repo.git('for-each-ref', 'refs/heads').split('\n')).toHaveLength(2);
  });

  test('it says what it lacks', async () => {
    const input = { ...(await proposal()), written: null, repository: null, remote: null };
    if (!sink.needsCommit) await sink.deliver(input);
    else await expect(sink.deliver(input)).rejects.toMatchObject({ code: 'sink-needs-commit' });
    expect(sink.description).toMatch(/^[A-Z].*\.$/);
  });
});

describe('the sink pull-request', () => {
  test('without a remote or a token', async () => {
    const input = await proposal();
    for (const nothing of [null, { ...remote, token: '' }]) {
      await expect(pullRequest({ ...input, remote: nothing })).rejects.toMatchObject({
        code: 'sink-needs-remote',
      });
    }
  });

  test('the pull request says what the plan says, and mentions nobody', async () => {
    const { pullRequest: opened } = await pullRequest(await proposal());
    expect(opened).toMatchObject({ outcome: 'created', head: 'skillgraft/a/1', labelFailure: null });
    const [pull] = github.pulls;
    expect(pull).toMatchObject({
      title: 'Fix a: learned something',
      base: 'main',
      labels: ['skillgraft'],
      draft: false,
    });
    expect(pull!.body).toContain('| Reason | <code>&commat;all closes &num;1</code> |');
  });

  test('a proposal that builds on an open one for the same skill goes on its branch', async () => {
    const first = await pullRequest(await proposal());
    const next = await pullRequest(await proposal('a/2', skillText('a', 'newer'), first.branch.commit));
    expect(next).toMatchObject({
      branch: { ref: 'refs/heads/skillgraft/a/1', outcome: 'pushed' },
      pullRequest: { number: 1, outcome: 'updated' },
    });
    expect(github.pulls).toHaveLength(1);
    expect(git(bare, ['for-each-ref', 'refs/heads/skillgraft']).trim().split('\n')).toHaveLength(1);
  });

  test('one that stands beside an open one for the same skill is not opened; its commit stays', async () => {
    await pullRequest(await proposal());
    const beside = await proposal('a/2', skillText('a', 'other'));
    const there = git(bare, ['for-each-ref']);
    await expect(pullRequest(beside)).rejects.toMatchObject({
      code: 'proposal-open',
      message: expect.stringContaining('/pull/1'),
      hint: expect.stringContaining(beside.written!.ref),
    });
    expect(git(bare, ['for-each-ref'])).toBe(there);
    expect(github.pulls).toHaveLength(1);
    github.pulls[0]!.state = 'closed';
    expect(await pullRequest(beside)).toMatchObject({ pullRequest: { number: 2, outcome: 'created' } });
  });

  test('the label of a skill on a pull request of another kind leads nowhere', async () => {
    github.add({ head: 'by-hand', labels: ['skill: a'] });
    const input = { ...(await proposal()), remote: { ...remote, sameSkill: { label: 'skill: a' } } };
    expect(await pullRequest(input)).toMatchObject({ pullRequest: { number: 2, outcome: 'created' } });
  });

  test.each([
    ['the list', 'GET', ''],
    ['the pull request', 'POST', 'skillgraft/a/1'],
  ])('%s fails: the commit stays, and the same again goes on from there', async (_, method, pushed) => {
    github.fault = (request) => (request.method === method ? { status: 403 } : null);
    const input = await proposal();
    const error = await pullRequest(input).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'github-forbidden',
      hint: expect.stringContaining('The commit is kept'),
    });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('s3cr3t');
    expect(git(bare, ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/skillgraft']).trim()).toBe(
      pushed,
    );
    github.fault = () => null;
    expect(await pullRequest(await proposal())).toMatchObject({
      pullRequest: { number: 1, outcome: 'created' },
    });
    expect(github.pulls).toHaveLength(1);
  });

  test('the push fails: no pull request is opened', async () => {
    server.behaviour.fault = () => ({ status: 403 });
    await expect(pullRequest(await proposal())).rejects.toMatchObject({ code: 'remote-forbidden' });
    expect(github.pulls).toEqual([]);
  });

  test('merged in three ways, main has what was proposed', async () => {
    const input = await proposal();
    const { pullRequest: opened } = await pullRequest(input);
    const ways = [
      ['merge', '-q', '--no-ff'],
      ['merge', '-q', '--squash'],
      ['rebase', '-q'],
    ];
    for (const [i, way] of ways.entries()) {
      const dir = `${temp.dir}/merge-${count}-${i}`;
      git(temp.dir, ['clone', '-q', bare, dir]);
      git(dir, [...way, `origin/${opened.head}`]);
      if (way.includes('--squash')) git(dir, ['commit', '-q', '-m', 'squashed']);
      expect(git(dir, ['rev-parse', 'HEAD^{tree}'])).toBe(
        git(repo.dir, ['rev-parse', `${input.written!.ref}^{tree}`]),
      );
    }
  });
});
