import { join } from 'node:path';
import type { CiKind } from '../../build/init/ci.js';
import { initRepository } from '../../build/init/init-repository.js';
import { FakeGitHub } from './fake-github.js';
import { git, TestRepo, tempFolder } from './git-repo.js';
import type { WorkflowEvent, WorkflowWorld } from './workflow-types.js';

/** A pull request, as the event of its workflows. */
export interface PullEvent extends WorkflowEvent {
  readonly number: number;
  readonly head: string;
  /** `owner/name` of the repository that it comes from. */
  readonly from: string;
}

const TOKEN = 'token-of-the-workflow';

/** A skills repository as `skillgraft init` makes it, on a forge: a bare repository and GitHub's API. */
export class SkillsForge {
  readonly world: WorkflowWorld;
  readonly github: FakeGitHub;
  /** A clone of somebody who may push. */
  readonly repo: TestRepo;
  /** The first commit of main. */
  readonly start: string;
  readonly #dispose: () => void;
  #pulls = 0;

  static async open(ci: CiKind = 'github'): Promise<SkillsForge> {
    const { dir, dispose } = tempFolder('skillgraft-forge-');
    git(dir, ['init', '-q', '--bare', '-b', 'main', 'origin.git']);
    const github = new FakeGitHub(join(dir, 'origin.git'), 'acme/skills', TOKEN);
    const repo = new TestRepo(join(dir, 'clone'));
    await initRepository(repo.dir, { version: '1.2.3', ci });
    return new SkillsForge(dir, repo, github, await github.listen(), dispose);
  }

  private constructor(dir: string, repo: TestRepo, github: FakeGitHub, apiUrl: string, dispose: () => void) {
    const origin = join(dir, 'origin.git');
    this.world = { origin, repository: 'acme/skills', dir: join(dir, 'runs'), apiUrl, token: TOKEN };
    this.github = github;
    this.repo = repo;
    this.#dispose = dispose;
    repo.git('remote', 'add', 'origin', origin);
    this.start = repo.commit('Start our skills');
    repo.git('push', '-q', 'origin', 'main');
  }

  /** A pull request of main that holds what `change` writes; GitHub's merge of it is what its workflows run on. */
  pull(change: (repo: TestRepo) => void, from = 'acme/skills'): PullEvent {
    const number = ++this.#pulls;
    const { repo } = this;
    const base = repo.git('rev-parse', 'main');
    repo.git('checkout', '-q', '-b', `change-${number}`, 'main');
    change(repo);
    const head = repo.commit(`Change ${number}`);
    repo.git('checkout', '-q', '--detach', 'main');
    repo.git('merge', '-q', '--no-ff', '-m', `Merge ${number}`, head);
    const sha = repo.git('rev-parse', 'HEAD');
    repo.git('checkout', '-q', 'main');
    const refs = [`${head}:refs/pull/${number}/head`, `${sha}:refs/pull/${number}/merge`];
    repo.git('push', '-q', 'origin', ...refs);
    this.github.add({ number, head: `change-${number}`, headRepository: from, headSha: head, baseSha: base });
    const pull_request = { number, base: { sha: base }, head: { sha: head, repo: { full_name: from } } };
    return { name: 'pull_request', payload: { pull_request }, sha, head, number, from };
  }

  /** What is pushed to main. */
  push(message: string, change: (repo: TestRepo) => void): WorkflowEvent {
    const { repo } = this;
    const before = repo.git('rev-parse', 'main');
    change(repo);
    const sha = repo.commit(message);
    repo.git('push', '-q', 'origin', 'main');
    return { name: 'push', payload: { before, after: sha, ref: 'refs/heads/main' }, sha };
  }

  /** Runs git in the bare repository. */
  origin(...args: string[]): string {
    return git(this.world.origin, args).trimEnd();
  }

  async close(): Promise<void> {
    await this.github.close();
    this.#dispose();
  }
}
