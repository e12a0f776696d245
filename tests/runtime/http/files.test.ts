import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';
import { type Served, serveHere } from './served.js';

let sample: SampleRepo;
let server: Served;
beforeAll(async () => {
  sample = await sampleRepo();
  server = await serveHere(sample.out);
});
afterAll(async () => {
  await server.stop();
  sample.dispose();
});

function sha(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

async function get(path: string, headers: Record<string, string> = {}, from = server) {
  const response = await fetch(from.url + path, { headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe('the index', () => {
  it('can be opened by its address, with all that it names', async () => {
    const [there, here] = await Promise.all([openIndex(server.url), openIndex(sample.out)]);
    expect(there.artifact).toEqual(here.artifact);
    for (const skill of there.skills) {
      for (const { path, digest } of (await there.get(skill.path)).files)
        expect(sha((await there.file(skill.path, path)).bytes)).toBe(digest);
    }
  });

  it('is the one that was opened, also where its file is another by now', async () => {
    const { dir, dispose } = tempFolder();
    const file = join(dir, 'index.json');
    const whole = readFileSync(join(sample.out, 'index.json'));
    writeFileSync(file, whole);
    const own = await serveHere(dir);
    for (const broken of ['{}', whole.toString().replace('"clip-wick"', '"clip-wack"')]) {
      writeFileSync(file, broken);
      expect((await get('/index.json', {}, own)).bytes.equals(whole)).toBe(true);
    }
    await own.stop();
    dispose();
  });

  it('is not sent again to those who have it', async () => {
    const first = await get('/index.json');
    const etag = first.headers.get('etag')!;
    const again = await get('/index.json', { 'If-None-Match': etag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers.get('etag')).toBe(etag.replace(/^W\//, ''));
  });
});

describe('an answer', () => {
  const path = '/skills/odd-text/SKILL.md';

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['br;q=0', null],
  ])('is compressed for %s: %s', async (accept, encoding) => {
    const { headers, bytes } = await get('/index.json', { 'Accept-Encoding': accept });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
    expect(headers.get('etag')?.startsWith('W/')).toBe(encoding !== null);
    expect(bytes.equals(readFileSync(join(sample.out, 'index.json')))).toBe(true);
  });

  it('that is short, or a part, is not', async () => {
    for (const headers of [{}, { Range: 'bytes=0-2000' }]) {
      const answer = await get(headers.Range === undefined ? path : '/index.json', headers);
      expect(answer.headers.get('content-encoding')).toBeNull();
      expect(answer.headers.get('etag')).not.toContain('W/');
    }
  });

  it.each([
    ['/skills/clip-wick/SKILL.md', 'text/markdown; charset=utf-8'],
    ['/skills/odd-text/nul.txt', 'text/plain; charset=utf-8'],
    ['/skills/clip-wick/data/blob.bin', 'application/octet-stream'],
    ['/index.json', 'application/json'],
  ])('to %s is %s, and no browser makes more of it', async (asked, type) => {
    const { headers } = await get(asked);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('is not shared by caches where a token is asked for', async () => {
    const own = await serveHere(sample.out, { access: { token: 'a-token-of-sixteen' } });
    const { status, headers } = await get(path, { Authorization: 'Bearer a-token-of-sixteen' }, own);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    await own.stop();
  });

  it('tells of a file that is not the indexed one, and does not send it', async () => {
    const { dir, dispose } = tempFolder();
    execFileSync('cp', ['-r', `${sample.out}/.`, dir]);
    mkdirSync(join(dir, 'skills/clip-wick'), { recursive: true });
    writeFileSync(join(dir, 'skills/clip-wick/tips.md'), 'another text');
    const own = await serveHere(dir);
    const { status, bytes } = await get('/skills/clip-wick/tips.md', {}, own);
    expect([status, JSON.parse(String(bytes)).error.code]).toEqual([503, 'file-changed']);
    expect((await get('/.well-known/agent-skills/index.json', {}, own)).bytes.toString()).not.toContain(
      'clip-wick',
    );
    await own.stop();
    dispose();
  });
});

describe('discovery', () => {
  it('lists each skill of a name once, with the digest of what its address gives', async () => {
    const index = JSON.parse(String((await get('/.well-known/agent-skills/index.json')).bytes));
    expect(index.$schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    const names = index.skills.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toContain('pack-bag');
    for (const { url, digest } of index.skills) expect(sha((await get(url)).bytes), url).toBe(digest);
    const { notices } = JSON.parse(String((await get('/readyz')).bytes));
    expect(notices).toEqual([expect.objectContaining({ code: 'discovery-omitted' })]);
  });

  it('gives a skill of several files as an archive, the same bytes each time', async () => {
    const path = '/.well-known/agent-skills/clip-wick.tar.gz';
    const [first, second] = [await get(path), await get(path)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
    expect(first.headers.get('content-type')).toBe('application/gzip');
    const { dir, dispose } = tempFolder();
    execFileSync('tar', ['-xzf', '-', '-C', dir], { input: first.bytes });
    for (const file of ['SKILL.md', 'tips.md', 'data/blob.bin'])
      expect(readFileSync(join(dir, file)).equals((await get(`/skills/clip-wick/${file}`)).bytes), file).toBe(
        true,
      );
    dispose();
  });
});

describe('pages of other origins', () => {
  const origin = 'https://app.example.com';
  let own: Served;
  beforeAll(async () => {
    own = await serveHere(sample.out, { access: { origins: [origin], token: 'a-token-of-sixteen' } });
  });
  afterAll(() => own.stop());

  it('may ask beforehand where they are allowed, without the token', async () => {
    const ask = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization, mcp-method',
    };
    const response = await fetch(`${own.url}/mcp`, {
      method: 'OPTIONS',
      headers: { Origin: origin, ...ask },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization, mcp-method');
    const other = await fetch(`${own.url}/mcp`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.com', ...ask },
    });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('may read answers and refusals, and nobody else hears of that', async () => {
    const asked = await get('/readyz', { Origin: origin, Authorization: 'Bearer a-token-of-sixteen' }, own);
    const refused = await get('/readyz', { Origin: origin }, own);
    expect([asked, refused].map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([
      origin,
      origin,
    ]);
    expect([asked.status, refused.status]).toEqual([200, 401]);
    const local = await get('/healthz', { Origin: 'http://localhost:3000' }, own);
    expect([local.status, local.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});
