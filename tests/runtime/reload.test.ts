import {
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assemble } from '../../build/assemble.js';
import { noEmbedder } from '../../runtime/embed/none.js';
import { type LiveIndex, openLive } from '../../runtime/reload.js';
import { FORMAT } from '../../schema/format.js';
import type { Artifact } from '../../schema/index.types.js';
import { tempFolder } from '../helpers/git-repo.js';
import { buildInto, codeOf, type TwoVersions, twoVersions } from '../helpers/skills-repo.js';

const temp = tempFolder();
const out = join(temp.dir, 'out');
const index = join(out, 'index.json');
let two: TwoVersions;
let live: LiveIndex;
let heard: (string | null)[];
beforeAll(async () => {
  two = twoVersions(join(temp.dir, 'repo'));
  await build(two.v1, join(temp.dir, 'first'));
  await build(two.v2, join(temp.dir, 'second'));
});
beforeEach(async () => {
  rmSync(out, { recursive: true, force: true });
  cpSync(join(temp.dir, 'first'), out, { recursive: true });
  heard = [];
  live = await openLive(out, {}, (refused) => heard.push(refused?.code ?? null));
});
afterAll(() => temp.dispose());

function build(ref: string, folder = out): Promise<unknown> {
  return buildInto({ repo: two.repo.dir, ref, out: folder });
}

function withoutHead({ $digest: _, format: _format, ...parts }: Artifact): ReturnType<typeof assemble> {
  return assemble(parts);
}

/** One of the artifacts with its sections in files of their own: the name and bytes of its vectors, and all files. */
async function sidecarsOf(folder: string) {
  const text = readFileSync(join(temp.dir, folder, 'index.json'), 'latin1');
  const { $digest: _, format: _format, ...parts } = JSON.parse(text) as Artifact;
  const files = await Promise.all(
    [...assemble(parts, 100).files].map(async ([path, file]) => [path, await file.read()] as const),
  );
  const [name, vectors] = files.find(([path]) => path.startsWith('vectors-'))!;
  // The main file comes last, as a build writes it.
  files.sort(([a], [b]) => Number(a === 'index.json') - Number(b === 'index.json'));
  return { name, vectors, files };
}

async function commit(): Promise<string | undefined> {
  return (await live.current()).artifact.source.commit;
}

describe('openLive', () => {
  it('serves a rebuilt artifact at the next call, and loads it once', async () => {
    const before = await live.current();
    expect(await live.current()).toBe(before);
    await build(two.v2);
    expect(await commit()).toBe(two.v2);
    expect((await (await live.current()).get('changed')).body).toContain('Two.');
    expect(await live.current()).toBe(await live.current());
    await build(two.v1);
    expect(await commit()).toBe(two.v1);
    expect(heard).toEqual([null, null]);
  });

  it('refuses a broken one once, and the old one goes on with its files', async () => {
    const good = readFileSync(index);
    writeFileSync(index, good.subarray(0, 700));
    for (let i = 0; i < 3; i += 1) expect(await commit()).toBe(two.v1);
    expect(heard).toEqual(['artifact-broken']);
    expect((await (await live.current()).get('changed')).body).toContain('One.');
    expect((await (await live.current()).search('removed')).results[0]?.name).toBe('removed');
    writeFileSync(index, good.toString('latin1').replace(`"version":${FORMAT.version}}`, '"version":1}'));
    expect(await commit()).toBe(two.v1);
    await build(two.v2);
    expect(await commit()).toBe(two.v2);
    expect(heard).toEqual(['artifact-broken', 'artifact-version', null]);
  });

  it('refuses one whose vectors are missing, altered or unfit, until they are there', async () => {
    const { name, vectors, files } = await sidecarsOf('second');
    for (const bytes of [null, Buffer.from('other')]) {
      writeFileSync(join(out, name), bytes ?? '');
      if (bytes === null) rmSync(join(out, name));
      for (const [path, content] of files) if (path !== name) writeFileSync(join(out, path), content);
      for (let i = 0; i < 3; i += 1) expect(await commit()).toBe(two.v1);
      expect((await (await live.current()).search('removed')).notices).toEqual([]);
    }
    writeFileSync(join(out, 'a file'), 'of somebody');
    expect(await commit()).toBe(two.v1);
    expect(heard).toEqual(['artifact-file-missing', 'artifact-broken']);
    rmSync(join(out, name));
    writeFileSync(join(out, name), vectors);
    expect(await commit()).toBe(two.v2);
    expect(heard).toEqual(['artifact-file-missing', 'artifact-broken', null]);
    const whole = JSON.parse(readFileSync(join(temp.dir, 'first/index.json'), 'latin1')) as Artifact;
    const unfit = { ...whole, vectors: { ...whole.vectors, documents: 1 } } as Artifact;
    writeFileSync(index, withoutHead(unfit).index);
    expect(await commit()).toBe(two.v2);
    expect(heard.at(-1)).toBe('artifact-broken');
  });

  it('takes one without its vectors at the start, or for a reader that wants none', async () => {
    const { name, vectors, files } = await sidecarsOf('second');
    const withNone = await openLive(out, { embedder: noEmbedder }, (refused) =>
      heard.push(refused?.code ?? null),
    );
    for (const [path, content] of files) if (path !== name) writeFileSync(join(out, path), content);
    expect((await withNone.current()).artifact.source.commit).toBe(two.v2);
    expect(heard).toEqual([null]);
    const late = await (await openLive(out, {}, () => undefined)).current();
    expect(await codeOf(late.checkVectors())).toBe('artifact-file-missing');
    expect((await late.search('added')).notices.map(({ code }) => code)).toEqual(['vectors-unreadable']);
    writeFileSync(join(out, name), vectors);
    expect((await late.meaning()).isCompared).toBe(true);
  });

  it('takes one that is written in place in two halves, when it is whole', async () => {
    const next = readFileSync(join(temp.dir, 'second/index.json'));
    cpSync(join(temp.dir, 'second/skills'), join(out, 'skills2'), { recursive: true });
    writeFileSync(index, next.subarray(0, next.length >> 1));
    expect(await commit()).toBe(two.v1);
    expect(await commit()).toBe(two.v1);
    writeFileSync(index, next.subarray(next.length >> 1), { flag: 'a' });
    expect(await commit()).toBe(two.v2);
    expect(heard).toEqual(['artifact-broken', null]);
  });

  it('sees a change that keeps the file, its size and its time', async () => {
    const good = readFileSync(index);
    const { atime, mtime } = statSync(index);
    const bad = Buffer.from(good);
    bad[500]! ^= 1;
    writeFileSync(index, bad);
    utimesSync(index, atime, mtime);
    expect(await commit()).toBe(two.v1);
    writeFileSync(index, good);
    utimesSync(index, atime, mtime);
    expect(await commit()).toBe(two.v1);
    expect(heard).toEqual(['artifact-broken', null]);
  });

  it('goes on while the file, the folder or the way to it is away', async () => {
    renameSync(index, `${index}.away`);
    expect(await commit()).toBe(two.v1);
    expect((await (await live.current()).get('kept')).body).toContain('Do the step.');
    renameSync(`${index}.away`, index);
    renameSync(out, `${out}.away`);
    expect(await commit()).toBe(two.v1);
    expect(await codeOf((await live.current()).get('kept'))).toBe('artifact-file-missing');
    writeFileSync(out, 'a file in place of the folder');
    expect(await commit()).toBe(two.v1);
    rmSync(out);
    symlinkSync(out, out);
    expect(await commit()).toBe(two.v1);
    rmSync(out);
    renameSync(`${out}.away`, out);
    await build(two.v2);
    expect(await commit()).toBe(two.v2);
    expect(heard.filter((code) => code !== null)).toEqual(['index-gone']);
    expect(heard.at(-1)).toBe(null);
  });

  it('gives all of many calls at once a whole index while artifacts are swapped', async () => {
    const seen = new Set<string | undefined>();
    let isSwapping = true;
    const swaps = (async () => {
      for (const ref of [two.v2, two.v1, two.v2]) await build(ref);
      isSwapping = false;
    })();
    while (isSwapping) {
      const all = await Promise.all(Array.from({ length: 50 }, commit));
      for (const one of all) seen.add(one);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await swaps;
    expect([...seen].every((one) => one === two.v1 || one === two.v2)).toBe(true);
    const last = await Promise.all(Array.from({ length: 200 }, commit));
    expect(new Set(last)).toEqual(new Set([two.v2]));
    expect(heard.every((code) => code === null)).toBe(true);
    // Each swap once, and once more where it came between the look at the file and its reading.
    expect(heard.length).toBeLessThanOrEqual(6);
  });

  it('fails where the first artifact is none', async () => {
    writeFileSync(index, 'text');
    expect(await codeOf(openLive(out, {}, () => undefined))).toBe('artifact-broken');
    expect(await codeOf(openLive(join(temp.dir, 'none'), {}, () => undefined))).toBe('artifact-file-missing');
  });
});
