import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EventLog } from '../../../../runtime/usage/event-log.js';
import { proposeUsage } from '../../../../runtime/usage/fold/propose-usage.js';
import { FakeGitHub } from '../../../helpers/fake-github.js';
import { GitHttpServer } from '../../../helpers/git-http-server.js';
import { git, skillText, TestRepo, tempFolder } from '../../../helpers/git-repo.js';

const TOKEN = 'github_pat_s3cr3t';
const temp = tempFolder('skillgraft-usage-pull-');
const bare = join(temp.dir, 'owner/skills.git');
const server = new GitHttpServer(temp.dir);
const github = new FakeGitHub(bare, 'owner/skills', TOKEN);
const folder = join(temp.dir, 'state');
const log = new EventLog(folder);
let repo: TestRepo;
let apiUrl = '';

beforeAll(async () => {
  const seed = new TestRepo(join(temp.dir, 'seed'), ['--template=']);
  seed.write('skills/a/SKILL.md', skillText('a')).commit('base');
  git(temp.dir, ['clone', '-q', '--bare', '--template=', 'seed', bare]);
  git(bare, ['config', 'http.receivepack', 'true']);
  server.behaviour.authorization = `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`;
  const url = `${await server.listen()}/owner/skills.git`;
  apiUrl = await github.listen();
  git(temp.dir, ['clone', '-q', '--template=', bare, 'clone']);
  repo = new TestRepo(join(temp.dir, 'clone'), ['--template=']);
  repo.git('remote', 'set-url', 'origin', url);
});
afterAll(async () => {
  await server.close();
  await github.close();
  temp.dispose();
});

function propose(query: string) {
  const digest = `sha256:${'a'.repeat(64)}`;
  const at = '2026-11-29T10:00:00Z';
  log.append({
    kind: 'outcome',
    at,
    commit: null,
    skill: 'skills/a',
    version: 1,
    digest,
    query,
    success: true,
  });
  return proposeUsage({
    repo: repo.dir,
    folders: [folder],
    sink: 'pull-request',
    author: 'An Agent <agent@example.invalid>',
    remote: { token: TOKEN, apiUrl, timeoutMs: 5000 },
  });
}

it('is one pull request, which grows', async () => {
  const { answer: first } = await propose('one');
  expect(first!.pullRequest).toMatchObject({ number: 1, updated: false });
  expect(github.pulls[0]).toMatchObject({ title: 'Record usage of 1 skill', base: 'main' });
  expect(github.pulls[0]!.body).toContain('skills/a');
  const { answer: second } = await propose('two');
  expect(second!.pullRequest).toMatchObject({ number: 1, updated: true });
  expect(github.pulls).toHaveLength(1);
  const head = github.pulls[0]!.head;
  expect(git(bare, ['rev-parse', head]).trim()).toBe(second!.commit);
  expect(git(bare, ['rev-parse', `${head}~1`]).trim()).toBe(first!.commit);
  expect(github.violations).toEqual([]);
});
