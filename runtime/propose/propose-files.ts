import { SkillgraftError } from '../../schema/errors.js';
import type { Repository } from '../git/repository.js';
import { deliveredAs, sinkOf } from './answer.js';
import { authorOf } from './author.js';
import { ATTRIBUTES_FILE } from './git/check-request.js';
import { writeProposal } from './git/write-proposal.js';
import { type MainLine, mainLine } from './main-line.js';
import { nextStep } from './next-step.js';
import { openPlace } from './open-place.js';
import { findOpenProposal, type OpenProposal } from './open-proposal.js';
import type { ProposalAnswer, ProposeOptions } from './options.js';
import { saveOff, withBranch } from './propose.js';
import { sinkRemote } from './sink-remote.js';
import type { PullRequestText } from './sinks/pull-request-text.js';
import type { Delivery } from './sinks/sink.js';
import { unifiedDiff } from './sinks/unified-diff.js';
import type { CommitRequest, FileChange, WrittenProposal } from './types.js';

/** Files that change, and what is said about it. */
export interface FilesPlan {
  /** Against the commit that was planned on; at least one. */
  readonly changes: readonly FileChange[];
  /** Whole message of the commit, ends with a line feed. */
  readonly message: string;
  /** Last part of the branch's name: the same for the same content. */
  readonly name: string;
  readonly text: PullRequestText;
}

/** A proposal that is of no one skill. */
export interface FilesRequest {
  /** What its branches begin with, below `skillgraft/`, with a slash at its end; no skill's branches begin like that. */
  readonly folder: string;
  /** Makes the plan for a commit; null where that has it all. */
  plan(repository: Repository, commit: string): Promise<FilesPlan | null>;
}

export type FilesOptions = Pick<
  ProposeOptions,
  'repo' | 'index' | 'base' | 'sink' | 'remote' | 'dryRun' | 'readOnly' | 'author' | 'now'
>;

/** What became of it. */
export interface FilesAnswer
  extends Pick<
    ProposalAnswer,
    | 'sink'
    | 'dryRun'
    | 'branch'
    | 'ref'
    | 'commit'
    | 'existed'
    | 'diff'
    | 'notes'
    | 'patch'
    | 'pullRequest'
    | 'next'
  > {
  readonly base: { readonly ref: string; readonly commit: string };
}

/** Where a proposal is planned. */
interface Ground {
  readonly repository: Repository;
  readonly main: MainLine;
  readonly from: Pick<MainLine, 'ref' | 'commit'>;
  readonly notes: readonly string[];
}

/**
 * Proposes changes of files that are of no one skill, through the same sinks as a skill's. Where a pull request with
 * such a branch is open, it builds on that.
 *
 * @returns null where there is nothing to change
 * @throws SkillgraftError `no-repository`, `save-off`, `author-missing`, and what writing and the sinks throw
 */
export async function proposeFiles(
  request: FilesRequest,
  options: FilesOptions,
): Promise<FilesAnswer | null> {
  if (options.readOnly === true) throw saveOff();
  const repository = await openPlace(options.repo, options.index ?? null);
  if (repository === null) throw noRepository();
  try {
    const ground = await groundOf(repository, request.folder, options);
    const plan = await request.plan(repository, ground.from.commit);
    return plan === null ? null : await handOn(request.folder, plan, ground, options);
  } finally {
    await repository.close();
  }
}

async function groundOf(repository: Repository, folder: string, options: FilesOptions): Promise<Ground> {
  const main = await mainLine(repository, options.base, options.index?.artifact.source.commit);
  const open = await openProposal(repository, main, folder, options);
  if (open === null) return { repository, main, from: main, notes: main.note === null ? [] : [main.note] };
  const { pull, tip } = open;
  const notes = [`It builds on pull request #${pull.number}, which is open.`];
  return {
    repository,
    main,
    from: { ref: tip.ref.replace(/^refs\/heads\//, ''), commit: tip.commit },
    notes,
  };
}

/** What keeps a pull request from being made is told when the commit is safe. */
async function openProposal(
  repository: Repository,
  main: MainLine,
  folder: string,
  { sink, dryRun, remote = {} }: FilesOptions,
): Promise<OpenProposal | null> {
  if (sink !== 'pull-request' || dryRun === true) return null;
  const there = await sinkRemote(repository, main, remote, folder).catch((error: unknown) => {
    if (error instanceof SkillgraftError) return null;
    throw error;
  });
  return there === null ? null : findOpenProposal(repository, there);
}

async function handOn(
  folder: string,
  plan: FilesPlan,
  ground: Ground,
  options: FilesOptions,
): Promise<FilesAnswer> {
  const { repository, main, from } = ground;
  const { changes, message, name, text } = plan;
  const branch = folder + name;
  if (options.dryRun === true) return answerOf(plan, branch, ground, options, null, undefined);
  const sink = sinkOf({ place: { repository, index: null }, options });
  const author = await authorOf(undefined, options.author, repository);
  const at = Math.floor((options.now?.() ?? Date.now()) / 1000);
  const attributes = changes.some(({ path }) => path === ATTRIBUTES_FILE);
  const request: CommitRequest = { base: from.commit, changes, message, author, at, branch, attributes };
  const written = sink.needsCommit ? await writeProposal(repository, request) : null;
  try {
    const remote =
      sink.name === 'pull-request' ? await sinkRemote(repository, main, options.remote ?? {}, folder) : null;
    const delivery = await sink.deliver({ text, request, written, repository, remote });
    return answerOf(plan, branch, ground, options, written, delivery);
  } catch (error) {
    throw written === null ? error : withBranch(error, written);
  }
}

function answerOf(
  { changes }: FilesPlan,
  branch: string,
  { repository, from, notes }: Ground,
  options: FilesOptions,
  written: WrittenProposal | null,
  delivery: Delivery | undefined,
): FilesAnswer {
  const told = {
    sink: sinkOf({ place: { repository, index: null }, options }).name,
    dryRun: options.dryRun === true,
    branch: written?.ref.slice('refs/heads/'.length) ?? `skillgraft/${branch}`,
    existed: written?.existed ?? false,
    ...deliveredAs(delivery),
  };
  return {
    ref: written?.ref ?? null,
    commit: written?.commit ?? null,
    base: { ref: from.ref, commit: from.commit },
    diff: unifiedDiff(changes),
    notes,
    ...told,
    next: nextStep(told),
  };
}

function noRepository(): SkillgraftError {
  return new SkillgraftError(
    'no-repository',
    'There is no repository of the index here, to propose a change to.',
    'Run it in a clone of the skills repository, or name one.',
  );
}
