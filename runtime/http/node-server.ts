import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SkillgraftError } from '../../schema/errors.js';
import { isLoopback } from './access.js';
import { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from './handler.js';
import { type HttpLimits, LIMITS } from './limits.js';
import { listenError } from './listen-error.js';
import type { HttpLog, RequestLog } from './log.js';
import { answerNode } from './node-bridge.js';
import type { RequestTrace } from './trace.js';

export interface HttpServerOptions extends HttpHandlerOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly log: HttpLog;
  readonly requestLog: RequestLog;
  readonly limits?: Partial<HttpLimits>;
}

export interface RunningServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** Takes no more connections, waits for what runs, ends subscriptions; settles when all is closed. */
  stop(): Promise<void>;
}

/**
 * Serves a library over HTTP on one address.
 *
 * @throws SkillgraftError `token-needed` for an address that others reach without a token, `cannot-listen`
 */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningServer> {
  const { host, port, access } = options;
  if (!isLoopback(host) && access.token === undefined) throw tokenNeeded(host);
  const limits = { ...LIMITS, ...options.limits };
  const handler = createHttpHandler({
    ...options,
    access: { ...access, hosts: [...(access.hosts ?? []), bracketed(host)] },
  });
  const running = new Set<RequestTrace>();
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> =>
    answerOne(handler, incoming, outgoing, running, options);
  const server = createServer(serverOptions(limits), (incoming, outgoing) => void answer(incoming, outgoing));
  server.maxConnections = limits.connections;
  try {
    const url = await listen(server, host, port);
    return { url, stop: () => stop(server, handler, running, limits.stopTimeout) };
  } catch (error) {
    await handler.close();
    throw error;
  }
}

function tokenNeeded(host: string): SkillgraftError {
  return new SkillgraftError(
    'token-needed',
    `${host} can be reached from other machines, so that a token is needed.`,
    'Put one of at least 16 characters into SKILLGRAFT_TOKEN, or into a file for --token-file.',
  );
}

function serverOptions(limits: HttpLimits) {
  return {
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.checkInterval,
    maxHeaderSize: limits.headSize,
    noDelay: true,
  };
}

async function answerOne(
  handler: HttpHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  running: Set<RequestTrace>,
  { log, requestLog }: HttpServerOptions,
): Promise<void> {
  const trace: RequestTrace = {};
  const started = performance.now();
  let bytes = 0;
  running.add(trace);
  try {
    bytes = await answerNode(handler, incoming, outgoing, trace);
  } catch (error) {
    // The caller is gone, or what was sent of the answer cannot be taken back.
    log({ level: 'warn', event: 'broken-off', message: firstLine(error as Error) });
    outgoing.destroy();
  } finally {
    running.delete(trace);
  }
  if (requestLog === 'none') return;
  const { rpc, tool, query } = trace;
  log({
    level: 'info',
    event: 'request',
    method: incoming.method ?? '',
    path: (incoming.url ?? '').split('?', 1)[0]!.slice(0, 500),
    status: outgoing.statusCode,
    ms: Math.round((performance.now() - started) * 100) / 100,
    bytes,
    ...(rpc === undefined ? {} : { rpc }),
    ...(tool === undefined ? {} : { tool }),
    ...(query === undefined || requestLog !== 'queries' ? {} : { query }),
  });
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, host, port)));
    server.listen(port, host.replace(/^\[|\]$/g, ''), resolve);
  });
  return `http://${bracketed(host)}:${(server.address() as AddressInfo).port}`;
}

/** An IPv6 address as it stands in addresses and Host headers. */
function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** Subscriptions are not waited for: they stay open by design. */
async function stop(
  server: Server,
  handler: HttpHandler,
  running: ReadonlySet<RequestTrace>,
  timeout: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const until = performance.now() + timeout;
  const isBusy = (): boolean => [...running].some(({ rpc }) => rpc !== 'subscriptions/listen');
  while (isBusy() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  await handler.close();
  // What the end of a subscription says goes out first.
  await new Promise((resolve) => setTimeout(resolve, 20));
  server.closeAllConnections();
  await closed;
}

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0]!.slice(0, 500);
}
