import type { HttpLogEntry } from '../../../runtime/http/log.js';
import {
  type HttpServerOptions,
  type RunningServer,
  startHttpServer,
} from '../../../runtime/http/node-server.js';
import { createMcpServer } from '../../../runtime/mcp/server.js';
import { openLive } from '../../../runtime/reload.js';

/** A server in this process, with what it has logged. */
export interface Served extends RunningServer {
  readonly log: HttpLogEntry[];
}

/** Serves an index without proposals on a free port. */
export async function serveHere(index: string, options: Partial<HttpServerOptions> = {}): Promise<Served> {
  const live = await openLive(index, {}, () => undefined);
  const log: HttpLogEntry[] = [];
  const context = { library: () => live.current(), currentRepo: null, proposals: null };
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    live,
    factory: async ({ era }) => createMcpServer(await live.current(), '1.0.0', context, { era }),
    access: {},
    log: (entry) => void log.push(entry),
    requestLog: 'queries',
    ...options,
  });
  return { ...server, log };
}
