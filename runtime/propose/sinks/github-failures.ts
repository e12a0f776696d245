import { SkillgraftError } from '../../../schema/errors.js';
import { plainLine } from '../../../schema/hidden-text.js';
import { excerpt } from '../../../schema/text.js';
import type { HttpAnswer, HttpFailure } from './http-request.js';
import { type Redactor, redactedCause } from './redact.js';

/** What a failure is told about. */
export interface GitHubScene {
  /** `owner/repo` and the API's host. */
  readonly where: string;
  readonly redact: Redactor;
  /** What is said of what was done so far; that the commit of a proposal is kept, where absent. */
  readonly kept?: string;
}

const KEPT = 'The commit is kept; propose again to go on from there.';

/** An answer of GitHub that is no success, in words. `data` is its JSON, where it has any. */
export function gitHubFailure(scene: GitHubScene, answer: HttpAnswer, data: unknown): SkillgraftError {
  const { status, headers } = answer;
  const fail = (code: string, what: string, hint: string) =>
    failure(scene, code, `${what} (${status})${saidBy(scene, data)}`, hint);
  if (status === 401) {
    return fail(
      'github-unauthorised',
      'does not take the token',
      'Make a new token: this one is wrong or has expired.',
    );
  }
  if (isRateLimit(answer, data))
    return fail('github-rate-limit', 'takes no more requests now', `${whenAgain(headers)}`);
  if (status === 403)
    return fail('github-forbidden', 'does not let the token do that', rightsNeeded(headers));
  if (status === 404) {
    return fail(
      'github-not-found',
      'is not there, or the token may not see it',
      'Check owner and repository, and that the token is for it and may write pull requests.',
    );
  }
  if (status === 409)
    return fail('github-conflict', 'is busy with that pull request', 'Propose again in a moment.');
  if (status === 422) return fail('github-refused', 'does not take the pull request', whatToChange(data));
  if (status >= 300 && status < 400) {
    return fail('github-moved', 'has moved', 'Set the address of the remote to where the repository is now.');
  }
  return fail('github-failed', 'failed', 'Try again later; nothing is made twice.');
}

/** No answer, or half of one. */
export function gitHubSilence(scene: GitHubScene, problem: HttpFailure, timeoutMs: number): SkillgraftError {
  const hint = `Check the network and try again; nothing is made twice.`;
  if (problem.kind === 'timeout') {
    return failure(scene, 'github-timeout', `did not answer within ${timeoutMs / 1000} seconds`, hint);
  }
  if (problem.kind === 'too-large') return brokenAnswer(scene, problem);
  return failure(
    scene,
    'github-unreachable',
    'is not reached, or the connection was cut',
    hint,
    problem.cause,
  );
}

/** An answer that is not what GitHub's description of its API says. */
export function brokenAnswer(scene: GitHubScene, cause?: unknown): SkillgraftError {
  const hint = 'Check the address of the API; where it is right, try again: nothing is made twice.';
  return failure(scene, 'github-answer-broken', 'gave an answer that cannot be read', hint, cause);
}

function failure(
  scene: GitHubScene,
  code: string,
  what: string,
  hint: string,
  cause?: unknown,
): SkillgraftError {
  const options = cause === undefined ? undefined : { cause: redactedCause(cause, scene.redact) };
  return new SkillgraftError(
    code,
    scene.redact(`${scene.where} ${what}.`),
    `${hint} ${scene.kept ?? KEPT}`,
    options,
  );
}

/** Both kinds: no requests left in the hour, or too many at once. */
export function isRateLimit({ status, headers }: HttpAnswer, data: unknown): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  const isSpent = headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after');
  return isSpent || /rate limit/i.test(String(field(data, 'message') ?? ''));
}

function whenAgain(headers: Headers): string {
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  if (after > 0) return `Wait ${after} seconds.`;
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1000;
  return reset > 0 && reset < 8.64e15 ? `Wait until ${new Date(reset).toISOString()}.` : 'Wait some minutes.';
}

function rightsNeeded(headers: Headers): string {
  if (headers.has('x-github-sso'))
    return 'Allow the token for the organisation (single sign-on) on its page.';
  const needed = headers.get('x-accepted-github-permissions');
  const words = needed === null ? 'contents and pull requests: write' : plainLine(needed).slice(0, 200);
  return `Give the token these rights: ${words}.`;
}

function whatToChange(data: unknown): string {
  const text = reasons(data).join(' ');
  if (/no commits between/i.test(text)) return 'The base has what is proposed: nothing is left to do.';
  if (/draft/i.test(text)) return 'Open it without the draft option.';
  return 'See whether base and branch are there, and whether pull requests are on.';
}

function saidBy({ redact }: GitHubScene, data: unknown): string {
  const words = [field(data, 'message'), ...reasons(data)].filter((text) => typeof text === 'string');
  const text = excerpt(redact(plainLine(words.join('; '))), 300);
  return text === '' ? '' : `: ${text.replace(/\.$/, '')}`;
}

/** `errors` of a validation error: objects with a message, or with a code, or texts. */
function reasons(data: unknown): string[] {
  const errors = field(data, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, 5).map((error) => {
    if (typeof error === 'string') return error;
    return String(field(error, 'message') ?? `${field(error, 'field')} ${field(error, 'code')}`);
  });
}

function field(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined;
}
