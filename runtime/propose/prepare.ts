import { SkillgraftError } from '../../schema/errors.js';
import { readEvalFiles } from '../evals/read-eval-files.js';
import type { Repository } from '../git/repository.js';
import type { SkillIndex } from '../skill-index.js';
import { authorOf } from './author.js';
import { namedWords, readBase } from './base.js';
import { branchFolder, proposalBranch } from './branch-name.js';
import { runChecks } from './checks/index.js';
import type { CheckOutcome } from './checks/types.js';
import { commitSettings } from './commit-settings.js';
import { indexBase } from './index-base.js';
import type { MainLine } from './main-line.js';
import type { ProposeOptions } from './options.js';
import { joinPath } from './plan/paths.js';
import { planProposal } from './plan/plan-proposal.js';
import { ProposalRefused } from './refused.js';
import { formatMessage, withoutVersion } from './trailers.js';
import type { Identity, Plan, PlanBase, ProposalRequest } from './types.js';
import { refuseStale } from './version-read.js';

/** Where a proposal is made: the repository, or an index alone. */
export interface Place {
  readonly repository: Repository | null;
  readonly index: SkillIndex | null;
}

/** A plan with the name of its branch, below `skillgraft/`, and its commit's message. */
export interface Prepared {
  readonly base: PlanBase;
  readonly plan: Plan;
  readonly message: string;
  readonly branch: string;
}

/**
 * Reads what a request needs of the base.
 *
 * @param at ref or commit; without a repository the index is the base
 */
export async function openBase(
  { repository, index }: Place,
  request: ProposalRequest,
  at: string,
): Promise<PlanBase> {
  const words = namedWords(request);
  if (repository === null) return indexBase(index!, words);
  const { roots } = await commitSettings(repository, at);
  return readBase(repository, at, {
    words,
    ...(roots === undefined ? {} : { roots }),
    ...(request.baseVersion === undefined ? {} : { baseVersion: request.baseVersion }),
    ...(index === null ? {} : { index }),
  });
}

/** What the branches of a request's skill begin with, below `skillgraft/`, whether the skill is there or not. */
export function folderOf(base: PlanBase, { action, name, targetSkillName }: ProposalRequest): string {
  const isNew = action === 'ARCHIVE' || action === 'DERIVE';
  const word = isNew ? name : (targetSkillName ?? name);
  const path = isNew ? undefined : base.find(word)[0]?.path;
  return branchFolder(path ?? joinPath(base.root, word), base.root);
}

/** @throws SkillgraftError as `planProposal` does; `version-conflict` for what an index had otherwise */
export function prepare(base: PlanBase, request: ProposalRequest, readIndex: SkillIndex | null): Prepared {
  if (readIndex !== null) refuseStale(base, request, readIndex);
  const plan = planProposal(base, request);
  const message = formatMessage(plan);
  const folder = branchFolder(plan.path, base.root);
  return { base, plan, message, branch: proposalBranch(folder, plan) };
}

/**
 * Runs the checks on a plan.
 *
 * @param wish the request's author
 * @throws ProposalRefused where a check finds an error
 */
export async function judge(
  { repository, index }: Place,
  { plan, base }: Prepared,
  { commit }: Pick<MainLine, 'commit'>,
  options: ProposeOptions,
  wish?: string,
): Promise<CheckOutcome> {
  const settings = repository === null ? {} : await commitSettings(repository, commit);
  const evals = repository === null ? [] : await readEvalFiles(repository, commit);
  const rankWith =
    repository === null ? undefined : options.rankWith?.({ repo: repository.dir, ref: commit });
  const author = await knownAuthor(wish, options.author, repository);
  const outcome = await runChecks({
    plan,
    index,
    options: {
      paths: base.paths,
      sources: sourcesOf(base, plan),
      ...(author === null ? {} : { author }),
      allowSecrets: options.allowSecrets === true,
      handOffs: settings['hand-offs'] !== 'off',
      evals,
      ...(rankWith === undefined ? {} : { rankWith }),
    },
  });
  if (outcome.refused) throw new ProposalRefused(outcome.findings);
  return outcome;
}

/** A dry run needs no author. */
async function knownAuthor(...from: Parameters<typeof authorOf>): Promise<Identity | null> {
  try {
    return await authorOf(...from);
  } catch (error) {
    if (error instanceof SkillgraftError && error.code === 'author-missing') return null;
    throw error;
  }
}

/** SKILL.md of the skills that a plan's new one is made from. */
function sourcesOf(base: PlanBase, { changelog }: Plan): ReadonlyMap<string, Uint8Array> {
  const found = changelog.sources.flatMap((source) => base.find(withoutVersion(source)));
  const files = found.flatMap(({ path, files }) => {
    const file = joinPath(path, 'SKILL.md');
    const document = files.get(file);
    return document === undefined ? [] : [[file, document.bytes] as const];
  });
  return new Map(files);
}
