import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { McpServerFactory, ServerNotifier } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { nodeMachine } from '../inspect/node-machine.js';
import type { ProposeOptions } from '../propose/options.js';
import type { Fusion } from '../search/rank.js';
import type { LiveLibrary } from '../skill-library.js';
import type { Recorder } from '../usage/recorder.js';
import { announceChange, notifierOf } from './changes.js';
import { type OpenRequests, openRequests } from './open-requests.js';
import { answerRefused } from './refused-requests.js';
import { createMcpServer } from './server.js';
import { leftOutTeller } from './skills-extension/served-skills.js';
import { Subscriptions } from './subscriptions.js';
import type { ToolContext } from './tool.js';

export interface StdioOptions {
  readonly version: string;
  readonly currentRepo: string | null;
  readonly fusion: Fusion;
  /** How changes are proposed; null: they are not. */
  readonly proposals: ProposeOptions | null;
  /** Notes what becomes of the skills; null: nothing is noted. */
  readonly usage: Recorder | null;
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
  const { currentRepo, fusion, proposals, usage } = options;
  const library = () => live.current();
  const context = { library, currentRepo, fusion, proposals, usage, machine: nodeMachine() };
  const input = new PassThrough();
  const transport = new StdioServerTransport(input);
  const client = clientOf(live, context, options);
  const handle = serveStdio(client.factory, {
    transport,
    onerror: (error) => options.log(firstLine(error)),
  });
  const requests = openRequests(transport);
  const closed = whenClosed(transport);
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  // A client that is gone hears no answer.
  answerRefused(input, (answer) => void transport.send(answer).catch(() => undefined));
  process.stdin.pipe(input, { end: false });
  await Promise.race([closed, ended.then(() => lastAnswers(input, requests))]);
  client.close();
  await handle.close();
  input.destroy();
  process.stdin.destroy();
}

/** Makes the server of the one client, and tells that of changes; `factory` may be called again for another era. */
function clientOf(
  live: LiveLibrary,
  context: ToolContext,
  { version, log }: StdioOptions,
): { readonly factory: McpServerFactory; close(): void } {
  const tellLeftOut = leftOutTeller(log);
  const onError = (error: unknown): void => log(`A client was not told of a change: ${String(error)}`);
  let notify: ServerNotifier | null = null;
  const close = live.subscribe((change) => {
    tellLeftOut(change.after);
    if (notify !== null) announceChange(notify, change, context.currentRepo);
  });
  const factory: McpServerFactory = async ({ era }) => {
    const library = await live.current();
    const subscriptions = new Subscriptions();
    const server = createMcpServer(library, version, context, { era, subscriptions });
    const spelling = (uri: string) => (era === 'modern' ? uri : subscriptions.spelling(uri));
    notify = notifierOf(server, spelling, onError);
    tellLeftOut(library);
    return server;
  };
  return { factory, close };
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

/** A message that is no JSON-RPC gives a page of schema errors; that it was not taken is what matters. */
function firstLine({ message }: Error): string {
  return message.includes('\n') ? 'A message that is not JSON-RPC was not taken.' : message;
}
