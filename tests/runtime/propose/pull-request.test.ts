import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rankWith } from '../../../build/rank-with.js';
import type { ProposalAnswer, ProposeOptions } from '../../../runtime/propose/options.js';
import { propose } from '../../../runtime/propose/propose.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import { buildInto } from '../../helpers/built-case.js';
import { CLI } from '../../helpers/cli.js';
import { FakeGitHub } from '../../helpers/fake-github.js';
import { GitHttpServer } from '../../helpers/git-http-server.js';
import { git, skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { connect } from '../../helpers/mcp-client.js';

const TOKEN = 'github_pat_s3cr3t';
const temp = tempFolder('skillgraft-pull-');
const bare = `${temp.dir}/owner/skills.git`;
const server = new GitHttpServer(temp.dir);
let github: FakeGitHub;
let url: string;
let apiUrl: string;
let index: SkillIndex;
let repo: TestRepo;
let count = 0;

beforeAll(async () => {
  const seed = new TestRepo(`${temp.dir}/seed`, ['--template=']);
  seed.write('skills/a/SKILL.md', skillText('a')).write('skills/b/SKILL.md', skillText('b')).commit('base');
  server.behaviour.authorization = `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`;
  url = `${await server.listen()}/owner/skills.git`;
  github = new FakeGitHub(bare, 'owner/skills', TOKEN);
  apiUrl = await github.listen();
  index = await rankWith({ repo: seed.dir, embedder: 'none' })([]);
});
afterAll(async () => {
  await server.close();
  await github.close();
  temp.dispose();
});
beforeEach(() => {
  git(temp.dir, ['clone', '-q', '--bare', '--template=', 'seed', bare]);
  git(bare, ['config', 'http.receivepack', 'true']);
  repo = clone();
});
afterEach(() => {
  github.fault = () => null;
  server.behaviour.fault = () => null;
  github.pulls.length = 0;
  expect(github.violations).toEqual([]);
  rmSync(bare, { recursive: true });
});

function clone(): TestRepo {
  const dir = join(temp.dir, `clone-${++count}`);
  git(temp.dir, ['clone', '-q', '--template=', bare, dir]);
  git(dir, ['remote', 'set-url', 'origin', url]);
  return new TestRepo(dir, ['--template=']);
}

function save(request: object, more: ProposeOptions = {}): Promise<ProposalAnswer> {
  return propose(request, {
    repo: repo.dir,
    index,
    sink: 'pull-request',
    author: 'An Agent <agent@example.invalid>',
    readFrom: 'index',
    remote: { token: TOKEN, apiUrl, labels: ['skills'], timeoutMs: 5000 },
    ...more,
  });
}

const FIX = { action: 'FIX', name: 'a', lesson: 'Turn it slowly.', reason: 'It broke.' };
const branchesThere = () => git(bare, ['for-each-ref', '--format=%(refname:short)', 'refs/heads/skillgraft']);

describe('a proposal as a pull request', () => {
  it('is pushed and opened, with what it says; the same again changes nothing', async () => {
    const first = await save(FIX);
    expect(first).toMatchObject({
      sink: 'pull-request',
      existed: false,
      pullRequest: { number: 1, updated: false },
      next: expect.stringContaining('/pull/1'),
    });
    expect(git(bare, ['rev-parse', first.branch]).trim()).toBe(first.commit);
    expect(github.pulls[0]).toMatchObject({
      head: first.branch,
      base: 'main',
      labels: ['skills'],
      draft: false,
    });
    expect(github.pulls[0]!.body).toContain('It broke.');
    const requests = github.requests.length;
    const again = await save(FIX);
    expect(again).toMatchObject({
      existed: true,
      branch: first.branch,
      pullRequest: { number: 1, updated: true },
    });
    expect(github.requests.slice(requests).every(({ method }) => method === 'GET')).toBe(true);
    expect(github.pulls).toHaveLength(1);
  });

  it('is drawn up for the branch that is configured, as a draft', async () => {
    repo.git('checkout', '-q', '-b', 'next');
    repo.git('push', '-q', bare, 'next');
    await save(FIX, { remote: { token: TOKEN, apiUrl, draft: true } });
    expect(github.pulls[0]).toMatchObject({ base: 'next', draft: true, labels: [] });
    await save({ ...FIX, name: 'b' }, { base: 'origin/main' });
    expect(github.pulls[1]).toMatchObject({ base: 'main' });
  });

  it('another lesson for the same skill goes on the open one; one for another skill opens its own', async () => {
    const first = await save(FIX);
    const second = await save({ ...FIX, lesson: 'Oil it before.' });
    expect(second).toMatchObject({
      pullRequest: { number: 1, updated: true },
      base: { ref: first.branch, commit: first.commit },
      changelog: { from: 'skills/a@2', to: 'skills/a@3' },
    });
    expect(second.notes.join()).toContain('#1');
    const third = await save({ ...FIX, lesson: 'Clean it after.' });
    expect(third).toMatchObject({ pullRequest: { number: 1 }, changelog: { to: 'skills/a@4' } });
    expect(git(bare, ['rev-parse', first.branch]).trim()).toBe(third.commit);
    expect(branchesThere().trim()).toBe(first.branch);
    const text = git(bare, ['show', `${first.branch}:skills/a/SKILL.md`]);
    for (const lesson of ['Turn it slowly.', 'Oil it before.', 'Clean it after.'])
      expect(text).toContain(lesson);
    expect(await save({ ...FIX, lesson: 'Oil it before.' })).toMatchObject({
      existed: true,
      commit: third.commit,
      pullRequest: { number: 1 },
    });
    expect(await save({ ...FIX, name: 'b' })).toMatchObject({ pullRequest: { number: 2 } });
    expect(github.pulls).toHaveLength(2);
  });

  it('a new text for a skill with an open one has to be made from that', async () => {
    const first = await save({ action: 'FIX', name: 'a', body: 'Do the step twice.' });
    const request = { action: 'FIX', name: 'a', body: 'Do the step three times.' };
    await expect(save(request)).rejects.toMatchObject({
      code: 'proposal-open',
      hint: expect.stringContaining(`version ${first.commit}`),
    });
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft', '--format=%(refname:short)')).toBe(first.branch);
    const second = await save({ ...request, baseVersion: first.commit! });
    expect(second).toMatchObject({
      pullRequest: { number: 1, updated: true },
      base: { commit: first.commit },
    });
  });

  it('a skill that is only proposed yet can be mended', async () => {
    const request = { action: 'ARCHIVE', name: 'new', description: 'Use when it is new.', lesson: 'Wait.' };
    const first = await save(request);
    expect(await save(request)).toMatchObject({ existed: true, commit: first.commit });
    const second = await save({ action: 'FIX', name: 'new', lesson: 'Wait longer.' });
    expect(second).toMatchObject({ path: 'skills/new', pullRequest: { number: 1, updated: true } });
    expect(git(bare, ['rev-parse', first.branch]).trim()).toBe(second.commit);
  });

  it('an open one that was made elsewhere is told; the commit stays here', async () => {
    await save(FIX);
    repo = clone();
    repo.git('fetch', '-q', bare);
    await expect(save({ ...FIX, lesson: 'Oil it before.' })).rejects.toMatchObject({
      code: 'proposal-open',
      hint: expect.stringContaining('skillgraft/a/fix-'),
    });
    expect(github.pulls).toHaveLength(1);
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft').split('\n')).toHaveLength(1);
  });

  it('after a closed one, the next starts from the main line again', async () => {
    await save(FIX);
    github.pulls[0]!.state = 'closed';
    const next = await save({ ...FIX, lesson: 'Oil it before.' });
    expect(next).toMatchObject({ base: { ref: 'main' }, pullRequest: { number: 2, updated: false } });
  });

  it.each([
    [
      'the forge is down',
      () => {
        github.fault = () => ({ status: 503 });
      },
    ],
    [
      'the forge refuses',
      () => {
        github.fault = () => ({ status: 403 });
      },
    ],
    [
      'the push is refused',
      () => {
        server.behaviour.fault = () => ({ status: 403 });
      },
    ],
    [
      'the network is cut',
      () => {
        server.behaviour.fault = () => 'cut';
      },
    ],
  ])(
    '%s: the commit is kept, the next step named, and nothing doubled afterwards',
    async (_, fail) => {
      fail();
      const error = await save(FIX).then(
        () => null,
        (reason: unknown) => reason as Error & { hint: string },
      );
      const branch = repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/skillgraft');
      expect(error!.hint).toContain(branch);
      expect(JSON.stringify([error!.message, error!.hint])).not.toContain('s3cr3t');
      github.fault = () => null;
      server.behaviour.fault = () => null;
      expect(await save(FIX)).toMatchObject({ existed: true, ref: branch, pullRequest: { number: 1 } });
      expect(branchesThere().trim()).toBe(branch.replace('refs/heads/', ''));
    },
    60_000,
  );

  it.each<[string, ProposeOptions, string]>([
    ['no token', { remote: { apiUrl } }, 'token-missing'],
    ['no such remote', { remote: { token: TOKEN, name: 'elsewhere' } }, 'remote-unknown'],
    ['a commit for a base', { base: 'HEAD~0' }, 'base-unknown'],
  ])('%s: told when the commit is safe', async (_, options, code) => {
    const error = await save(FIX, options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code, hint: expect.stringContaining('refs/heads/skillgraft/a/fix-') });
    expect(github.pulls).toEqual([]);
  });

  it('is what an agent gets by MCP, and a person on the command line, from the settings', async () => {
    const { out } = await buildInto(repo.dir, { embedder: 'none' });
    const env = {
      SKILLGRAFT_SINK: 'pull-request',
      SKILLGRAFT_GITHUB_URL: apiUrl,
      SKILLGRAFT_GITHUB_TOKEN: TOKEN,
      SKILLGRAFT_LABELS: 'skills,agents',
      SKILLGRAFT_AUTHOR: 'An Agent <agent@example.invalid>',
    };
    const client = await connect(out, 'auto', { env });
    try {
      const { data, text } = await client.call('save_skill', FIX);
      expect(data.pullRequest).toMatchObject({ number: 1, updated: false });
      expect(text).toContain(`It waits for review at ${data.pullRequest.url}.`);
      expect(github.pulls[0]).toMatchObject({ head: data.branch, labels: ['skills', 'agents'] });
      expect(client.stderr()).not.toContain(TOKEN);
    } finally {
      await client.close();
    }
    const command = [
      'save',
      'archive',
      'new',
      '--description',
      'Use when new.',
      '--lesson',
      'Wait.',
      '--draft',
    ];
    const child = spawn(process.execPath, [CLI, ...command, '--json'], {
      cwd: repo.dir,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString('utf8');
    });
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ pullRequest: { number: 2 }, path: 'skills/new' });
    expect(github.pulls[1]).toMatchObject({ draft: true });
    expect(stdout).not.toContain(TOKEN);
  });

  it('a token goes to the hosts that are asked about, and only then', async () => {
    const asked: string[][] = [];
    const token = (hosts: readonly string[]): string => {
      asked.push([...hosts]);
      return TOKEN;
    };
    await save(FIX, { remote: { token, apiUrl }, dryRun: true });
    expect(asked).toEqual([]);
    await save(FIX, { remote: { token, apiUrl } });
    expect(asked.every((hosts) => hosts.join() === '127.0.0.1')).toBe(true);
    expect(asked.length).toBeGreaterThan(0);
  });
});
