import { SkillgraftError } from '../../schema/errors.js';
import { answerOf, sinkOf } from './answer.js';
import { authorOf } from './author.js';
import type { CheckOutcome } from './checks/types.js';
import { writeProposal } from './git/write-proposal.js';
import { NO_COMMIT } from './index-base.js';
import { type MainLine, mainLine } from './main-line.js';
import { openPlace } from './open-place.js';
import type { ProposalAnswer, ProposeOptions } from './options.js';
import { checkRequest } from './plan/check-request.js';
import { judge, type Place } from './prepare.js';
import { refuseLarge, takeTurn } from './save-limit.js';
import { sinkRemote } from './sink-remote.js';
import { pullRequestText } from './sinks/pull-request-text.js';
import type { Delivery, Sink, SinkInput } from './sinks/sink.js';
import { type Asked, type Start, startOf } from './start.js';
import type { CommitRequest, ProposalRequest, WrittenProposal } from './types.js';

/**
 * Proposes a change to skills: plans it, checks it, writes it as a commit on a branch of its own and hands it to the
 * people who review it. Nothing that agents read changes. The same proposal again gives the same branch.
 *
 * @param request a `ProposalRequest`; it is judged here
 * @throws ProposalRefused (`proposal-refused`) with findings, where a check finds an error
 * @throws SkillgraftError `proposal-invalid`, `proposal-too-large`, `skill-unknown`, `skill-exists`, …: the request
 * @throws SkillgraftError `version-conflict`, `proposal-open`: the skill changed since it was read, or a pull request
 *   changes it; names both versions
 * @throws SkillgraftError `save-off`, `save-limit`, `author-missing`, `base-unknown`, `no-base`: the settings
 * @throws SkillgraftError what writing and the sinks throw; the hint says whether the commit is kept
 */
export async function propose(request: unknown, options: ProposeOptions = {}): Promise<ProposalAnswer> {
  if (options.readOnly === true) throw saveOff();
  const checked = checkRequest(request);
  refuseLarge(checked, options.maxBytes);
  const index = options.index ?? null;
  const place: Place = { repository: await openPlace(options.repo, index), index };
  try {
    return await proposeAt(checked, place, options);
  } finally {
    await place.repository?.close();
  }
}

async function proposeAt(
  request: ProposalRequest,
  place: Place,
  options: ProposeOptions,
): Promise<ProposalAnswer> {
  const { repository, index } = place;
  if (repository === null && index === null) throw noBase();
  const main =
    repository === null
      ? indexLine(index?.artifact.source.commit)
      : await mainLine(repository, options.base, index?.artifact.source.commit);
  const asked: Asked = { request, place, main, options };
  const start = await startOf(asked);
  const outcome = await judge(place, start.prepared, start.from, options, request.author);
  if (options.dryRun === true) return answerOf(asked, start, outcome, {});
  return handOn(asked, start, outcome);
}

/** Writes the commit where the sink wants one, and gives it to the sink. */
async function handOn(asked: Asked, start: Start, outcome: CheckOutcome): Promise<ProposalAnswer> {
  const { place, options } = asked;
  const now = options.now?.() ?? Date.now();
  const sink = sinkOf(asked);
  const request = await commitOf(asked, start, now);
  if (options.maxPerMinute !== undefined) {
    const target = place.repository?.gitDir ?? place.index?.location ?? '';
    takeTurn(target, options.maxPerMinute, now);
  }
  const written =
    place.repository === null || !sink.needsCommit
      ? null
      : (start.there ?? (await writeProposal(place.repository, request)));
  const { plan } = start.prepared;
  const text = pullRequestText(plan, outcome);
  const input = { text, request, written, repository: place.repository };
  const delivery = await deliver(sink, asked, start, input).catch((error: unknown) => {
    throw written === null ? error : withBranch(error, written);
  });
  return answerOf(asked, start, outcome, { written, delivery });
}

async function commitOf(
  { request, place, options }: Asked,
  start: Start,
  now: number,
): Promise<CommitRequest> {
  const { plan, message, branch } = start.prepared;
  const author = await authorOf(request.author, options.author, place.repository);
  return { base: plan.base, changes: plan.changes, message, author, at: Math.floor(now / 1000), branch };
}

async function deliver(
  sink: Sink,
  { place: { repository }, main, options }: Asked,
  start: Start,
  input: Omit<SinkInput, 'remote'>,
): Promise<Delivery> {
  const { branch } = start.prepared;
  const folder = branch.slice(0, branch.lastIndexOf('/') + 1);
  const remote =
    sink.name === 'pull-request' && repository !== null
      ? await sinkRemote(repository, main, options.remote ?? {}, folder)
      : null;
  return sink.deliver({ ...input, remote });
}

function indexLine(commit: string | undefined): MainLine {
  return { ref: 'the index', branch: null, commit: commit ?? NO_COMMIT, note: null };
}

/** An error of a sink that says where the proposal is: the commit is written by then. */
export function withBranch(error: unknown, { ref }: WrittenProposal): unknown {
  if (!(error instanceof SkillgraftError) || error.hint.includes(ref)) return error;
  const hint = `${error.hint} The proposal stays on ${ref}; the same again goes on from there.`;
  return new SkillgraftError(error.code, error.message, hint, { cause: error.cause });
}

/** What a switched-off proposal is refused with. */
export function saveOff(): SkillgraftError {
  return new SkillgraftError(
    'save-off',
    'Proposals are switched off here.',
    'Take the setting or option `read-only` away, or change the skill in its repository.',
  );
}

function noBase(): SkillgraftError {
  return new SkillgraftError(
    'no-base',
    'There is neither a repository nor an index to propose a change to.',
    'Name the skills repository.',
  );
}
