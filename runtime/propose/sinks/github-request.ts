import type { SkillgraftError } from '../../../schema/errors.js';
import {
  brokenAnswer,
  type GitHubScene,
  gitHubFailure,
  gitHubSilence,
  isRateLimit,
} from './github-failures.js';
import { type HttpAnswer, HttpFailure, httpRequest } from './http-request.js';

/** How the API is talked to. */
export interface GitHubAccess {
  /** Without a slash at its end. */
  readonly apiUrl: string;
  readonly token: string;
  /** For one request. */
  readonly timeoutMs: number;
  /** Before a second try where the server does not say how long; twice that before the third. */
  readonly retryDelayMs: number;
  readonly scene: GitHubScene;
}

export interface GitHubCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From `/repos/` on, with its query. */
  readonly path: string;
  readonly body?: object;
  /** A file, in place of a body that is JSON. */
  readonly file?: Uint8Array;
}

/** How a call ended. */
export type CallResult =
  | { readonly data: unknown }
  | {
      readonly error: SkillgraftError;
      readonly status: number | null;
      /** It may have been carried out although no good answer came. */
      readonly isLost: boolean;
      /** How long the server wants us to wait before the next try; null where it does not say. */
      readonly retryAfterMs: number | null;
    };

export const MOST_RETRIES = 2;
/** What a server may make us wait. */
const LONGEST_WAIT_MS = 30_000;
const LARGEST_ANSWER = 32 * 1024 * 1024;
const VERSION = '2022-11-28';

/** One call, once. Failures come back as data. */
export async function callOnce(access: GitHubAccess, call: GitHubCall): Promise<CallResult> {
  const { scene, timeoutMs } = access;
  const { method, path } = call;
  const options = { method, url: access.apiUrl + path, headers: headersOf(access, call), timeoutMs };
  const body = bodyOf(call);
  let answer: HttpAnswer;
  try {
    answer = await httpRequest({ ...options, ...body, limit: LARGEST_ANSWER });
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return { error: gitHubSilence(scene, error, timeoutMs), status: null, isLost: true, retryAfterMs: null };
  }
  const { status, headers } = answer;
  const data = parse(answer);
  const isGood = status >= 200 && status < 300;
  if (isGood && data !== undefined) return { data };
  const mayRetry = status >= 500 || isRateLimit(answer, data);
  return {
    error: isGood ? brokenAnswer(scene) : gitHubFailure(scene, answer, data),
    status,
    isLost: isGood || status >= 500,
    retryAfterMs: mayRetry ? waitOf(headers) : null,
  };
}

/**
 * A call that does no harm when it is made twice. It is tried up to three times: where the server says when, and for
 * reading also where no good answer came.
 *
 * @throws SkillgraftError `github-…`
 */
export async function callSafely(access: GitHubAccess, call: GitHubCall): Promise<unknown> {
  for (let retry = 0; ; retry++) {
    const result = await callOnce(access, call);
    if ('data' in result) return result.data;
    const { isLost, retryAfterMs, error } = result;
    const wait = retryAfterMs ?? (call.method === 'GET' && isLost ? access.retryDelayMs * 2 ** retry : null);
    if (wait === null || retry >= MOST_RETRIES || !(await pause(wait))) throw error;
  }
}

/** Waits; false where it would take too long. */
export async function pause(ms: number): Promise<boolean> {
  if (ms > LONGEST_WAIT_MS) return false;
  await new Promise((resolve) => setTimeout(resolve, ms));
  return true;
}

function bodyOf({ body, file }: GitHubCall): { body?: Buffer | string } {
  if (file !== undefined) return { body: Buffer.from(file.buffer, file.byteOffset, file.length) };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

function headersOf({ token }: GitHubAccess, { body, file }: GitHubCall): Record<string, string> {
  return {
    Accept: 'application/vnd.github+json',
    Authorization: `Bearer ${token}`,
    'User-Agent': 'skillgraft',
    'X-GitHub-Api-Version': VERSION,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(file === undefined ? {} : { 'Content-Type': 'application/octet-stream' }),
  };
}

/** Undefined where it is no JSON; null where there is nothing to say. */
function parse({ status, body }: HttpAnswer): unknown {
  if (status === 204) return null;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function waitOf(headers: Headers): number | null {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1000 : null;
}
