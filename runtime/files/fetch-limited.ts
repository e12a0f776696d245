import { SkillgraftError } from '../../schema/errors.js';
import { isLoopback, showAddress } from './web-address.js';

/** What one request may cost. */
export interface FetchLimits {
  /** Milliseconds without any progress worth the name after which it is given up. */
  readonly silence: number;
  /** Milliseconds that it may take as a whole. */
  readonly total: number;
  /** Gives it up. */
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the body, unpacked. */
  readonly bytes: number;
}

/** What a server said. */
export interface Fetched {
  /** Null where nothing changed (304). */
  readonly bytes: Uint8Array | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

const MOST_REDIRECTS = 5;
/** Bytes of a body that are progress: a byte now and then is none. */
const PROGRESS = 16 * 1024;

/**
 * Reads what is at an address, within limits. Redirects are followed to https only, on one machine also from http to http;
 * headers with credentials stay with the origin that they are for. No message holds a query or credentials.
 *
 * @throws SkillgraftError `artifact-unreachable`, `artifact-file-missing`, `artifact-too-large`
 */
export async function fetchLimited(
  url: URL,
  headers: Readonly<Record<string, string>>,
  limits: FetchLimits,
): Promise<Fetched> {
  const patience = new Patience(limits);
  try {
    return await follow(url, headers, limits, patience);
  } catch (error) {
    if (error instanceof SkillgraftError) throw error;
    const reason = patience.isOver
      ? `${showAddress(url)} is too slow: next to nothing came for ${limits.silence / 1000} s, or not all in ${limits.total / 1000} s.`
      : `Cannot reach ${showAddress(url)}${codeOf(error)}.`;
    throw new SkillgraftError('artifact-unreachable', reason, 'Check the address and the network.');
  } finally {
    patience.end();
  }
}

async function follow(
  start: URL,
  headers: Readonly<Record<string, string>>,
  limits: FetchLimits,
  patience: Patience,
): Promise<Fetched> {
  let url = start;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const sent = url.origin === start.origin ? headers : withoutCredentials(headers);
    const response = await fetch(url, { headers: sent, redirect: 'manual', signal: patience.signal });
    patience.renew();
    const location = response.headers.get('location');
    if (response.status < 300 || response.status === 304 || response.status > 399 || location === null)
      return read(response, url, limits, patience);
    await response.body?.cancel();
    url = redirected(url, location);
  }
  throw new SkillgraftError(
    'artifact-unreachable',
    `${showAddress(start)} redirects more than ${MOST_REDIRECTS} times.`,
    'Give the address that it leads to.',
  );
}

function redirected(from: URL, location: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
  const isSafe =
    to?.protocol === 'https:' ||
    (to?.protocol === 'http:' && from.protocol === 'http:' && isLoopback(from) && isLoopback(to));
  if (to !== null && isSafe && to.username === '' && to.password === '') return to;
  throw new SkillgraftError(
    'artifact-unreachable',
    `${showAddress(from)} redirects to what is not an https address.`,
    'Give the https address of the index.',
  );
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'));
}

async function read(
  response: Response,
  url: URL,
  { bytes: most }: FetchLimits,
  patience: Patience,
): Promise<Fetched> {
  const etag = response.headers.get('etag');
  const lastModified = response.headers.get('last-modified');
  if (response.status === 304) {
    await response.body?.cancel();
    return { bytes: null, etag, lastModified };
  }
  if (!response.ok) {
    await response.body?.cancel();
    const message = `${showAddress(url)} answered ${response.status}.`;
    const isAway = response.status >= 500 || response.status === 429;
    const hint =
      response.status === 401
        ? 'It wants a token: set SKILLGRAFT_INDEX_TOKEN, and name the address by --index, SKILLGRAFT_INDEX or your own settings file.'
        : 'Check that the address is that of a published index, and that you may read it.';
    throw new SkillgraftError(isAway ? 'artifact-unreachable' : 'artifact-file-missing', message, hint);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  let fresh = 0;
  for await (const chunk of response.body ?? []) {
    fresh += chunk.length;
    if (fresh >= PROGRESS) {
      patience.renew();
      fresh = 0;
    }
    size += chunk.length;
    if (size > most) throw tooLarge(url, most);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks, size), etag, lastModified };
}

function tooLarge(url: URL, most: number): SkillgraftError {
  return new SkillgraftError(
    'artifact-too-large',
    `${showAddress(url)} has more than ${most} bytes.`,
    'Build a smaller index, or read this one from disk.',
  );
}

/** The code of what a system call or a resolver said, such as ECONNREFUSED. */
function codeOf(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } }).cause?.code;
  return typeof code === 'string' ? ` (${code})` : '';
}

/** Ends a request that makes no progress for too long, or that takes too long as a whole. */
class Patience {
  readonly #silence: number;
  readonly #controller = new AbortController();
  readonly #deadline: NodeJS.Timeout;
  readonly signal: AbortSignal;
  #timer: NodeJS.Timeout;

  constructor({ silence, total, signal }: FetchLimits) {
    this.#silence = silence;
    this.#timer = this.#wait();
    this.#deadline = setTimeout(() => this.#controller.abort(), total);
    const own = this.#controller.signal;
    this.signal = signal === undefined ? own : AbortSignal.any([own, signal]);
  }

  get isOver(): boolean {
    return this.#controller.signal.aborted;
  }

  renew(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#wait();
  }

  end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#deadline);
  }

  #wait(): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(), this.#silence);
  }
}
