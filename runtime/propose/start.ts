import { SkillgraftError } from '../../schema/errors.js';
import type { MainLine } from './main-line.js';
import { findOpenProposal, type OpenProposal } from './open-proposal.js';
import type { ProposeOptions } from './options.js';
import { folderOf, openBase, type Place, type Prepared, prepare } from './prepare.js';
import { sinkRemote } from './sink-remote.js';
import type { ProposalRequest, WrittenProposal } from './types.js';

/** What a proposal starts from, and its plan. */
export interface Start {
  readonly from: Pick<MainLine, 'ref' | 'commit'>;
  readonly prepared: Prepared;
  /** Where the same proposal is open already. */
  readonly there: WrittenProposal | null;
  readonly notes: readonly string[];
}

/** A request, where it is made, and what it starts from. */
export interface Asked {
  readonly request: ProposalRequest;
  readonly place: Place;
  readonly main: MainLine;
  readonly options: ProposeOptions;
}

/**
 * Plans a request on the main line; on the open pull request for the same skill where there is one and another would
 * stand beside it.
 */
export async function startOf(asked: Asked): Promise<Start> {
  const { request, place, main, options } = asked;
  const base = await openBase(place, request, main.commit);
  const onMain = attempt(() => prepare(base, request, options.readFrom === 'index' ? place.index : null));
  const open = await openProposal(asked, folderOf(base, request));
  if (open === null) {
    if (onMain instanceof SkillgraftError) throw onMain;
    return { from: main, prepared: onMain, there: null, notes: main.note === null ? [] : [main.note] };
  }
  const there = { ...open.tip, existed: true };
  const again = onMain instanceof SkillgraftError ? null : { from: main, prepared: onMain, there, notes: [] };
  if (again !== null && open.refs.has(`refs/heads/skillgraft/${again.prepared.branch}`)) return again;
  const next = await onTop(asked, open);
  if (!(next instanceof SkillgraftError)) return next;
  if (next.code === 'nothing-to-change' && again !== null) return again;
  throw next;
}

/** What keeps a plan from being made may not matter where another one can. */
function attempt<T>(plan: () => T): T | SkillgraftError {
  try {
    return plan();
  } catch (error) {
    if (error instanceof SkillgraftError) return error;
    throw error;
  }
}

async function openProposal(
  { place: { repository }, main, options }: Asked,
  folder: string,
): Promise<OpenProposal | null> {
  if (repository === null || options.sink !== 'pull-request' || options.dryRun === true) return null;
  const remote = await sinkRemote(repository, main, options.remote ?? {}, folder).catch(laterTold);
  return remote === null ? null : findOpenProposal(repository, remote);
}

/** What keeps a pull request from being made is told when the commit is safe. */
function laterTold(error: unknown): null {
  if (error instanceof SkillgraftError) return null;
  throw error;
}

/** The plan on what is open. */
async function onTop(
  { request, place, options }: Asked,
  { pull, tip }: OpenProposal,
): Promise<Start | SkillgraftError> {
  const base = await openBase(place, request, tip.commit);
  // A lesson goes beside what is there, whatever its author had read.
  const { body, files, description } = request;
  const isBeside = request.action === 'FIX' && [body, files, description].every((one) => one === undefined);
  const index = options.readFrom === 'index' && !isBeside ? place.index : null;
  const prepared = attempt(() => prepare(base, request, index));
  if (prepared instanceof SkillgraftError)
    return prepared.code === 'version-conflict' ? alreadyOpen(prepared, pull, tip.commit) : prepared;
  const note = `It builds on pull request #${pull.number}, which is open for this skill.`;
  return { from: { ref: short(tip.ref), commit: tip.commit }, prepared, there: null, notes: [note] };
}

function alreadyOpen(
  error: SkillgraftError,
  { number, url }: OpenProposal['pull'],
  commit: string,
): SkillgraftError {
  const hint = `Pull request #${number} (${url}) is open for this skill. Read the skill at version ${commit}, bring the change up to date, and propose it with that as base_version.`;
  return new SkillgraftError('proposal-open', error.message, hint, { cause: error });
}

function short(ref: string): string {
  return ref.replace(/^refs\/heads\//, '');
}
