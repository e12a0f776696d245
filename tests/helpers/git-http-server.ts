import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull } from 'node:os';

/** `refs`: what a client asks first. `pack`: what it sends then. */
type GitRequestKind = 'refs' | 'pack';

/** An answer in place of git's; or the connection is cut before git runs, or within the answer when git is done. */
type Fault =
  | { readonly status: number; readonly text?: string; readonly headers?: Record<string, string> }
  | 'cut'
  | 'cut-answer';

/** What a test may change while the server runs. */
export interface GitHttpBehaviour {
  /** The only value of the Authorization header that is let in; null: everybody is. */
  authorization: string | null;
  fault: (kind: GitRequestKind, url: string) => Fault | null;
  /** Milliseconds that each request waits. */
  delay: number;
}

/** One request as it came. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  /** Bytes of the body, where it was read. */
  bytes: number;
}

/** Real git behind HTTP on 127.0.0.1: `git http-backend` for the repositories of a folder. */
export class GitHttpServer {
  readonly behaviour: GitHttpBehaviour = { authorization: null, fault: () => null, delay: 0 };
  readonly requests: SeenRequest[] = [];
  readonly #root: string;
  readonly #children = new Set<ChildProcess>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(root: string) {
    this.#root = root;
  }

  /** Starts to listen and gives the address, without a slash at its end. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const child of this.#children) killGroup(child);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const seen = { method, url, authorization: headers.authorization, bytes: 0 };
    this.requests.push(seen);
    const { authorization, delay } = this.behaviour;
    const fault = this.behaviour.fault(method === 'POST' ? 'pack' : 'refs', url);
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (fault === 'cut') return void request.socket.destroy();
    if (fault !== null && fault !== 'cut-answer') {
      return void response.writeHead(fault.status, fault.headers).end(fault.text ?? '');
    }
    if (authorization !== null && headers.authorization !== authorization) {
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('No entry.');
    }
    request.on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length;
    });
    this.#runGit(request, response, fault === 'cut-answer' ? 8 : Number.POSITIVE_INFINITY);
  }

  /** `limit`: number of bytes of git's answer behind which the connection is cut. */
  #runGit(request: IncomingMessage, response: ServerResponse, limit: number): void {
    const env = cgiEnvironment(this.#root, request);
    const child = spawn('git', ['http-backend'], { env, detached: true });
    this.#children.add(child);
    // It would wait for the rest of a body for ever, on a whole core.
    request.once('aborted', () => killGroup(child));
    child.on('close', () => this.#children.delete(child));
    child.stdin.on('error', () => {});
    request.pipe(child.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', () => {
      if (response.destroyed) return;
      const { status, headers, body } = splitCgi(Buffer.concat(chunks));
      response.writeHead(status, headers);
      if (body.length <= limit) return void response.end(body);
      response.write(body.subarray(0, limit), () => response.socket?.destroy());
    });
  }
}

/** Git runs its backend as a process of its own, which outlives it. */
function killGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function cgiEnvironment(root: string, request: IncomingMessage): NodeJS.ProcessEnv {
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    PATH: process.env.PATH,
    HOME: root,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    REMOTE_USER: 'tester',
    REMOTE_ADDR: '127.0.0.1',
    REQUEST_METHOD: request.method,
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    CONTENT_LENGTH: request.headers['content-length'],
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
    GIT_PROTOCOL: request.headers['git-protocol'] as string | undefined,
  };
}

function splitCgi(output: Buffer): { status: number; headers: Record<string, string>; body: Buffer } {
  const end = output.indexOf('\r\n\r\n');
  const headers: Record<string, string> = {};
  for (const line of output.toString('latin1', 0, end).split('\r\n')) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const status = Number.parseInt(headers.status ?? '200', 10);
  delete headers.status;
  return { status, headers, body: output.subarray(end + 4) };
}
