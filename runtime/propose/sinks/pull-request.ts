import { SkillgraftError } from '../../../schema/errors.js';
import type { Repository } from '../../git/repository.js';
import { PREFIX } from '../git/check-request.js';
import { GitHubClient } from './github-client.js';
import type { PullRequest } from './github-pulls.js';
import { gitHubTarget } from './github-target.js';
import { type PushedBranch, pushBranch } from './push-branch.js';
import { type Sink, type SinkInput, type SinkRemote, writtenOf } from './sink.js';

const HEADS = 'refs/heads/';

/**
 * Pushes the branch and opens a pull request for it. An open one for the same skill is updated instead: the commit goes on
 * its branch, where it builds on what is there.
 */
export const pullRequest: Sink = {
  name: 'pull-request',
  description: 'Pushes the branch and opens a pull request on GitHub.',
  needsCommit: true,
  async deliver(input) {
    const { ref } = writtenOf(input);
    const { remote, folder } = remoteOf(input);
    const { base, token, apiUrl, repository, labels = [], draft = false, sameSkill, timeoutMs } = remote;
    const target = gitHubTarget(remote.url, { apiUrl, repository });
    const client = new GitHubClient({ ...target, token, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
    const query = { head: ref.slice(HEADS.length), base, ...(sameSkill === undefined ? {} : { sameSkill }) };
    const open = await client.findPullRequest(query);
    const branch = await push(folder, remote, ref, isOurs(open) ? open : null);
    const head = branch.ref.slice(HEADS.length);
    const opened = await client.openPullRequest({ head, base, ...input.text, labels, draft });
    return { sink: 'pull-request', branch, pullRequest: opened };
  },
};

/** Somebody may have set the label of a skill on a pull request of another kind. */
function isOurs(pull: PullRequest | null): pull is PullRequest {
  return pull?.head.startsWith(`${PREFIX.slice(HEADS.length)}/`) === true;
}

async function push(
  repository: Repository | string,
  { url, token, username, timeoutMs }: SinkRemote,
  ref: string,
  open: PullRequest | null,
): Promise<PushedBranch> {
  const remoteRef = open === null ? ref : HEADS + open.head;
  try {
    return await pushBranch({
      repository,
      ref,
      remoteRef,
      remoteUrl: url,
      token,
      ...(username === undefined ? {} : { username }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  } catch (error) {
    const isBeside = error instanceof SkillgraftError && error.code === 'push-not-fast-forward';
    throw isBeside && open !== null && remoteRef !== ref ? alreadyOpen(open, ref) : error;
  }
}

/** Two proposals for one skill would undo one another, or conflict. */
function alreadyOpen({ number, url, head }: PullRequest, ref: string): SkillgraftError {
  return new SkillgraftError(
    'proposal-open',
    `Pull request #${number} (${url}) is open for this skill, and this proposal does not build on its branch ${head}.`,
    `Have that one merged or closed, then rebase this one; or propose from its branch. The commit stays on ${ref}.`,
  );
}

/** @throws SkillgraftError `sink-needs-remote` */
function remoteOf({ remote, repository }: SinkInput) {
  if (remote !== null && remote.token !== '' && repository !== null) return { remote, folder: repository };
  throw new SkillgraftError(
    'sink-needs-remote',
    'A pull request needs a repository with a remote on GitHub, and a token.',
    'Name the remote, and put a token that may write contents and pull requests into the environment.',
  );
}
