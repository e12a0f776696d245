import { createMcpHandler, type McpHttpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { SkillgraftError } from '../../schema/errors.js';
import { announceChange } from '../mcp/changes.js';
import { readAgain } from '../read-again.js';
import type { LiveLibrary, SkillLibrary } from '../skill-library.js';
import type { Notice } from '../types.js';
import { type Access, type AccessOptions, createAccess } from './access.js';
import { jsonAnswer, MCP_PATH, type Refusal, refuse, wrongMethod } from './answers.js';
import { assetAnswer } from './asset.js';
import { isPreflight, preflightAnswer, shareAnswer } from './cors.js';
import { assetsOf } from './library-assets.js';
import type { HttpLog, HttpLogEntry } from './log.js';
import { answerMcp } from './mcp-endpoint.js';
import { bodyOf, type ReadBody } from './request-body.js';
import { requestPath } from './request-path.js';
import { readiness } from './status.js';
import type { RequestTrace } from './trace.js';

export interface HttpHandlerOptions {
  readonly live: LiveLibrary;
  /** Makes the MCP server that answers one request. */
  readonly factory: McpServerFactory;
  readonly access: AccessOptions;
  /** Name of the repository that clients work in; null or absent: it is not known. */
  readonly currentRepo?: string | null;
  /** What `/readyz` tells besides, such as why a changed index was refused. */
  readonly notices?: () => readonly Notice[];
  /** Hears of callers that were not let in, and of faults of ours. */
  readonly log?: HttpLog;
}

/** What a platform adds to a request. */
export interface FetchOptions {
  /** Reads the body, where the request has none of its own. */
  readonly readBody?: ReadBody;
  /** Is filled in with what becomes known of the request. */
  readonly trace?: RequestTrace;
}

/** Serves a library over HTTP: MCP, the index and its files, discovery, and how the server is. */
export interface HttpHandler {
  /** Always gives an answer. */
  fetch(request: Request, options?: FetchOptions): Promise<Response>;
  /** Ends subscriptions and what still runs. */
  close(): Promise<void>;
}

/** What the answers are made from. */
interface Serving {
  readonly live: LiveLibrary;
  readonly access: Access;
  readonly mcp: McpHttpHandler;
  readonly notices: () => readonly Notice[];
  /** A token is asked for: what is sent is not for the caches of others. */
  readonly isPrivate: boolean;
  readonly log: HttpLog;
}

/**
 * Makes the handler of every platform that speaks in `Request` and `Response`; nothing here or behind it needs Node. The
 * library is asked for at each request, so that one that cannot be opened yet is answered with 503.
 */
export function createHttpHandler(options: HttpHandlerOptions): HttpHandler {
  const { live, log = () => undefined, notices = () => [] } = options;
  const access = createAccess(options.access);
  const mcp = createMcpHandler(reporting(options.factory, log), { legacy: 'stateless' });
  const serving = { live, access, mcp, notices, isPrivate: options.access.token !== undefined, log };
  const unsubscribe = live.subscribe((change) => announceChange(mcp.notify, change, options.currentRepo));
  return {
    async fetch(request, given = {}) {
      const path = requestPath(request.url);
      if (typeof path !== 'string') return refuse('', path);
      const origin = access.sharedWith(request.headers);
      const isAsking = origin !== null && isPreflight(request);
      const response = await answer(serving, request, path, isAsking, given).catch((error: unknown) => {
        if (!(error instanceof SkillgraftError) && !request.signal.aborted) log(faultEntry(error));
        return refuse(path, failure(error));
      });
      return shareAnswer(response, origin);
    },
    async close() {
      unsubscribe();
      await mcp.close();
    },
  };
}

/** The SDK answers a fault with 500 and keeps it to itself. */
function reporting(factory: McpServerFactory, log: HttpLog): McpServerFactory {
  return async (context) => {
    try {
      return await factory(context);
    } catch (error) {
      log(faultEntry(error));
      throw error;
    }
  };
}

async function answer(
  { live, access, mcp, notices, isPrivate, log }: Serving,
  request: Request,
  path: string,
  isAsking: boolean,
  { readBody = bodyOf(request), trace = {} }: FetchOptions,
): Promise<Response> {
  // Neither tells anything of the skills; browsers send no token with a preflight.
  const denied = await access.check(request.headers, isAsking || path === '/healthz');
  if (denied !== null) {
    log({ level: 'warn', event: denied.code, method: request.method, path });
    return refuse(path, denied);
  }
  if (isAsking) return preflightAnswer(request);
  if (path === '/healthz') return readOnly(request, path, () => jsonAnswer({ status: 'ok' }));
  const library = await live.current();
  if (path === MCP_PATH) return answerMcp(mcp, request, readBody, trace);
  return readOnly(request, path, () =>
    path === '/readyz'
      ? jsonAnswer(readiness(library, notices()))
      : readAgain(async () => fileAnswer(await live.current(), request, path, isPrivate)),
  );
}

/** HEAD is answered as GET is; whoever sends the answer leaves its body out. */
async function readOnly(
  request: Request,
  path: string,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  if (request.method === 'GET') return answer();
  if (request.method !== 'HEAD') return wrongMethod(path, request.method, 'GET, HEAD');
  const { status, headers } = await answer();
  return new Response(null, { status, headers });
}

async function fileAnswer(
  library: SkillLibrary,
  request: Request,
  path: string,
  isPrivate: boolean,
): Promise<Response> {
  const asset = await assetsOf(library).find(path);
  return asset === null ? refuse(path, unknownPath(path)) : assetAnswer(asset, request, isPrivate);
}

function unknownPath(path: string): Refusal {
  if (path === '/index.json') {
    const message = 'Several indexes answer here as one: there is no index file of all of them.';
    return { status: 404, code: 'no-index-file', message, hint: 'Ask over /mcp, or read /skills/….' };
  }
  return {
    status: 404,
    code: 'path-unknown',
    message: 'There is nothing at this path.',
    hint: 'There are /mcp, /healthz, /readyz, /index.json, /skills/… and /.well-known/agent-skills/index.json.',
  };
}

function faultEntry(error: unknown): HttpLogEntry {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { level: 'error', event: 'fault', message: stack };
}

/** What the operator can mend is told; a fault of ours is not. */
function failure(error: unknown): Refusal {
  if (!(error instanceof SkillgraftError))
    return { status: 500, code: 'internal-error', message: 'The request could not be answered.' };
  const { code, message, hint } = error;
  return { status: 503, code, message, hint, headers: { 'Retry-After': '5' } };
}
