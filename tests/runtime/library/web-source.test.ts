import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noEmbedder } from '../../../runtime/embed/none.js';
import { fetchLimited } from '../../../runtime/files/fetch-limited.js';
import type { LibrarySource } from '../../../runtime/library/source.js';
import { type WebSettings, webSource } from '../../../runtime/library/web-source.js';
import { latestText } from '../../../schema/latest.js';
import { ArtifactServer } from '../../helpers/artifact-server.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { buildInto, type TwoVersions, twoVersions } from '../../helpers/skills-repo.js';

const temp = tempFolder();
const [first, second] = [join(temp.dir, 'first'), join(temp.dir, 'second')];
let two: TwoVersions;
let server: ArtifactServer;
let count = 0;
let cache: string;
beforeAll(async () => {
  two = twoVersions(join(temp.dir, 'repo'));
  await buildInto({ repo: two.repo.dir, ref: two.v1, out: first });
  await buildInto({ repo: two.repo.dir, ref: two.v2, out: second });
});
beforeEach(async () => {
  cache = join(temp.dir, `cache-${count++}`);
  server = await new ArtifactServer(first).start();
});
afterEach(() => server.stop());
afterAll(() => temp.dispose());

/** What a fresh process would have. */
function open(more: Partial<LibrarySource> = {}, settings: Partial<WebSettings> = {}) {
  const source: LibrarySource = { name: 'web', scope: 'project', ...more, index: more.index ?? server.url };
  return webSource(source, { embedder: noEmbedder }, { cache, refresh: 0, insecure: false, ...settings });
}

async function state(live: ReturnType<typeof open>) {
  const { index, problem } = await live.look();
  return [index?.artifact.source.commit ?? null, problem?.code ?? null];
}

/** Looks until it is as expected; each look starts a question that the next one may have the answer of. */
async function eventually(live: ReturnType<typeof open>, expected: readonly unknown[]): Promise<void> {
  await expect.poll(() => state(live), { timeout: 10_000, interval: 20 }).toEqual(expected);
}

/** All files of the cache: path and content. */
function cached(): string[] {
  const paths = readdirSync(cache, { recursive: true }).map(String);
  return paths.map((path) => join(cache, path)).filter((path) => statSync(path).isFile());
}

describe('an index on the web', () => {
  it('is fetched once, then asked for by its ETag, and by files that are not there yet', async () => {
    expect(await state(open())).toEqual([two.v1, null]);
    const again = open();
    expect(await state(again)).toEqual([two.v1, null]);
    expect(server.seen.map(({ path, status }) => [path, status])).toEqual([
      ['/index.json', 200],
      ['/index.json', 304],
    ]);
    for (let i = 0; i < 3; i += 1) {
      const { index } = await open().look();
      expect((await index!.get('changed')).body).toContain('One.');
    }
    expect(server.seen.filter(({ path }) => path.endsWith('SKILL.md'))).toHaveLength(1);
    expect(cached().some((path) => path.includes('127.0.0.1'))).toBe(false);
  });

  it('is not asked for again before its time', async () => {
    expect(await state(open())).toEqual([two.v1, null]);
    server.seen.length = 0;
    expect(await state(open({}, { refresh: 60_000 }))).toEqual([two.v1, null]);
    expect(server.seen).toEqual([]);
  });

  it('is taken up when it changed, and the one that was there answers meanwhile', async () => {
    const live = open();
    expect(await state(live)).toEqual([two.v1, null]);
    server.folder = second;
    expect(await state(live)).toEqual([two.v1, null]);
    await eventually(live, [two.v2, null]);
    expect(await state(open())).toEqual([two.v2, null]);
  });

  it('is the last good one where the server is gone, is broken, or has what cannot be used', async () => {
    const live = open();
    expect(await state(live)).toEqual([two.v1, null]);
    server.answer = (_, response) => Boolean(response.writeHead(500).end());
    await eventually(live, [two.v1, 'artifact-unreachable']);
    server.answer = (_, response) => Boolean(response.end('{"broken": true}'));
    await eventually(live, [two.v1, 'artifact-broken']);
    expect(await state(open())).toEqual([two.v1, 'artifact-broken']);
    server.answer = (_, response) => Boolean(response.destroy());
    expect(await state(open())).toEqual([two.v1, 'artifact-unreachable']);
    server.answer = () => false;
    server.folder = second;
    await eventually(live, [two.v2, null]);
    rmSync(cache, { recursive: true });
    server.answer = (_, response) => Boolean(response.destroy());
    expect(await state(open())).toEqual([null, 'artifact-unreachable']);
  });

  it('is fetched again where the cache is damaged', async () => {
    expect(await state(open())).toEqual([two.v1, null]);
    for (const path of cached()) {
      const bytes = readFileSync(path);
      writeFileSync(path, 'damaged');
      expect(await state(open())).toEqual([two.v1, null]);
      expect(readFileSync(path).length).toBeGreaterThan('damaged'.length);
      writeFileSync(path, bytes);
    }
    const skill = await open().look();
    await skill.index!.get('changed');
    for (const path of cached()) if (!path.endsWith('head.json')) writeFileSync(path, 'damaged');
    expect((await (await open().look()).index!.get('changed')).body).toContain('One.');
  });

  it('is refused where it is not the pinned one, and the pinned one goes on', async () => {
    const digest = `sha256:${createHash('sha256')
      .update(readFileSync(join(first, 'index.json')))
      .digest('hex')}`;
    const live = open({ digest });
    expect(await state(live)).toEqual([two.v1, null]);
    server.folder = second;
    await eventually(live, [two.v1, 'artifact-not-pinned']);
    expect(await state(open({ digest }))).toEqual([two.v1, 'artifact-not-pinned']);
    expect(await state(open())).toEqual([two.v2, null]);
    expect(await state(open({ digest }))).toEqual([null, 'artifact-not-pinned']);
  });

  it('may be read by several at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => state(open())));
    expect(all).toEqual(all.map(() => [two.v1, null]));
    expect(cached().filter((path) => /\.\d+-/.test(path))).toEqual([]);
  });

  it('loses what nobody has read for a month', async () => {
    await state(open());
    const old = cached().find((path) => !path.endsWith('head.json'))!;
    const then = new Date(Date.now() - 40 * 86_400_000);
    const forgotten = `${old.slice(0, -4)}0000`;
    writeFileSync(forgotten, 'x');
    utimesSync(forgotten, then, then);
    server.folder = second;
    await eventually(open(), [two.v2, null]);
    await expect.poll(() => cached().includes(forgotten)).toBe(false);
  });

  it('sends credentials to the server alone, and shows and keeps none', async () => {
    const index = server.url.replace('http://', 'http://me:s3cret%20word@').concat('/dist?token=t0ken');
    server.answer = (request, response) => {
      if (
        request.headers.authorization !== `Basic ${btoa('me:s3cret word')}` ||
        !request.url!.includes('t0ken')
      )
        return Boolean(response.writeHead(401).end());
      request.url = request.url!.replace('/dist', '').replace('?token=t0ken', '');
      const path = join(first, decodeURIComponent(request.url));
      return Boolean(response.end(readFileSync(path)));
    };
    const { index: opened } = await open({ index }).look();
    expect((await opened!.get('changed')).body).toContain('One.');
    expect(opened!.location).toBe(`${server.url}/dist/index.json`);
    const kept = cached().map((path) => `${path}\n${readFileSync(path, 'latin1')}`);
    expect(kept.filter((text) => /s3cret|t0ken/.test(text))).toEqual([]);
    const { problem } = await open({ index: index.replace('t0ken', 'other') }).look();
    expect(problem!.code).toBe('artifact-file-missing');
    expect(`${problem!.message} ${problem!.hint}`).not.toMatch(/s3cret|other/);
  });

  it('sends a token to the origins that it is for, and says where one is wanted', async () => {
    server.answer = ({ headers }, response) =>
      headers.authorization !== 'Bearer t0ken' && Boolean(response.writeHead(401).end());
    const origins = new Set([server.url]);
    const { index } = await open({}, { token: { text: 't0ken', origins } }).look();
    expect((await index!.get('changed')).body).toContain('One.');
    rmSync(cache, { recursive: true });
    for (const token of [
      { text: 't0ken', origins: new Set(['https://example.com']) },
      { text: 'other', origins },
    ]) {
      const { problem } = await open({}, { token }).look();
      expect(problem!.hint).toContain('SKILLGRAFT_INDEX_TOKEN');
    }
    const own = server.url.replace('http://', 'http://me:secret@');
    server.seen.length = 0;
    await open({ index: own }, { token: { text: 't0ken', origins } }).look();
    expect(server.seen[0]!.headers.authorization).toBe(`Basic ${btoa('me:secret')}`);
  });

  it('has its files fetched ahead, up to so many bytes, so that they are there offline', async () => {
    const fetched = () =>
      server.seen.filter(({ path, status }) => path.includes('/skills/') && status === 200);
    await open({}, { prefetch: 10 }).look();
    const { index } = await open({}, { prefetch: 1_000_000 }).look();
    const all = index!.skills.flatMap(({ resources }) => resources);
    await expect.poll(() => fetched().length, { timeout: 10_000 }).toBe(all.length);
    const address = server.url;
    await server.stop();
    const { index: offline } = await open({ index: address }).look();
    for (const { path } of offline!.skills) expect((await offline!.get(path)).body).not.toBe('');
    server = await new ArtifactServer(first).start();
  });

  it('is given up where it comes byte by byte, or takes too long', async () => {
    server.answer = (_, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
      return true;
    };
    const url = new URL(server.url);
    for (const limits of [
      { silence: 200, total: 60_000 },
      { silence: 60_000, total: 200 },
    ])
      await expect(fetchLimited(url, {}, { ...limits, bytes: 1_000_000 })).rejects.toMatchObject({
        code: 'artifact-unreachable',
        message: expect.stringContaining('is too slow'),
      });
  });

  it.each([
    ['http://example.com/dist', 'address-not-encrypted'],
    ['http://localhost.example.com/dist', 'address-not-encrypted'],
    ['http://', 'artifact-location'],
  ])('at %s is refused', async (index, code) => {
    expect(await state(open({ index }))).toEqual([null, code]);
  });

  it('is not followed to where it should not be', async () => {
    const other = await new ArtifactServer(first).start();
    let target = '';
    server.answer = (request, response) => {
      if (!request.url!.startsWith('/moved')) return false;
      return Boolean(response.writeHead(302, { location: target }).end());
    };
    target = `${other.url}/index.json`;
    const moved = server.url.replace('http://', 'http://me:secret@').concat('/moved');
    expect(await state(open({ index: moved }))).toEqual([two.v1, null]);
    expect(other.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    for (target of [
      'http://example.com/index.json',
      'file:///etc/passwd',
      'gopher://x',
      '/moved/again',
      'http://[',
    ]) {
      rmSync(cache, { recursive: true, force: true });
      expect(await state(open({ index: `${server.url}/moved` }))).toEqual([null, 'artifact-unreachable']);
    }
    await other.stop();
  });
});

describe('what publish makes, on the web', () => {
  /** A published folder whose latest version is one of the two. */
  function publish(site: string, version: 'v1' | 'v2'): void {
    cpSync(version === 'v1' ? first : second, join(site, 'versions', version), { recursive: true });
    const index = `versions/${version}/index.json`;
    writeFileSync(join(site, 'latest.json'), latestText({ index, versions: [`versions/${version}`] }));
  }

  it('is a folder that is followed by its latest.json, asked for by ETag and read offline', async () => {
    const site = join(temp.dir, 'site');
    publish(site, 'v1');
    server.folder = site;
    const live = open();
    expect(await state(live)).toEqual([two.v1, null]);
    expect((await live.look()).index!.find('changed').kind).toBe('found');
    const file = await (await live.look()).index!.file('changed', 'SKILL.md');
    expect(file.text).toBe(readFileSync(join(first, 'skills/changed/SKILL.md'), 'utf8'));
    const again = open();
    expect(await state(again)).toEqual([two.v1, null]);
    expect(server.seen.at(-1)).toMatchObject({ path: '/latest.json', status: 304 });
    publish(site, 'v2');
    await eventually(again, [two.v2, null]);
    const index = server.url;
    await server.stop();
    expect(await state(open({ index }))).toEqual([two.v2, 'artifact-unreachable']);
    server = await new ArtifactServer(first).start();
  });

  it('is an archive', async () => {
    const site = join(temp.dir, 'release');
    cpSync(first, site, { recursive: true });
    execFileSync('tar', ['-czf', join(temp.dir, 'release', 'skills-index.tar.gz'), '-C', second, '.']);
    server.folder = site;
    const archive = { index: `${server.url}/skills-index.tar.gz` };
    expect(await state(open(archive))).toEqual([two.v2, null]);
    expect(await state(open(archive))).toEqual([two.v2, null]);
    expect(server.seen.map(({ status }) => status)).toEqual([200, 304]);
  });
});
