import { versionedPath } from '../propose/plan/plan-proposal.js';
import { propose } from '../propose/propose.js';
import type { SkillIndex } from '../skill-index.js';
import type { SkillContent } from '../types.js';
import { callHook, HOOK_TIME } from './call-hook.js';
import { checkGiven, checkHooks, checkVerdict } from './check-hooks.js';
import { openEvolution } from './open-evolution.js';
import type { Evolution, EvolveContext, EvolveHooks, Revision, RewriteInput } from './types.js';

/** What led to the proposal, in its changelog. */
const TRIGGER = 'evolve';

/** What is being made at the moment, by the digest of the version. */
const running = new WeakMap<SkillIndex, Map<string, Promise<Evolution>>>();

/**
 * Makes the next version of a skill with the caller's functions, checks it as every proposal is checked, and proposes it.
 * One version has one such proposal at a time: where one waits for review, or is being made, there is no other.
 *
 * @param word name, path or `skill://` URI
 * @throws SkillgraftError `skill-unknown` with the nearest names; `bad-option`; `hook-failed`, `hook-timeout`: the
 *   caller's functions; and what `propose` throws
 */
export async function evolve(word: string, context: EvolveContext, hooks: EvolveHooks): Promise<Evolution> {
  checkHooks(context, hooks, 'rewrite');
  const { index } = context;
  const skill = await index.get(word);
  const known = running.get(index) ?? new Map<string, Promise<Evolution>>();
  running.set(index, known);
  const there = known.get(skill.path);
  if (there !== undefined) return there;
  const made = evolveSkill(skill, context, hooks);
  known.set(skill.path, made);
  try {
    return await made;
  } finally {
    known.delete(skill.path);
  }
}

async function evolveSkill(
  skill: SkillContent,
  context: EvolveContext,
  { rewrite, validate }: EvolveHooks,
): Promise<Evolution> {
  const { path, version } = skill;
  const from = versionedPath(path, version);
  const branch = await openEvolution(context, (one) => one.trigger === TRIGGER && one.from === from);
  if (branch !== null) return { outcome: 'open', branch };
  const timeoutMs = context.timeoutMs ?? HOOK_TIME.default;
  const given = { skill, files: await textFiles(skill, context.index), failing: context.failing ?? null };
  const inputFor = (signal: AbortSignal): RewriteInput => ({ ...given, signal });
  const revision = checkGiven<Revision>(
    'rewrite',
    await callHook('rewrite', timeoutMs, (signal) => rewrite(inputFor(signal))),
  );
  if (revision === null) return { outcome: 'unchanged' };
  const verdict =
    validate === undefined
      ? null
      : await callHook('validate', timeoutMs, (signal) => validate(revision, inputFor(signal)));
  const reason = checkVerdict(verdict);
  if (reason !== null) return { outcome: 'rejected', reason };
  return { outcome: 'proposed', answer: await proposeRevision(path, revision, context) };
}

/** The skill's other files that are text. */
async function textFiles({ path, files }: SkillContent, index: SkillIndex): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const file of files) {
    if (file.path === 'SKILL.md') continue;
    const { text } = await index.file(path, file.path);
    if (text !== null) texts.set(file.path, text);
  }
  return texts;
}

function proposeRevision(path: string, revision: Revision, { index, proposals }: EvolveContext) {
  const { description, body, files, reason } = revision;
  const given = Object.entries({ description, body, files, reason }).filter(
    ([, value]) => value !== undefined,
  );
  const request = { action: 'FIX', name: path, trigger: TRIGGER, ...Object.fromEntries(given) };
  // The body is a whole one: what it leaves out is meant to go.
  const whole = body === undefined ? {} : { replaceSections: true };
  return propose({ ...request, ...whole }, { ...proposals, index, readFrom: 'index' });
}
