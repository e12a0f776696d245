import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildInMemory } from '../../../build/in-memory.js';
import { noEmbedder } from '../../../runtime/embed/none.js';
import { openLibrary } from '../../../runtime/library/open-library.js';
import type { LibrarySource } from '../../../runtime/library/source.js';
import { SkillIndex } from '../../../runtime/skill-index.js';
import type { LiveLibrary } from '../../../runtime/skill-library.js';
import { latestText } from '../../../schema/latest.js';
import { ArtifactServer } from '../../helpers/artifact-server.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { buildInto, codeOf, type TwoVersions, twoVersions } from '../../helpers/skills-repo.js';

const temp = tempFolder();
const out = join(temp.dir, 'out');
const folder = join(temp.dir, 'folder');
let two: TwoVersions;
let server: ArtifactServer;
let heard: [string | null, string | null][];
beforeAll(async () => {
  two = twoVersions(join(temp.dir, 'repo'));
  await buildInto({ repo: two.repo.dir, ref: two.v1, out: join(temp.dir, 'first') });
  await buildInto({ repo: two.repo.dir, ref: two.v2, out: join(temp.dir, 'second') });
});
beforeEach(async () => {
  for (const path of [out, folder]) rmSync(path, { recursive: true, force: true });
  cpSync(join(temp.dir, 'first'), out, { recursive: true });
  write('mend-net', 'Mends a net.');
  server = await new ArtifactServer(join(temp.dir, 'second')).start();
  heard = [];
});
afterEach(() => server.stop());
afterAll(() => temp.dispose());

function write(name: string, body: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'SKILL.md'), skillText(name, body));
}

function open(...sources: (Partial<LibrarySource> & { index: string })[]): Promise<LiveLibrary> {
  return openLibrary(
    sources.map((source, i) => ({ name: `s${i + 1}`, scope: 'project', ...source })),
    {
      options: { embedder: noEmbedder },
      web: { cache: join(temp.dir, 'cache'), refresh: 0, insecure: false },
      build: buildInMemory,
    },
    (name, problem) => heard.push([name, problem?.code ?? null]),
  );
}

async function paths(live: LiveLibrary): Promise<string[]> {
  return (await live.current()).skills.map(({ path }) => path);
}

async function codes(live: LiveLibrary): Promise<string[]> {
  return (await (await live.current()).search('removed')).notices.map(({ code }) => code);
}

describe('a library of one index', () => {
  it('is that index, and stays so', async () => {
    const live = await open({ index: out });
    expect(await live.current()).toBeInstanceOf(SkillIndex);
    await buildInto({ repo: two.repo.dir, ref: two.v2, out });
    const now = await live.current();
    expect(now).toBeInstanceOf(SkillIndex);
    expect((now as SkillIndex).artifact.source.commit).toBe(two.v2);
    expect(heard).toEqual([[null, null]]);
    expect(await live.current()).toBe(now);
  });

  it.each<[string, () => Partial<LibrarySource> & { index: string }, string[]]>([
    [
      'a repository with an index in dist',
      () => ({ index: two.repo.dir }),
      ['skills/added', 'skills/changed', 'skills/kept'],
    ],
    ['a folder of skills', () => ({ index: folder }), ['mend-net']],
    [
      'a published folder',
      () => {
        const site = join(temp.dir, 'site');
        cpSync(join(temp.dir, 'second'), join(site, 'versions', 'v2'), { recursive: true });
        const latest = { index: 'versions/v2/index.json', versions: ['versions/v2'] };
        writeFileSync(join(site, 'latest.json'), latestText(latest));
        return { index: site };
      },
      ['skills/added', 'skills/changed', 'skills/kept'],
    ],
    ['an address', () => ({ index: server.url }), ['skills/added', 'skills/changed', 'skills/kept']],
    ['a prefix', () => ({ index: folder, prefix: 'p' }), ['mend-net']],
  ])('is opened from %s', async (_, source, expected) => {
    expect(await paths(await open(source()))).toEqual(expected);
  });

  it('is built of the commit of a repository, and of its next one', async () => {
    const repo = new TestRepo(join(temp.dir, 'unbuilt'));
    repo.write('skills/a/SKILL.md', skillText('a', 'One.')).commit('one');
    const live = await open({ index: repo.dir });
    expect((await (await live.current()).get('a')).body).toContain('One.');
    repo.write('skills/a/SKILL.md', skillText('a', 'Two.'));
    expect((await (await live.current()).get('a')).body).toContain('One.');
    repo.commit('two');
    const text = async () => (await (await live.current()).get('a')).body;
    await expect.poll(text, { timeout: 20_000, interval: 50 }).toContain('Two.');
    expect((await (await live.current()).get('a', { version: '1' })).body).toContain('One.');
  });

  it('is pinned by the digest of its file, or by the one that it states', async () => {
    const bytes = readFileSync(join(out, 'index.json'));
    const stated = (JSON.parse(bytes.toString()) as { $digest: string }).$digest;
    for (const digest of [stated, `sha256:${createHash('sha256').update(bytes).digest('hex')}`])
      expect(await paths(await open({ index: out, digest }))).toHaveLength(3);
    writeFileSync(join(out, 'index.json'), bytes.toString().replace('removed', 'remoced'));
    expect(await codeOf(open({ index: out, digest: stated }))).toBe('artifact-not-pinned');
  });

  it('of a folder says which files it could not take, and where it lies', async () => {
    mkdirSync(join(folder, 'broken'));
    writeFileSync(join(folder, 'broken', 'SKILL.md'), 'no front matter');
    const alone = await (await open({ index: folder })).current();
    const beside = await (await open({ index: out }, { index: folder })).current();
    expect(alone.notices).toMatchObject([
      { code: 'skills-failed', message: expect.stringContaining('broken/SKILL.md') },
    ]);
    expect(alone.place).toBe(folder);
    expect(beside.notices!.map(({ code }) => code)).toEqual(['skills-failed']);
    expect(beside.location).toMatch(/folder\)$/);
    const said = async () => (await beside.search('mend')).notices.map(({ message }) => message);
    expect(await said()).toEqual([expect.stringMatching(/^Index s2: .*broken\/SKILL\.md/)]);
    expect(await said()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('is no device, which may have no end', async () => {
    expect(await codeOf(open({ index: '/dev/zero' }))).toBe('artifact-unreadable');
  });

  it('says why it cannot be opened', async () => {
    const empty = join(temp.dir, 'empty');
    mkdirSync(empty, { recursive: true });
    expect(await codeOf(open({ index: empty }))).toBe('artifact-file-missing');
    expect(await codeOf(open({ index: join(temp.dir, 'nowhere') }))).toBe('artifact-file-missing');
    expect(await codeOf(open({ index: 'http://example.com' }))).toBe('address-not-encrypted');
    expect(await codeOf(open({ index: out, digest: `sha256:${'0'.repeat(64)}` }))).toBe(
      'artifact-not-pinned',
    );
  });
});

describe('a library of several indexes', () => {
  it('answers by those that are there, and says what is not, until it is', async () => {
    const dead = join(temp.dir, 'dead');
    rmSync(dead, { recursive: true, force: true });
    const live = await open({ index: out }, { index: dead }, { index: folder });
    expect(await codes(live)).toEqual(['index-unavailable']);
    expect(await paths(live)).toEqual(['mend-net', 'skills/changed', 'skills/kept', 'skills/removed']);
    cpSync(join(temp.dir, 'second'), dead, { recursive: true });
    await expect.poll(() => codes(live), { timeout: 10_000, interval: 50 }).toEqual([]);
    expect(heard).toEqual([['s2', null]]);
    expect((await (await live.current()).get('added')).source).toBe('s2');
  });

  it('waits for none that is late, which comes in when it is read', async () => {
    let isHeld = true;
    const held: (() => void)[] = [];
    server.answer = (request, response) => {
      if (!isHeld) return false;
      held.push(() => {
        response.end(readFileSync(join(temp.dir, 'second', decodeURIComponent(request.url!))));
      });
      return true;
    };
    const pair = [{ index: folder }, { index: server.url }] as const;
    const live = await open(...pair);
    expect(await paths(live)).toEqual(['mend-net']);
    expect((await live.current()).notices).toMatchObject([
      {
        code: 'index-unavailable',
        message: expect.stringContaining('Index s2 is not there: It is not read'),
      },
    ]);
    isHeld = false;
    for (const release of held) release();
    await expect.poll(() => paths(live), { timeout: 10_000, interval: 50 }).toContain('skills/added');
    expect(await codes(live)).toEqual([]);
    isHeld = true;
    expect(await paths(await open(...pair))).toContain('skills/added');
  });

  it('goes on with the last good one of each', async () => {
    const live = await open({ index: out }, { index: server.url });
    expect(await codes(live)).toEqual([]);
    writeFileSync(join(out, 'index.json'), '{"broken": true}');
    expect(await codes(live)).toEqual(['index-stale']);
    await server.stop();
    await expect.poll(() => codes(live), { timeout: 10_000 }).toEqual(['index-stale', 'index-stale']);
    expect(heard).toEqual([
      ['s1', 'artifact-broken'],
      ['s2', 'artifact-unreachable'],
    ]);
    expect(await paths(live)).toContain('skills/removed');
    server = await new ArtifactServer(join(temp.dir, 'second')).start();
  });

  it('takes up files of a folder as they change, and tells who listens', async () => {
    const live = await open({ index: out }, { index: folder });
    const changes: string[][] = [];
    const stop = live.subscribe(({ before, after }) => {
      changes.push([...before.skills, ...after.skills].map(({ path }) => path));
    });
    const before = await live.current();
    write('patch-sail', 'Patches a sail.');
    await expect.poll(() => paths(live), { timeout: 10_000, interval: 50 }).toContain('patch-sail');
    expect(before.skills.map(({ path }) => path)).not.toContain('patch-sail');
    expect(changes).toHaveLength(1);
    stop();
    expect(await paths(live)).toContain('mend-net');
  });

  it('skips folders of hosts that are not there, and takes them when they are', async () => {
    const host = join(temp.dir, 'home', '.claude', 'skills');
    const live = await open({ index: out }, { index: host, kind: 'host' });
    expect(await codes(live)).toEqual([]);
    mkdirSync(join(temp.dir, 'home', '.claude'), { recursive: true });
    renameSync(folder, host);
    await expect.poll(() => paths(live), { timeout: 10_000, interval: 50 }).toContain('mend-net');
  });

  it('names all reasons where none can be opened', async () => {
    const all = open({ index: join(temp.dir, 'no') }, { index: 'http://example.com', name: 'web' });
    await expect(all).rejects.toThrow(/No index can be opened\. s1: No file .* web: http:\/\/example\.com/);
    expect(await codeOf(open({ index: join(temp.dir, 'no'), kind: 'host' }))).toBe('no-index');
  });
});
