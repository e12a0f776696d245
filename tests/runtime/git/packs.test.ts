import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRepository } from '../../../runtime/git/open.js';
import { applyDelta } from '../../../runtime/git/pack-delta.js';
import { Packs } from '../../../runtime/git/packs.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { git, tempFolder } from '../../helpers/git-repo.js';
import { seededRandom } from '../../helpers/random.js';
import { importHistory } from '../../helpers/random-history.js';

const temp = tempFolder();
const dir = join(temp.dir, 'packed');
let objects: string[];
beforeAll(() => {
  mkdirSync(dir);
  git(dir, ['init', '-q', '-b', 'main']);
  const weights = { modify: 6, add: 1, rename: 1, edit: 1, copy: 0, remove: 1, other: 1, merge: 0.1 };
  importHistory(dir, { seed: 5, commits: 60, skills: 10, weights });
  git(dir, ['repack', '-q', '-a', '-d', '-f', '--depth=40', '--window=40']);
  const listing = git(dir, [
    'cat-file',
    '--batch-all-objects',
    '--batch-check=%(objectname) %(objecttype) %(objectsize)',
  ]);
  objects = listing.trim().split('\n');
});
afterAll(() => temp.dispose());

const packFile = (ending: string) => {
  const folder = join(dir, '.git', 'objects', 'pack');
  return join(folder, readdirSync(folder).find((name) => name.endsWith(ending))!);
};

describe('Packs', () => {
  it('reads every object of a pack with long chains of deltas', async () => {
    const packs = new Packs(join(dir, '.git'));
    const found: string[] = [];
    for (const line of objects) {
      const object = await packs.read(line.slice(0, 40));
      found.push(`${line.slice(0, 40)} ${object?.type} ${object?.data.length}`);
    }
    expect(found).toEqual(objects);
    expect(await packs.read('0'.repeat(40))).toBeNull();
    await packs.close();
  });
});

describe('a damaged pack', () => {
  it.each(['.pack', '.idx'])('gives the right object or an error (%s)', async (ending) => {
    const file = packFile(ending);
    const whole = readFileSync(file);
    const random = seededRandom(9);
    let errors = 0;
    for (let i = 0; i < 40; i++) {
      const bytes = Buffer.from(whole);
      const at = random.below(bytes.length);
      bytes[at] = bytes[at]! ^ (1 << random.below(8));
      writeFileSync(`${file}.tmp`, i % 4 === 3 ? bytes.subarray(0, at) : bytes);
      renameSync(`${file}.tmp`, file);
      const repo = await openRepository(dir, { reader: 'isomorphic' });
      for (const line of objects.filter((_, n) => n % 7 === i % 7)) {
        const [oid = '', type] = line.split(' ');
        if (type !== 'blob') continue;
        const data = await repo.blob(oid).catch((error: unknown) => error);
        if (data instanceof SkillgraftError) errors++;
        else expect(blobId(data as Uint8Array)).toBe(oid);
      }
      await repo.close();
    }
    rmSync(file);
    writeFileSync(file, whole);
    expect(errors).toBeGreaterThan(0);
  });
});

function blobId(data: Uint8Array): string {
  return createHash('sha1').update(`blob ${data.length}\0`).update(data).digest('hex');
}

describe('applyDelta', () => {
  const base = new TextEncoder().encode('hello world');
  it('copies from the base and adds', () => {
    const delta = Uint8Array.from([11, 8, 0x90, 5, 3, 33, 33, 33]);
    expect(new TextDecoder().decode(applyDelta(base, delta))).toBe('hello!!!');
  });

  it.each([
    ['another base', [9, 5, 0x90, 5]],
    ['a read behind the base', [11, 9, 0x91, 8, 9]],
    ['too little', [11, 8, 0x90, 5]],
    ['no end of a number', [0x8b]],
  ])('refuses %s', (_name, delta) => {
    expect(() => applyDelta(base, Uint8Array.from(delta))).toThrow();
  });
});
