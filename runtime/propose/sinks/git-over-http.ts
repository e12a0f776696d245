import { HttpFailure, httpRequest } from './http-request.js';
import { badStatus, moved, notGit, type PushScene, timedOut, unreachable } from './push-failures.js';

/** How one remote is talked to. */
export interface GitOverHttp {
  /** Value of the Authorization header; null: none is sent. */
  readonly authorization: string | null;
  /** For one request. */
  readonly timeoutMs: number;
  readonly scene: PushScene;
}

/** What a git server answered with status 200. */
export interface GitAnswer {
  /** Address that answered, behind redirects. */
  readonly url: string;
  readonly type: string;
  readonly body: Buffer;
}

const REDIRECTS = 3;
/** The refs of a large repository, the messages of its hooks. */
const LARGEST_ANSWER = 64 * 1024 * 1024;

/**
 * Asks a git server. Redirects are followed within one host, so that a token goes nowhere else.
 *
 * @throws SkillgraftError `remote-…`
 */
export async function askGit(http: GitOverHttp, url: string, hops = 0): Promise<GitAnswer> {
  const answer = await request(http, url);
  const { status, headers, body } = answer;
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null && URL.canParse(location, url)) {
    const next = new URL(location, url);
    if (next.origin !== new URL(url).origin || hops >= REDIRECTS) throw moved(http.scene, next);
    return askGit(http, next.href, hops + 1);
  }
  return checked(http, url, status, headers, body);
}

/** Sends a push; redirects are failures here. @throws SkillgraftError `remote-…` */
export async function tellGit(http: GitOverHttp, url: string, body: Buffer): Promise<GitAnswer> {
  const answer = await request(http, url, body);
  return checked(http, url, answer.status, answer.headers, answer.body);
}

function checked(
  { scene, authorization }: GitOverHttp,
  url: string,
  status: number,
  headers: Headers,
  body: Buffer,
): GitAnswer {
  if (status === 200) return { url, type: headers.get('content-type') ?? '', body };
  throw badStatus(scene, status, body.toString('utf8', 0, 2000), authorization !== null);
}

async function request({ authorization, timeoutMs, scene }: GitOverHttp, url: string, body?: Buffer) {
  const headers: Record<string, string> = { 'User-Agent': 'git/skillgraft' };
  if (authorization !== null) headers.Authorization = authorization;
  if (body !== undefined) headers['Content-Type'] = 'application/x-git-receive-pack-request';
  const method = body === undefined ? 'GET' : 'POST';
  const options = { method, url, headers, timeoutMs, limit: LARGEST_ANSWER };
  try {
    return await httpRequest({ ...options, ...(body === undefined ? {} : { body }) });
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (error.kind === 'timeout') throw timedOut(scene, timeoutMs);
    throw error.kind === 'network' ? unreachable(scene, error.cause) : notGit(scene, error);
  }
}
