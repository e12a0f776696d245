import { version } from 'skillgraft:version';
import { SkillgraftError } from '../../schema/errors.js';
import type { EmbedderSource } from '../embed/embedder.js';
import { refuse } from '../http/answers.js';
import { createHttpHandler, type HttpHandler } from '../http/handler.js';
import type { HttpLog } from '../http/log.js';
import { createMcpServer } from '../mcp/server.js';
import type { LiveLibrary } from '../skill-library.js';
import { type BundledArtifact, bundledLibrary } from './bundled-library.js';
import { EdgeLibrary } from './edge-library.js';
import { edgeSource } from './edge-source.js';
import { type EdgeEnvironment, type EdgeSettings, readEdgeSettings } from './settings.js';

/** What the platform gives with a request. */
export interface EdgeContext {
  /** Keeps work alive beyond the answer. */
  waitUntil(work: Promise<unknown>): void;
}

/** A worker, as platforms that speak in `Request` and `Response` take it. */
export interface EdgeWorker {
  /** Always gives an answer. */
  fetch(request: Request, env: EdgeEnvironment, context: EdgeContext): Promise<Response>;
}

/** The artifact, where it is bundled with the worker, and what may stand in for the bundled model. */
export interface WorkerOptions extends Partial<BundledArtifact> {
  /** What embeds queries; the bundled model where absent. */
  readonly embedder?: EmbedderSource;
}

/** What an isolate keeps from request to request. */
interface Isolate {
  readonly handler: HttpHandler;
  readonly library: LiveLibrary;
}

/**
 * Makes a worker that serves an artifact over MCP, with its files, at the same paths as `skillgraft serve --http`. Without
 * an index of its own, it takes the artifact from where the environment says.
 */
export function createWorker(options: WorkerOptions = {}): EdgeWorker {
  let isolate: Isolate | undefined;
  return {
    async fetch(request, env, context) {
      try {
        isolate ??= start(options, env);
      } catch (error) {
        if (!(error instanceof SkillgraftError)) throw error;
        return notStarted(request, error);
      }
      const { handler, library } = isolate;
      if (library instanceof EdgeLibrary) context.waitUntil(library.visit());
      const answer = handler.fetch(request);
      // What others wait for, too, is not to end where this caller goes away.
      context.waitUntil(answer);
      return answer;
    },
  };
}

function start({ index, files = {}, embedder }: WorkerOptions, env: EdgeEnvironment): Isolate {
  const settings = readEdgeSettings(env);
  const open = embedder === undefined ? {} : { embedder };
  const library =
    index === undefined
      ? new EdgeLibrary(edgeSource(env), { ...open, lookEvery: settings.lookEvery, onReload: logReload })
      : bundledLibrary({ index, files }, open);
  return { library, handler: handlerOf(library, settings) };
}

const VARIABLES = { host: 'SKILLGRAFT_ALLOWED_HOSTS', origin: 'SKILLGRAFT_ALLOWED_ORIGINS' };

function handlerOf(live: LiveLibrary, settings: EdgeSettings): HttpHandler {
  const notices = () => (live instanceof EdgeLibrary ? live.notices : []);
  const { token, hosts, origins, author, readOnly } = settings;
  // Without a repository, a proposal is a patch.
  const proposals = { repo: null, sink: 'patch', ...(author === null ? {} : { author }) } as const;
  const tools = { currentRepo: null, proposals: readOnly ? null : proposals, machine: null };
  return createHttpHandler({
    live,
    async factory({ era }) {
      // One request is answered from one library.
      const library = await live.current();
      return createMcpServer(
        library,
        version,
        { ...tools, library: async () => library },
        { era, isMute: true },
      );
    },
    access: { hosts, origins, letIn: VARIABLES, ...(token === null ? {} : { token }) },
    notices,
    log,
  });
}

/** Something that the operator has to mend. */
function notStarted(request: Request, { code, message, hint }: SkillgraftError): Response {
  const path = new URL(request.url).pathname;
  return refuse(path, { status: 503, code, message, hint, headers: { 'Retry-After': '60' } });
}

/** One line of JSON for the platform's log. */
const log: HttpLog = (entry) => console[entry.level](JSON.stringify(entry));

function logReload(failure: unknown): void {
  if (failure === null) log({ level: 'info', event: 'reloaded' });
  else log({ level: 'warn', event: 'index-refused', ...described(failure) });
}

function described(failure: unknown): { readonly code: string; readonly message: string } {
  if (failure instanceof SkillgraftError) return { code: failure.code, message: failure.message };
  return {
    code: 'fault',
    message: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure),
  };
}
