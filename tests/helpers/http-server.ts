import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { HttpLogEntry } from '../../runtime/http/log.js';
import { CLI, userFolders } from './cli.js';
import type { Era, LooseJson, ToolAnswer } from './mcp-client.js';

/** `skillgraft serve --http` as a process of its own, on a free port. */
export interface HttpProcess {
  readonly process: ChildProcessWithoutNullStreams;
  /** Without a slash at its end. */
  readonly url: string;
  /** What it has logged so far. */
  log(): HttpLogEntry[];
  /** All of standard error. */
  stderr(): string;
  /** Sends a signal and gives what the process ended with. */
  end(signal?: NodeJS.Signals): Promise<[number | null, NodeJS.Signals | null]>;
}

/** Starts a server and waits until it listens. */
export async function serveHttp(
  index: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<HttpProcess> {
  const child = spawn(process.execPath, [CLI, 'serve', '--http', '--port', '0', '--index', index, ...args], {
    // What is used is not noted in the state folder of whoever runs the tests.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      ...userFolders(),
      SKILLGRAFT_USAGE: 'off',
      ...env,
    },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const log = (): HttpLogEntry[] =>
    said
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as HttpLogEntry);
  const started = await untilTrue(
    () => log().find(({ event }) => event === 'start'),
    () => said,
  );
  return {
    process: child,
    url: String(started.url).replace(/\/mcp$/, ''),
    log,
    stderr: () => said,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Asks again and again until there is something. */
export async function untilTrue<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  said = () => '',
): Promise<T> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const found = await ask();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`it did not come about: ${said()}`);
}

/** The official client, connected over HTTP. */
export interface HttpConnection {
  readonly client: Client;
  call(tool: string, args: object): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export async function connectHttp(url: string, era: Era, token?: string): Promise<HttpConnection> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  return {
    client,
    async call(tool, args) {
      const result = await client.callTool({ name: tool, arguments: { ...args } });
      const [content] = result.content;
      return {
        text: content?.type === 'text' ? content.text : '',
        data: (result.structuredContent ?? {}) as LooseJson,
        isError: result.isError === true,
      };
    },
    close: () => client.close(),
  };
}

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A JSON-RPC request of the protocol of 2026-07-28, as fetch wants it. */
export function rpc(
  method: string,
  params: LooseJson,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  const name = params.name ?? params.uri;
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': VERSION,
      'Mcp-Method': method,
      ...(typeof name === 'string' && /^[\x20-\x7e]+$/.test(name) ? { 'Mcp-Name': name } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
  };
}

/** Sends bytes over a bare connection and gives what comes back until the server closes it, or is silent for so long. */
export async function rawExchange(url: string, text: string | Uint8Array, silence = 20_000): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    answer += piece;
  });
  socket.on('error', () => undefined);
  socket.setTimeout(silence, () => socket.destroy());
  socket.write(text);
  await once(socket, 'close');
  return answer;
}
