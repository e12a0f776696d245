import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CLI, userFolders } from './cli.js';

/** An answer as parsed from JSON, for assertions to look into. */
// biome-ignore lint/suspicious/noExplicitAny: a test that looks for what is not there fails, which is its work
export type LooseJson = Record<string, any>;

/** How a client finds the protocol's version: by asking first, or by the handshake of 2025 and before. */
export type Era = 'auto' | 'legacy';

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly args?: readonly string[];
}

/** What a tool answered: its text, its data, and whether it is an error. */
export interface ToolAnswer {
  readonly text: string;
  readonly data: LooseJson;
  readonly isError: boolean;
}

/** The official client, connected to a server. */
export interface Connection {
  readonly client: Client;
  /** What the server has said on standard error so far; empty where there is none. */
  stderr(): string;
  call(tool: string, args: object): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** Starts `skillgraft serve` and connects to it over a pipe. */
export async function connect(index: string, era: Era, options: ServerOptions = {}): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'serve', '--index', index, ...(options.args ?? [])],
    env: environment(options),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  return connectionOf(client, () => said);
}

/** A client that is connected, over whatever transport. */
export function connectionOf(client: Client, stderr: () => string = () => ''): Connection {
  return {
    client,
    stderr,
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

/** A server at the other end of a bare pipe: what is sent is any text, what comes back is counted line by line. */
export class RawServer {
  readonly process: ChildProcessWithoutNullStreams;
  /** Every line of standard output. */
  readonly lines: string[] = [];
  stderr = '';
  readonly #exit: Promise<[number | null, NodeJS.Signals | null]>;

  constructor(index: string, options: ServerOptions = {}) {
    const args = [CLI, 'serve', '--index', index, ...(options.args ?? [])];
    this.process = spawn(process.execPath, args, { env: environment(options), cwd: options.cwd });
    createInterface({ input: this.process.stdout, crlfDelay: 0 }).on('line', (line) => this.lines.push(line));
    this.process.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString('utf8');
    });
    this.process.stdin.on('error', () => undefined);
    this.#exit = once(this.process, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  }

  send(...messages: readonly (object | string)[]): void {
    for (const message of messages) {
      this.process.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
    }
  }

  /** Waits for the answer to a request. */
  async answer(id: number | string): Promise<LooseJson> {
    for (let tries = 0; tries < 1000; tries += 1) {
      const found = this.messages().find((message) => message.id === id);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no answer to ${id}; standard error: ${this.stderr}`);
  }

  /** Every line as JSON; throws where one is not. */
  messages(): LooseJson[] {
    return this.lines.map((line) => JSON.parse(line) as LooseJson);
  }

  /** Closes standard input and gives the exit code. */
  async end(): Promise<number | null> {
    this.process.stdin.end();
    return (await this.#exit)[0];
  }

  /** Sends a signal and gives what the process ended with. */
  async kill(signal: NodeJS.Signals): Promise<[number | null, NodeJS.Signals | null]> {
    this.process.kill(signal);
    return this.#exit;
  }
}

/** The handshake of 2025: send it first, wait for the answer to its id. */
export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1.0.0' },
  },
} as const;
export const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;

export function toolCall(id: number | string, name: string, args: object): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

function environment({ env }: ServerOptions): Record<string, string> {
  // A server leaves nothing in the state folder of whoever runs the tests.
  const user = { HOME: process.env.HOME ?? '', ...userFolders() };
  return { PATH: process.env.PATH ?? '', ...user, SKILLGRAFT_USAGE: 'off', ...env };
}
