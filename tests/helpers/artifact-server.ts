import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A request as it came, and the status that it was answered with. */
export interface SeenFetch {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  status: number;
}

/** A folder behind HTTP on 127.0.0.1, with ETags; what it does can be changed while it runs. */
export class ArtifactServer {
  readonly seen: SeenFetch[] = [];
  folder: string;
  /** Answers in place of the folder where it gives true. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  readonly #server = createServer((request, response) => this.#serve(request, response));

  constructor(folder: string) {
    this.folder = folder;
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const [path] = decodeURIComponent(request.url!).split('?');
    const seen: SeenFetch = { path: path!, headers: request.headers, status: 0 };
    this.seen.push(seen);
    response.on('finish', () => {
      seen.status = response.statusCode;
    });
    if (this.answer(request, response)) return;
    try {
      const bytes = readFileSync(join(this.folder, path!));
      const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else response.writeHead(200, { etag }).end(bytes);
    } catch {
      response.writeHead(404).end('not here');
    }
  }
}
