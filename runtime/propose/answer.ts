import { SkillgraftError } from '../../schema/errors.js';
import { besideNotes } from './beside.js';
import type { CheckOutcome } from './checks/types.js';
import { NO_COMMIT } from './index-base.js';
import { nextStep } from './next-step.js';
import type { ProposalAnswer } from './options.js';
import { SINKS } from './sinks/index.js';
import type { Delivery, Sink } from './sinks/sink.js';
import { unifiedDiff } from './sinks/unified-diff.js';
import type { Asked, Start } from './start.js';
import type { WrittenProposal } from './types.js';

/** What was written, and where it was handed to; nothing of both for a dry run. */
export interface Made {
  readonly written?: WrittenProposal | null;
  readonly delivery?: Delivery;
}

/** Puts together what a caller is told. */
export async function answerOf(
  asked: Asked,
  start: Start,
  outcome: CheckOutcome,
  { written = null, delivery }: Made,
): Promise<ProposalAnswer> {
  const { request, options } = asked;
  const { plan, branch } = start.prepared;
  const ref = written?.ref ?? `refs/heads/skillgraft/${branch}`;
  const told = {
    sink: sinkOf(asked).name,
    dryRun: options.dryRun === true,
    branch: ref.slice('refs/heads/'.length),
    existed: written?.existed ?? false,
    ...deliveredAs(delivery),
  };
  return {
    action: request.action,
    path: plan.path,
    name: plan.changelog.name,
    ref: written?.ref ?? null,
    commit: written?.commit ?? null,
    base: { ref: start.from.ref, commit: plan.base === NO_COMMIT ? null : plan.base },
    diff: unifiedDiff(plan.changes),
    changelog: plan.changelog,
    findings: outcome.findings,
    notes: [
      ...start.notes,
      ...plan.notes,
      ...outcome.notes.map(({ message }) => message),
      ...(await besideNotes(asked, start, ref)),
      ...labelNotes(delivery),
    ],
    ...told,
    next: nextStep(told),
  };
}

/**
 * The sink that is asked for; without a repository nothing but a patch can be made.
 *
 * @throws SkillgraftError `bad-option`
 */
export function sinkOf({ place, options }: Pick<Asked, 'place' | 'options'>): Sink {
  const name = place.repository === null ? 'patch' : (options.sink ?? 'branch');
  const sink = SINKS.find((one) => one.name === name);
  if (sink !== undefined) return sink;
  const names = SINKS.map((one) => one.name).join(', ');
  throw new SkillgraftError(
    'bad-option',
    `There is no sink ${JSON.stringify(name)}.`,
    `Give one of ${names}.`,
  );
}

/** What an answer tells of where a proposal is. */
export function deliveredAs(delivery: Delivery | undefined): Pick<ProposalAnswer, 'patch' | 'pullRequest'> {
  if (delivery?.sink === 'patch') return { patch: { fileName: delivery.fileName, text: delivery.patch } };
  if (delivery?.sink !== 'pull-request') return {};
  const { number, url, outcome } = delivery.pullRequest;
  return { pullRequest: { number, url, updated: outcome !== 'created' } };
}

function labelNotes(delivery: Delivery | undefined): string[] {
  const failure = delivery?.sink === 'pull-request' ? delivery.pullRequest.labelFailure : null;
  return failure === null ? [] : [`The labels could not be set: ${failure.message}`];
}
