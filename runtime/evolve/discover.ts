import { excerpt } from '../../schema/text.js';
import { propose } from '../propose/propose.js';
import { callHook, HOOK_TIME } from './call-hook.js';
import { checkGiven, checkHooks, checkVerdict } from './check-hooks.js';
import { openEvolution } from './open-evolution.js';
import type { CreateInput, DiscoverHooks, Evolution, EvolveContext, NewSkill } from './types.js';

/** Skills that a new one is made beside of. */
const NEAREST = 5;
/** Code points of a query in a changelog. */
const LONGEST = 150;

/**
 * Makes a skill for a query that no skill fits with the caller's functions, checks it as every proposal is checked, and
 * proposes it. Where a search finds skills, or a proposal for the query waits for review, none is made.
 *
 * @throws SkillgraftError `bad-option`; `hook-failed`, `hook-timeout`: the caller's functions; and what `propose` throws
 */
export async function discover(
  query: string,
  context: EvolveContext,
  { create, validate }: DiscoverHooks,
): Promise<Evolution> {
  checkHooks(context, { create, validate }, 'create');
  const { index, proposals } = context;
  const { results } = await index.search(query);
  if (results.length > 0) return { outcome: 'found', results };
  const trigger = `discover: ${excerpt(query, LONGEST)}`;
  const branch = await openEvolution(context, (one) => one.trigger === trigger);
  if (branch !== null) return { outcome: 'open', branch };
  const nearest = (await index.search(query, { gate: false, limit: NEAREST })).results;
  const timeoutMs = context.timeoutMs ?? HOOK_TIME.default;
  const inputFor = (signal: AbortSignal): CreateInput => ({ query, nearest, signal });
  const made = checkGiven<NewSkill>(
    'create',
    await callHook('create', timeoutMs, (signal) => create(inputFor(signal))),
  );
  if (made === null) return { outcome: 'unchanged' };
  const verdict =
    validate === undefined
      ? null
      : await callHook('validate', timeoutMs, (signal) => validate(made, inputFor(signal)));
  const reason = checkVerdict(verdict);
  if (reason !== null) return { outcome: 'rejected', reason };
  const { name, description, body, files, tags } = made;
  const why = made.reason === undefined ? {} : { reason: made.reason };
  const request = { action: 'ARCHIVE', name, description, body, files, tags, trigger, ...why };
  return { outcome: 'proposed', answer: await propose(request, { ...proposals, index }) };
}
