import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInto } from '../../helpers/built-case.js';
import { hasWorkerd, type RunningWorker, startWorker, TOKEN, workerText } from '../../helpers/edge-worker.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

/** Serves a folder with tags, as hosts of static files do; `state` says what goes wrong. */
interface Host {
  readonly folder: string;
  readonly address: string;
  state: 'good' | 'down' | 'slow';
  /** Paths that were asked for, and the status that was given. */
  readonly asked: string[];
  close(): void;
}

async function hostFolder(folder: string): Promise<Host> {
  const asked: string[] = [];
  const server: Server = createServer(async (request, response) => {
    if (host.state === 'slow') await wait(500);
    const path = decodeURIComponent(new URL(request.url!, 'http://x').pathname);
    const answer = (status: number, headers: Record<string, string> = {}, body?: Buffer): void => {
      asked.push(`${path} ${status}`);
      response.writeHead(status, headers).end(body);
    };
    if (host.state === 'down') return answer(500);
    try {
      const bytes = readFileSync(join(folder, path));
      const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
      if (request.headers['if-none-match'] === etag) return answer(304);
      answer(200, { ETag: etag }, bytes);
    } catch {
      answer(404);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host: Host = {
    folder,
    address: `http://127.0.0.1:${port}/`,
    state: 'good',
    asked,
    close: () => void server.close(),
  };
  return host;
}

/** Asks until an answer is as wanted. */
async function until<T>(ask: () => Promise<T>, isIt: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    if (tries === 100) throw new Error(`still ${JSON.stringify(answer)}`);
    await wait(100);
  }
}

const isThere = await hasWorkerd();

describe.skipIf(!isThere)('the artifact of a worker in workerd', () => {
  const temp = tempFolder();
  let sample: SampleRepo;
  let host: Host;
  let worker: RunningWorker;
  beforeAll(async () => {
    sample = await sampleRepo();
    cpSync(sample.out, join(temp.dir, 'dist'), { recursive: true });
    host = await hostFolder(join(temp.dir, 'dist'));
    const env = { SKILLGRAFT_INDEX: host.address, SKILLGRAFT_LOOK_EVERY: '1' };
    worker = await startWorker({ env });
  });
  afterAll(async () => {
    await worker?.dispose();
    host.close();
    sample.dispose();
    temp.dispose();
  });

  const ready = async () => {
    const response = await worker.fetch('/readyz');
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('is waited for by 503, and opened when it is there', async () => {
    host.state = 'down';
    const response = await worker.fetch('/mcp', { method: 'POST' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
    ]);
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.stringContaining('index.json answered 500') },
    });
    expect((await worker.fetch('/healthz')).status).toBe(200);
    host.state = 'good';
    const opened = await until(ready, ({ status }) => status === 200);
    expect(opened.body).toMatchObject({ skills: 8 });
  });

  it('is opened once for all who ask at first, even where the first one goes away', async () => {
    const fresh = await startWorker({ env: { SKILLGRAFT_INDEX: host.address } });
    host.state = 'slow';
    host.asked.length = 0;
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const gone = fetch(new URL('/readyz', fresh.url), { headers, signal: AbortSignal.timeout(200) });
    await expect(gone).rejects.toThrow();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => fresh.fetch('/readyz')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(host.asked).toEqual(['/index.json 200']);
    host.state = 'good';
    await fresh.dispose();
  });

  it('is asked for by its tag, and read again where it was replaced', async () => {
    const before = (await ready()).body.digest;
    host.asked.length = 0;
    await until(ready, () => host.asked.includes('/index.json 304'));
    expect(host.asked).not.toContain('/index.json 200');
    sample.repo.write('skills/new-lamp/SKILL.md', '---\nname: new-lamp\ndescription: A lamp.\n---\n\nOn.\n');
    sample.repo.commit('add a lamp');
    await buildInto(sample.repo.dir, { out: host.folder });
    const after = await until(ready, ({ body }) => body.digest !== before);
    expect(after.body).toMatchObject({ status: 'ready', skills: 9 });
    const server = await worker.connect('auto');
    expect((await server.call('get_skill', { name: 'new-lamp' })).data.body).toContain('On.');
    await server.close();
    expect(worker.log.join('\n')).toContain('"reloaded"');
  });

  it('stays the last good one where the next one is broken or gone', async () => {
    const before = (await ready()).body;
    const file = join(host.folder, 'index.json');
    const bytes = readFileSync(file);
    const flipped = Uint8Array.from(bytes);
    flipped[25]! ^= 1;
    writeFileSync(file, flipped);
    await until(ready, () => worker.log.some((line) => line.includes('artifact-broken')));
    const { notices, ...after } = (await ready()).body;
    expect(after).toMatchObject({ digest: before.digest, commit: before.commit });
    expect(notices).toContainEqual({
      code: 'artifact-broken',
      message: expect.stringContaining('its bytes'),
    });
    rmSync(file);
    await until(ready, () => worker.log.some((line) => line.includes('artifact-file-missing')));
    expect(await ready()).toMatchObject({ status: 200, body: { digest: before.digest } });
    writeFileSync(file, bytes);
  });

  it('is looked at anew at once where a file is not the one of the index', async () => {
    const server = await worker.connect('auto');
    sample.repo.write('skills/new-lamp/SKILL.md', '---\nname: new-lamp\ndescription: A lamp.\n---\n\nOff.\n');
    sample.repo.commit('switch it off');
    await buildInto(sample.repo.dir, { out: host.folder });
    await server.call('get_skill', { name: 'new-lamp' });
    const second = await server.call('get_skill', { name: 'new-lamp' });
    await server.close();
    expect(second).toMatchObject({ isError: false, data: { body: expect.stringContaining('Off.') } });
  });
});

describe.skipIf(!isThere)('a worker in workerd', () => {
  const temp = tempFolder();
  afterAll(() => temp.dispose());

  const answerOf = async (setup: Parameters<typeof startWorker>[0], path = '/readyz') => {
    const worker = await startWorker(setup);
    try {
      const response = await worker.fetch(path);
      return { status: response.status, body: await response.json() };
    } finally {
      await worker.dispose();
    }
  };

  it('with a broken artifact says so', async () => {
    const assets = join(temp.dir, 'broken');
    mkdirSync(assets);
    writeFileSync(join(assets, 'index.json'), '{"format":');
    const error = { code: 'artifact-broken', hint: expect.stringMatching(/skillgraft build/) };
    expect(await answerOf({ assets })).toMatchObject({ status: 503, body: { error } });
  });

  it('is for everybody where that is said', async () => {
    const sample = await sampleRepo();
    const env = { SKILLGRAFT_TOKEN: '', SKILLGRAFT_PUBLIC: 'yes' };
    expect(await answerOf({ assets: sample.out, env })).toMatchObject({ status: 200, body: { skills: 8 } });
    sample.dispose();
  });

  it('takes an artifact that is bundled with it', async () => {
    const sample = await sampleRepo();
    const index = readFileSync(join(sample.out, 'index.json'), 'utf8');
    const text = readFileSync(join(sample.out, 'skills/clip-wick/SKILL.md'), 'utf8');
    const files = JSON.stringify({ 'skills/clip-wick/SKILL.md': text });
    sample.dispose();
    const worker = (await workerText()).replace(
      /export\s*\{\s*(\w+) as createWorker,\s*\w+ as default\s*\};?\s*$/,
      '',
    );
    const name = /export\s*\{\s*(\w+) as createWorker/.exec(await workerText())![1];
    const script = `${worker}\nexport default ${name}({ index: ${index}, files: ${files} });`;
    const path = '/skills/clip-wick/SKILL.md';
    const running = await startWorker({ script });
    expect(await (await running.fetch(path)).text()).toBe(text);
    expect((await running.fetch('/readyz')).status).toBe(200);
    expect((await running.fetch('/skills/api-cache/SKILL.md')).status).toBe(503);
    await running.dispose();
  });
});
