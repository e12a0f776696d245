import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ProposeOptions } from '../propose/options.js';
import type { Fusion } from '../search/rank.js';
import type { LiveLibrary } from '../skill-library.js';
import { type OpenRequests, openRequests } from './open-requests.js';
import { createMcpServer } from './server.js';

export interface StdioOptions {
  readonly version: string;
  readonly currentRepo: string | null;
  readonly fusion: Fusion;
  /** How changes are proposed; null: they are not. */
  readonly proposals: ProposeOptions | null;
  /** Hears what goes wrong outside of a request; standard output belongs to the protocol. */
  readonly log: (message: string) => void;
}

/** Milliseconds that the end of standard input waits for requests that are still being answered. */
const LAST_ANSWERS = 30_000;

/**
 * Serves one client over standard input and output until it closes them. The transport drops what is unanswered as
 * soon as its input ends; here the end is held back, so that requests from a pipe are answered.
 */
export async function serveOverStdio(live: LiveLibrary, options: StdioOptions): Promise<void> {
  const { currentRepo, fusion, proposals } = options;
  const context = { library: () => live.current(), currentRepo, fusion, proposals };
  const input = new PassThrough();
  const transport = new StdioServerTransport(input);
  const handle = serveStdio(async () => createMcpServer(await live.current(), options.version, context), {
    transport,
    onerror: (error) => options.log(firstLine(error)),
  });
  const requests = openRequests(transport);
  const closed = whenClosed(transport);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  process.stdin.pipe(input, { end: false });
  await Promise.race([closed, ended.then(() => lastAnswers(input, requests))]);
  await handle.close();
  input.destroy();
  process.stdin.destroy();
}

/** Settles when the transport is closed, by whichever side. */
function whenClosed(transport: StdioServerTransport): Promise<void> {
  const close = transport.onclose;
  return new Promise((resolve) => {
    transport.onclose = () => {
      close?.();
      resolve();
    };
  });
}

/** Waits until what was read is handed on, and answered. */
async function lastAnswers(input: PassThrough, requests: OpenRequests): Promise<void> {
  while (input.readable && input.writableLength + input.readableLength > 0) await nextTurn();
  await nextTurn();
  await requests.answered(LAST_ANSWERS);
}

/** A message that is no JSON-RPC gives a page of schema errors; that it was ignored is what matters. */
function firstLine({ message }: Error): string {
  return message.includes('\n') ? 'A message that is not JSON-RPC was ignored.' : message;
}
