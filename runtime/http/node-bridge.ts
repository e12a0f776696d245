import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from './answers.js';
import { acceptedEncoding, compress, isCompressible } from './compression.js';
import type { HttpHandler } from './handler.js';
import type { RequestTrace } from './trace.js';

/** Milliseconds that a caller may go on sending a body that nobody reads. */
const LINGER = 2_000;

/**
 * Answers one request of node:http by a handler; settles when the answer is sent or the caller has gone. Gives the bytes
 * of the body that were sent.
 */
export async function answerNode(
  handler: HttpHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  trace: RequestTrace,
): Promise<number> {
  const gone = new AbortController();
  incoming.once('error', () => gone.abort());
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const response = isPlainTarget(incoming.url)
    ? await handler.fetch(toRequest(incoming, gone.signal), {
        trace,
        readBody: (limit) => readBody(incoming, limit),
      })
    : refuse('', { status: 400, code: 'path-malformed', message: 'The path is malformed.' });
  if (gone.signal.aborted) {
    await response.body?.cancel().catch(() => undefined);
    return 0;
  }
  if (!incoming.complete) cutLater(incoming);
  return send(response, incoming, outgoing, gone.signal);
}

/** A path from the root, without what an address parser would tidy up. */
function isPlainTarget(target = ''): boolean {
  const [path = ''] = target.split('?', 1);
  return /^\/[^\\#]*$/.test(path) && !/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}

/** The Host header is only data here: it never becomes part of the address. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  const { rawHeaders } = incoming;
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  return new Request(`http://localhost${incoming.url}`, { method: incoming.method!, headers, signal });
}

async function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  if (Number(incoming.headers['content-length']) > limit) return null;
  const pieces: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    incoming.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= limit) return void pieces.push(piece);
      pieces.length = 0;
      resolve(null);
    });
    incoming.once('end', () => resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)));
    incoming.once('error', reject);
  });
}

/** Lets a caller who is still sending read the answer first. */
function cutLater(incoming: IncomingMessage): void {
  incoming.resume();
  const timer = setTimeout(() => {
    if (!incoming.complete) incoming.socket.destroy();
  }, LINGER);
  incoming.once('close', () => clearTimeout(timer));
  timer.unref();
}

async function send(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<number> {
  const headers = headersOf(response);
  const type = headers['content-type'] ?? '';
  if (type.startsWith('text/event-stream')) return stream(response, headers, outgoing, gone);
  const body = response.body === null ? null : new Uint8Array(await response.arrayBuffer());
  const sent = await encoded(response.status, headers, body, incoming);
  if (gone.aborted) return 0;
  if (sent !== null) headers['content-length'] = String(sent.length);
  outgoing.writeHead(response.status, headers);
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    outgoing.end(sent ?? undefined, resolve);
  });
  return sent?.length ?? 0;
}

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries(response.headers);
}

/** Compresses where that is wanted and worth it, and says so; a tag is weak then, as the bytes are others. */
async function encoded(
  status: number,
  headers: Record<string, string>,
  body: Uint8Array | null,
  incoming: IncomingMessage,
): Promise<Uint8Array | null> {
  if (!isCompressible(headers['content-type'] ?? '')) return body;
  headers.vary = headers.vary === undefined ? 'Accept-Encoding' : `${headers.vary}, Accept-Encoding`;
  const encoding = acceptedEncoding(incoming.headers['accept-encoding']);
  if (body === null || encoding === null || status === 206) return body;
  const smaller = await compress(body, encoding);
  if (smaller === null) return body;
  headers['content-encoding'] = encoding;
  if (headers.etag !== undefined) headers.etag = `W/${headers.etag}`;
  return smaller;
}

async function stream(
  response: Response,
  headers: Record<string, string>,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<number> {
  let size = 0;
  outgoing.writeHead(response.status, headers);
  outgoing.flushHeaders();
  const reader = response.body!.getReader();
  gone.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    if (done || gone.aborted) break;
    size += value.length;
    if (!outgoing.write(value)) await drained(outgoing);
  }
  outgoing.end();
  return size;
}

async function drained(outgoing: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = (): void => {
      outgoing.off('drain', go);
      outgoing.off('close', go);
      resolve();
    };
    outgoing.once('drain', go);
    outgoing.once('close', go);
  });
}
