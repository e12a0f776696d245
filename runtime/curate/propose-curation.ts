import { createHash } from 'node:crypto';
import { SkillgraftError } from '../../schema/errors.js';
import type { Repository } from '../git/repository.js';
import type { ProposalAnswer, ProposeOptions } from '../propose/options.js';
import { propose } from '../propose/propose.js';
import { type FilesAnswer, type FilesPlan, proposeFiles } from '../propose/propose-files.js';
import type { FileChange } from '../propose/types.js';
import { REPORT_FILE, RUN_FILE, reportText, runText } from './report.js';
import type { Curation, Transition } from './types.js';

/** Folder of the report in the repository. */
const REPORT_FOLDER = 'usage/curate';
/** What the report's branches begin with, below `skillgraft/`. No skill's do: their first part ends with a letter or a digit. */
const BRANCHES = 'curate_/report-';

/** What became of a run's proposals. */
export interface CurationProposals {
  /** The branch with the report; null where the repository has it, or there is nothing to report. */
  readonly report: FilesAnswer | null;
  /** Each change of a status, in the order of paths. */
  readonly transitions: readonly TransitionProposal[];
  /** Changes that wait for the next run. */
  readonly waiting: number;
}

/** A change of a status as it was proposed, or why it was not. */
export interface TransitionProposal {
  readonly transition: Transition;
  readonly answer: Pick<ProposalAnswer, 'branch' | 'commit' | 'existed' | 'patch' | 'next'> | null;
  readonly error: { readonly code: string; readonly message: string; readonly hint: string } | null;
}

/**
 * Proposes what a run came to: the report on a branch of its own, and each change of a status on another one, so that
 * each is reviewed by itself.
 *
 * @param options with the index that the run was of
 * @param limit changes of a status that are proposed at once
 * @throws SkillgraftError what `proposeFiles` throws; what keeps one change from being proposed stands in its place
 */
export async function proposeCuration(
  curation: Curation,
  options: ProposeOptions,
  limit: number,
): Promise<CurationProposals> {
  const report = hasNews(curation) ? await proposeReport(curation, options) : null;
  const chosen = curation.transitions.slice(0, limit);
  const transitions: TransitionProposal[] = [];
  for (const transition of chosen) transitions.push(await proposeTransition(transition, options));
  return { report, transitions, waiting: curation.transitions.length - chosen.length };
}

/** True where there is something to do for people. */
function hasNews({ transitions, review }: Curation): boolean {
  return [transitions, ...Object.values(review)].some(({ length }) => length > 0);
}

async function proposeTransition(
  transition: Transition,
  options: ProposeOptions,
): Promise<TransitionProposal> {
  const { action, path, reason } = transition;
  // What was decided is of the indexed version: another one by now is a conflict.
  const baseVersion = options.index?.lineage(path).versions.at(-1)?.commit;
  const request = { action, name: path, trigger: 'skillgraft curate', reason, baseVersion };
  try {
    const { branch, commit, existed, patch, next } = await propose(request, options);
    return {
      transition,
      answer: { branch, commit, existed, next, ...(patch === undefined ? {} : { patch }) },
      error: null,
    };
  } catch (error) {
    if (!(error instanceof SkillgraftError)) throw error;
    const { code, message, hint } = error;
    return { transition, answer: null, error: { code, message, hint } };
  }
}

async function proposeReport(curation: Curation, options: ProposeOptions): Promise<FilesAnswer | null> {
  const files = new Map([
    [`${REPORT_FOLDER}/${REPORT_FILE}`, reportText(curation)],
    [`${REPORT_FOLDER}/${RUN_FILE}`, runText(curation)],
  ]);
  return proposeFiles(
    { folder: BRANCHES, plan: (repository, commit) => reportPlan(curation, files, repository, commit) },
    options,
  );
}

async function reportPlan(
  curation: Curation,
  files: ReadonlyMap<string, string>,
  repository: Repository,
  commit: string,
): Promise<FilesPlan | null> {
  const entries = await repository.tree(commit, REPORT_FOLDER);
  const changes: FileChange[] = [];
  for (const [path, text] of files) {
    const there = entries.find((entry) => entry.path === path && entry.mode.startsWith('100'));
    const before = there === undefined ? null : await repository.blob(there.oid);
    const after = new TextEncoder().encode(text);
    if (before === null || !Buffer.from(before).equals(after))
      changes.push({ path, mode: '100644', before, after });
  }
  if (changes.length === 0) return null;
  const { today, transitions, review } = curation;
  const { failing, overlapping, neverFound, missing } = review;
  const title = `Review the skills as of ${today}`;
  const what = `Failing: ${failing.length}. Overlapping: ${overlapping.length}. Never found: ${neverFound.length}. Missing: ${missing.length}. Statuses to change: ${transitions.length}.`;
  return {
    changes,
    message: `${title}\n\n${what}\n`,
    name: createHash('sha256')
      .update(files.get(`${REPORT_FOLDER}/${RUN_FILE}`)!)
      .digest('hex')
      .slice(0, 8),
    text: { title, body: files.get(`${REPORT_FOLDER}/${REPORT_FILE}`)!.slice(0, LONGEST_BODY) },
  };
}

/** GitHub takes 65,536. */
const LONGEST_BODY = 60_000;
