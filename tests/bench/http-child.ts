import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import { startHttpServer } from '../../runtime/http/node-server.js';
import { createMcpServer } from '../../runtime/mcp/server.js';
import { toolInput } from '../../runtime/mcp/tool-input.js';
import { openLive } from '../../runtime/reload.js';
import type { LiveLibrary } from '../../runtime/skill-library.js';

/** What a server of the bench serves: the product's tools, or one that does nothing. */
export type Served = 'product' | 'empty';

const inputSchema = toolInput<object>({ type: 'object', properties: { query: { type: 'string' } } });
const ANSWER = { content: [{ type: 'text' as const, text: 'ok' }] };

function emptyServer(): McpServer {
  const server = new McpServer({ name: 'empty', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.registerTool('empty', { inputSchema }, async () => ANSWER);
  return server;
}

function productServer(live: LiveLibrary): McpServerFactory {
  const context = { library: () => live.current(), currentRepo: null, proposals: null };
  return async ({ era }) => createMcpServer(await live.current(), '1.0.0', context, { era });
}

/** Runs as a process of its own, which tells its address to the one that started it. */
async function serve(index: string, served: Served): Promise<void> {
  const live = await openLive(index, {}, () => undefined);
  const { url } = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    live,
    factory: served === 'empty' ? emptyServer : productServer(live),
    access: {},
    log: () => undefined,
    requestLog: 'none',
  });
  process.send?.(url);
}

if (process.send !== undefined) await serve(process.argv[2]!, process.argv[3] as Served);
