import type { ProposalBranch } from './git/list-proposals.js';
import type { RebaseOptions } from './git/rebase-proposal.js';
import type { ProposalAnswer, ProposeOptions } from './options.js';
import type { ProposalRequest, WrittenProposal } from './types.js';

/**
 * Proposes a change to skills for review: on a branch of its own, as a pull request, or as a patch. Nothing that agents
 * read changes. The same proposal again gives the same branch.
 *
 * @throws SkillgraftError `proposal-refused` (a `ProposalRefused` with findings), `proposal-invalid`,
 *   `version-conflict`, `skill-unknown`, `skill-exists`, `author-missing`, …
 */
export async function propose(
  request: ProposalRequest,
  options: ProposeOptions = {},
): Promise<ProposalAnswer> {
  return (await import('./propose.js')).propose(request, options);
}

/**
 * Lists the proposals of a repository, sorted by name.
 *
 * @param repo the repository, or a folder in it
 * @param main the ref that they are meant for; by default the one that a build reads
 * @throws SkillgraftError `not-a-repository`, `ref-not-found`, `empty-repository`
 */
export async function listProposals(repo: string, main?: string): Promise<readonly ProposalBranch[]> {
  return (await import('./git/list-proposals.js')).listProposals(repo, main);
}

/**
 * Replays a proposal of one commit on a newer base; its branch moves.
 *
 * @param repo the repository, or a folder in it
 * @param branch name below `skillgraft/`, or the full name of the ref
 * @param onto ref or commit whose history has the old base
 * @throws SkillgraftError `proposal-conflict` where the new base changed a file that the proposal changes; names both
 * @throws SkillgraftError `proposal-not-found`, `proposal-not-simple`, `proposal-empty`, `ref-checked-out`, `ref-moved`
 */
export async function rebaseProposal(
  repo: string,
  branch: string,
  onto: string,
  options: Pick<RebaseOptions, 'committer' | 'at'> = {},
): Promise<WrittenProposal> {
  return (await import('./git/rebase-proposal.js')).rebaseProposal(repo, branch, onto, options);
}
