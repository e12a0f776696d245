import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { fetch as fetchSocket, Miniflare, type MiniflareOptions } from 'miniflare';
import { bundleWorker } from '../../build/tools/edge-bundle.js';
import { type Connection, connectionOf, type Era } from './mcp-client.js';

export const TOKEN = 'a-token-of-the-tests';

/** What `wrangler` is told in the README, as miniflare takes it. */
const COMPATIBILITY_DATE = '2026-04-01';
const NAME = 'skills';

/** The worker in workerd, behind a real port. */
export interface RunningWorker {
  readonly url: URL;
  /** What it has logged so far, a line each. */
  readonly log: readonly string[];
  /** A request with the token; `headers` replace what is sent. */
  fetch(
    path: string,
    init?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
  connect(era: Era): Promise<Connection>;
  /** Bytes that the worker's isolate uses now, its garbage and what lies outside of the heap included. */
  memory(): Promise<number>;
  dispose(): Promise<void>;
}

export interface WorkerSetup {
  /** Folder that is bound as ASSETS. */
  readonly assets?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The worker's text; the bundle where absent. */
  readonly script?: string;
}

let bundled: Promise<string> | undefined;

/** The text of the worker, bundled from the sources once a test file. */
export function workerText(): Promise<string> {
  bundled ??= bundleWorker().then(({ code }) => code);
  return bundled;
}

/** False, with a word about it, where workerd cannot run. */
export async function hasWorkerd(): Promise<boolean> {
  const script = 'export default { fetch: () => new Response("here") }';
  const worker = await startWorker({ script }).catch((error: unknown) => {
    console.warn(`skipped: workerd cannot be started: ${String(error).slice(0, 200)}`);
    return null;
  });
  await worker?.dispose();
  return worker !== null;
}

export async function startWorker({ assets, env, script }: WorkerSetup): Promise<RunningWorker> {
  const log: string[] = [];
  const options: MiniflareOptions = {
    modules: [{ type: 'ESModule', path: 'worker.js', contents: script ?? (await workerText()) }],
    modulesRoot: '/',
    name: NAME,
    host: '127.0.0.1',
    port: 0,
    inspectorPort: 0,
    compatibilityDate: COMPATIBILITY_DATE,
    bindings: { SKILLGRAFT_TOKEN: TOKEN, ...env },
    handleStructuredLogs: ({ message }: { message: string }) => void log.push(message),
    ...(assets === undefined ? {} : { assets: assetOptions(assets) }),
  };
  const miniflare = new Miniflare(options);
  const url = await miniflare.ready;
  const headers = { Authorization: `Bearer ${TOKEN}` };
  return {
    url,
    log,
    fetch: (path, init = {}) => send(new URL(path, url), { ...headers, ...init.headers }, init.method),
    connect: (era) => connectTo(new URL('/mcp', url), era, headers),
    memory: async () => heapUsage(await miniflare.getInspectorURL()),
    dispose: () => miniflare.dispose(),
  };
}

/** Asks the isolate over the protocol of its inspector. */
async function heapUsage(inspector: URL): Promise<number> {
  const address = new URL(`/core:user:${NAME}`, inspector);
  address.protocol = 'http:';
  const { webSocket } = await fetchSocket(address, { headers: { Upgrade: 'websocket' } });
  webSocket!.accept();
  try {
    return await new Promise((resolve) => {
      webSocket!.addEventListener('message', ({ data }) => {
        const { result } = JSON.parse(String(data));
        if (result?.usedSize === undefined) return;
        resolve(result.usedSize + result.embedderHeapUsedSize + result.backingStorageSize);
      });
      webSocket!.send(JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' }));
    });
  } finally {
    webSocket!.close();
  }
}

/** As `fetch` does, and with any Host header. */
function send(url: URL, headers: Record<string, string>, method = 'GET'): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const status = answer.statusCode!;
        const body = status === 304 ? null : Buffer.concat(chunks);
        resolve(new Response(body, { status, headers: answer.headers as Record<string, string> }));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The worker is asked first, so that no file is given away without its token. */
function assetOptions(directory: string) {
  return {
    directory,
    binding: 'ASSETS',
    assetConfig: { html_handling: 'none' },
    routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
  } as const;
}

async function connectTo(url: URL, era: Era, headers: Record<string, string>): Promise<Connection> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return connectionOf(client);
}
