import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareCommits } from '../../../build/change/compare-commits.js';
import type { CompareOptions } from '../../../build/change/gather.js';
import { git, skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { sameWithCache, segmentsIn } from '../../helpers/kept-builds.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const repo = new TestRepo(join(temp.dir, 'repo'));
const options: CompareOptions = { repo: repo.dir, base: 'HEAD~1', exact: true, embedder: 'none' };
let count = 0;

beforeAll(() => {
  repo.write('skills/a/SKILL.md', skillText('a')).commit('one');
  repo.write('skills/b/SKILL.md', skillText('b')).commit('two');
});

/** A cache that one comparison has written, and the folder of its files. */
async function writtenCache(): Promise<{ cache: string; folder: string }> {
  count += 1;
  const cache = join(temp.dir, `cache-${count}`);
  await compareCommits({ ...options, cache });
  const [name] = readdirSync(join(cache, 'builds'));
  return { cache, folder: join(cache, 'builds', name!) };
}

function withDigest(content: Uint8Array): Buffer {
  return Buffer.concat([createHash('sha256').update(content).digest(), content]);
}

const EMPTY = {
  readings: [],
  queries: [],
  terms: { terms: [], counts: [] },
  vectors: [],
  lineage: undefined,
};
const BROKEN: readonly (readonly [string, (whole: Buffer) => Uint8Array])[] = [
  ['empty', () => Buffer.alloc(0)],
  ['shorter than a digest', (whole) => whole.subarray(0, 20)],
  ['cut off', (whole) => whole.subarray(0, -1)],
  [
    'changed in one bit',
    (whole) => {
      const copy = Buffer.from(whole);
      copy[copy.length - 5]! ^= 1;
      return copy;
    },
  ],
  ['what no Node wrote', () => withDigest(Buffer.from('no such thing'))],
  ['what a later Node may write', () => withDigest(Buffer.from([0xff, 0x7f, 0x6f]))],
  ['null', () => withDigest(serialize(null))],
  ['a text', () => withDigest(serialize('text'))],
  ['of other parts', () => withDigest(serialize({ readings: 7 }))],
  ['of readings that are none', () => withDigest(serialize({ ...EMPTY, readings: [['key', null]] }))],
  ['a lineage of nothing', () => withDigest(serialize({ ...EMPTY, lineage: { status: 'absent' } }))],
];

describe('a cache in which there is something else', () => {
  it.each(BROKEN)('is none where a file is %s', async (_name, broken) => {
    const { cache, folder } = await writtenCache();
    const [name] = readdirSync(folder);
    writeFileSync(join(folder, name!), broken(readFileSync(join(folder, name!))));
    await sameWithCache(cache, options);
    writeFileSync(join(folder, '00000009-x.bin'), broken(readFileSync(join(folder, name!))));
    await sameWithCache(cache, options);
  });

  it('goes by what is whole, and is rid of the rest once there is too much', async () => {
    const { cache, folder } = await writtenCache();
    for (let i = 0; i < 12; i += 1) writeFileSync(join(folder, `0000000${i % 10}-${i}.bin`), 'broken');
    writeFileSync(join(folder, '00000003-cut.bin.part'), 'half');
    writeFileSync(join(folder, 'note.txt'), 'of somebody else');
    mkdirSync(join(folder, '00000004-folder.bin'));
    await sameWithCache(cache, options);
    const left = segmentsIn(cache);
    expect(left).toEqual([
      '00000004-folder.bin',
      expect.stringMatching(/^00000010-[\w-]+\.bin$/),
      'note.txt',
    ]);
    await sameWithCache(cache, options);
    expect(segmentsIn(cache)).toEqual(left);
  });

  it.each([
    ['below a file', () => join(temp.dir, 'repo', 'skills', 'a', 'SKILL.md')],
    ['where nothing can be made', () => '/proc/none'],
    [
      'whose caches are a file',
      () => {
        mkdirSync(join(temp.dir, 'held'));
        writeFileSync(join(temp.dir, 'held', 'builds'), 'a file');
        return join(temp.dir, 'held');
      },
    ],
  ])('cannot be written %s, which changes nothing', async (_name, folder) => {
    const cache = folder();
    await sameWithCache(cache, options);
    await sameWithCache(cache, options);
  });
});

describe('the folder of caches', () => {
  it('is for nobody else to read', async () => {
    const { cache, folder } = await writtenCache();
    for (const path of [cache, join(cache, 'builds'), folder])
      expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('has one for each repository, and nothing is written where nothing came to it', async () => {
    const { cache } = await writtenCache();
    const before = segmentsIn(cache);
    await compareCommits({ ...options, cache });
    expect(segmentsIn(cache)).toEqual(before);
    const other = join(temp.dir, 'other');
    git(temp.dir, ['clone', '-q', repo.dir, other]);
    await compareCommits({ ...options, repo: other, cache });
    expect(readdirSync(join(cache, 'builds'))).toHaveLength(2);
  });

  it('loses those that nobody used for a month, and nothing that is of somebody else', async () => {
    const { cache, folder } = await writtenCache();
    const builds = join(cache, 'builds');
    const days = (name: string, age: number, file: string): void => {
      mkdirSync(join(builds, name));
      writeFileSync(join(builds, name, file), '');
      const at = new Date(Date.now() - age * 86_400_000);
      utimesSync(join(builds, name), at, at);
    };
    days('0'.repeat(32), 31, '00000000-x.bin');
    days('1'.repeat(32), 31, '00000000-x.bin.part');
    days('2'.repeat(32), 29, '00000000-x.bin');
    days('3'.repeat(32), 31, 'thesis.txt');
    days('of-somebody-else', 400, '00000000-x.bin');
    const old = new Date(Date.now() - 31 * 86_400_000);
    // Nothing comes to it, yet it is in use.
    utimesSync(folder, old, old);
    await compareCommits({ ...options, cache });
    expect(Date.now() - statSync(folder).mtimeMs).toBeLessThan(86_400_000);
    await compareCommits({ ...options, cache, profile: 'spec' });
    const left = ['2'.repeat(32), '3'.repeat(32), folder.slice(builds.length + 1), 'of-somebody-else'];
    expect(readdirSync(builds).sort()).toEqual(left.sort());
    expect(readdirSync(join(builds, '3'.repeat(32)))).toEqual(['thesis.txt']);
  });
});
