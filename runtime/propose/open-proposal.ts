import { compareText } from '../../schema/diagnostic.js';
import { SkillgraftError } from '../../schema/errors.js';
import type { Repository } from '../git/repository.js';
import { GitHubClient } from './sinks/github-client.js';
import type { PullRequest } from './sinks/github-pulls.js';
import { gitHubTarget } from './sinks/github-target.js';
import type { SinkRemote } from './sinks/sink.js';

/** An open pull request for a skill, and its commits as this repository has them. */
export interface OpenProposal {
  readonly pull: PullRequest;
  /** The branch that goes furthest on it; what is proposed next builds on that. */
  readonly tip: { readonly ref: string; readonly commit: string };
  /** Full names of its branch and of all that build on it. */
  readonly refs: ReadonlySet<string>;
}

/**
 * The open pull request for the skill whose branches are looked for, where its branch is here, too. Null where there is
 * none, and where the forge does not answer: handing the proposal on tells that.
 */
export async function findOpenProposal(
  repository: Repository,
  remote: SinkRemote,
): Promise<OpenProposal | null> {
  const pull = await findPull(remote);
  const prefix = `refs/heads/${remote.sameSkill?.headPrefix}`;
  if (pull === null || !`refs/heads/${pull.head}`.startsWith(prefix)) return null;
  const branches = (await repository.branches()).filter(({ name }) => name.startsWith(prefix));
  const root = branches.find(({ name }) => name === `refs/heads/${pull.head}`);
  if (root === undefined) return null;
  const stack: { ref: string; commit: string; length: number }[] = [];
  for (const { name, commit } of branches) {
    const { commits, incremental } = await repository.history(commit, root.commit);
    if (incremental) stack.push({ ref: name, commit, length: commits.length });
  }
  const [tip] = stack.sort((a, b) => b.length - a.length || compareText(a.ref, b.ref));
  return { pull, tip: tip!, refs: new Set(stack.map(({ ref }) => ref)) };
}

async function findPull(remote: SinkRemote): Promise<PullRequest | null> {
  const { url, token, base, apiUrl, repository, sameSkill, timeoutMs } = remote;
  const target = gitHubTarget(url, { apiUrl, repository });
  const client = new GitHubClient({ ...target, token, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const query = {
    head: `${sameSkill?.headPrefix}-`,
    base,
    ...(sameSkill === undefined ? {} : { sameSkill }),
  };
  try {
    return await client.findPullRequest(query);
  } catch (error) {
    if (error instanceof SkillgraftError) return null;
    throw error;
  }
}
