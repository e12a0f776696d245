import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishDir } from '../../../build/publish/dir/publish-dir.js';
import type { Allowances } from '../../../build/publish/types.js';
import { nodeWriteFs, type WriteFs } from '../../../build/write-fs.js';
import { lockStage } from '../../../build/write-lock.js';
import { openIndex } from '../../../runtime/open-index.js';
import { openLive } from '../../../runtime/reload.js';
import { codeOf, type Fault, faultyFs, listing, servedWhole } from '../../helpers/skills-repo.js';
import { inputOf, type PublishFixture, publishFixture, withRepository } from './fixture.js';

let fixture: PublishFixture;
let count = 0;

beforeAll(async () => {
  fixture = await publishFixture();
});
afterAll(() => fixture.temp.dispose());

interface How {
  readonly allow?: Allowances;
  readonly keep?: number;
  readonly fs?: WriteFs;
  readonly withoutGit?: boolean;
  readonly waitMs?: number;
}

async function publish(folder: string, version: 'v1' | 'v2', how: How = {}) {
  const { allow = {}, keep = 10, fs = nodeWriteFs, waitMs = 10_000 } = how;
  const publishable = await fixture.open(fixture.index[version]);
  if (how.withoutGit === true)
    return publishDir(inputOf(publishable, null, allow), { folder, keep, fs, waitMs });
  return withRepository(fixture.two.repo.dir, (repository) =>
    publishDir(inputOf(publishable, repository, allow), { folder, keep, fs, waitMs }),
  );
}

function fresh(): string {
  return join(fixture.temp.dir, `site-${++count}`);
}

describe('a folder', () => {
  test('has each version in a folder of its own, and says which is the latest', async () => {
    const site = fresh();
    expect(await publish(site, 'v1')).toMatchObject({
      outcome: 'published',
      version: `versions/${fixture.two.v1}`,
    });
    const old = listing(join(site, 'versions', fixture.two.v1));
    expect(await publish(site, 'v2')).toMatchObject({ outcome: 'published', removed: [] });
    expect(await publish(site, 'v2')).toMatchObject({ outcome: 'unchanged' });
    expect(listing(join(site, 'versions', fixture.two.v1))).toEqual(old);
    expect(readdirSync(site).sort()).toEqual(['.nojekyll', '.well-known', 'latest.json', 'versions']);
    expect(await servedWhole(site)).toBe(fixture.two.v2);
    expect(await servedWhole(join(site, 'versions', fixture.two.v1))).toBe(fixture.two.v1);
  });

  test('every address of the discovery index leads to the bytes of its digest', async () => {
    const site = fresh();
    await publish(site, 'v2');
    const folder = join(site, '.well-known', 'agent-skills');
    const { skills } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
    const files = listing(site);
    expect(skills.map(({ name, type }: Record<string, string>) => `${name} ${type}`)).toEqual([
      'added skill-md',
      'changed archive',
      'kept skill-md',
    ]);
    for (const { url, digest } of skills) {
      const path = new URL(url, 'http://site/.well-known/agent-skills/index.json').pathname.slice(1);
      expect(`sha256:${files[path]}`).toBe(digest);
    }
  });

  test('keeps the last versions alone', async () => {
    const site = fresh();
    await publish(site, 'v1');
    mkdirSync(join(site, 'versions', 'of-others'));
    expect(await publish(site, 'v2', { keep: 1 })).toMatchObject({ removed: [`versions/${fixture.two.v1}`] });
    expect(readdirSync(join(site, 'versions')).sort()).toEqual([fixture.two.v2, 'of-others'].sort());
  });

  test.each<[string, How, (site: string) => void]>([
    ['publish-rollback', {}, () => undefined],
    ['publish-no-repository', { withoutGit: true }, () => undefined],
    ['out-not-ours', {}, (site) => writeFileSync(join(site, 'latest.json'), '{"a": 1}')],
    [
      'out-not-ours',
      {},
      (site) => writeFileSync(join(site, 'latest.json'), '{"$latest":"../../etc/index.json","versions":[]}'),
    ],
  ])('%s', async (code, how, change) => {
    const site = fresh();
    await publish(site, 'v2');
    change(site);
    const before = listing(site);
    expect(await codeOf(publish(site, 'v1', how))).toBe(code);
    expect(listing(site)).toEqual(before);
  });
});

describe('a fault at any step', () => {
  test.each<[string, Omit<Fault, 'at'>]>([
    ['a full disk', { code: 'ENOSPC', short: true }],
    ['the end of the process', { code: 'EIO', forGood: true, short: true }],
  ])('%s: the old index or the new one is served whole, and the next try succeeds', async (_, fault) => {
    const seed = fresh();
    await publish(seed, 'v1');
    const { v1, v2, repo } = fixture.two;
    const publishable = await fixture.open(fixture.index.v2);
    await withRepository(repo.dir, async (repository) => {
      const onto = (folder: string, fs: WriteFs) =>
        publishDir(inputOf(publishable, repository), { folder, keep: 1, fs });
      const states = new Set<string | undefined>();
      for (let at = 1, isOver = false; !isOver; at += 1) {
        const site = fresh();
        cpSync(seed, site, { recursive: true });
        const faulty = faultyFs(nodeWriteFs, { ...fault, at });
        await onto(site, faulty.fs).catch(() => undefined);
        states.add(await servedWhole(site));
        await onto(site, nodeWriteFs);
        expect(await servedWhole(site), `step ${at}`).toBe(v2);
        expect(readdirSync(site).filter((name) => name.startsWith('.stage'))).toEqual([]);
        isOver = faulty.calls() < at;
      }
      expect([...states].sort()).toEqual([v1, v2].sort());
    });
  });

  test('one that is at work too long is named', async () => {
    const site = fresh();
    mkdirSync(site);
    const stage = await lockStage(site, nodeWriteFs);
    expect(await codeOf(publish(site, 'v2', { waitMs: 0 }))).toBe('out-busy');
    await stage.release();
  });

  test('two at once: one comes after the other', async () => {
    const site = fresh();
    const ends = await Promise.all([publish(site, 'v2'), publish(site, 'v2')]);
    expect(ends.map(({ outcome }) => outcome).sort()).toEqual(['published', 'unchanged']);
    expect(await servedWhole(site)).toBe(fixture.two.v2);
  });
});

describe('readers', () => {
  test('a server takes up what is published, and the old one stays whole meanwhile', async () => {
    const site = fresh();
    await publish(site, 'v1');
    const live = await openLive(site, {}, () => undefined);
    const old = await live.current();
    await publish(site, 'v2');
    expect((await old.get('changed')).body).toContain('One.');
    expect((await live.current()).artifact.source.commit).toBe(fixture.two.v2);
  });

  test('over HTTP: the folder, latest.json and a version', async () => {
    const site = fresh();
    await publish(site, 'v1');
    const server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url!, 'http://x').pathname);
      try {
        response.end(readFileSync(join(site, path)));
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const index = await openIndex(address);
      await publish(site, 'v2');
      expect((await index.get('changed')).body).toContain('One.');
      expect(await servedWhole(`${address}/latest.json`)).toBe(fixture.two.v2);
      expect(await servedWhole(`${address}/versions/${fixture.two.v1}/`)).toBe(fixture.two.v1);
      expect(await codeOf(openIndex(`${address}/nowhere`))).toBe('artifact-file-missing');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
