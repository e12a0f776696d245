import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTar } from '../../../runtime/files/tar.js';
import { tarGz } from '../../../runtime/http/archive.js';
import { openIndex } from '../../../runtime/open-index.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const FILES = new Map([
  ['index.json', '{}\n'],
  ['skills/a/SKILL.md', '# A\n'],
  [`skills/${'long-'.repeat(30)}/${'name-'.repeat(20)}.md`, 'long\n'],
  ['skills/ключ 数据/é.md', 'not ASCII\n'],
  ['empty', ''],
  ['block', 'x'.repeat(512)],
]);

describe('an archive', () => {
  test.each(['ustar', 'pax'])('of GNU tar in format %s has its files', (format) => {
    const dir = join(temp.dir, format);
    const files = [...FILES].filter(([path]) => format === 'pax' || path.length < 100);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    const tar = execFileSync('tar', [`--format=${format}`, '-cf', '-', '.'], { cwd: dir });
    const read = new Map([...readTar(tar)].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
    expect(new Map([...read].sort())).toEqual(new Map([...files].sort()));
  });

  test('of ours has its files, any of them', async () => {
    const path = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
      .filter((text) => !text.includes('\0'));
    const files = fc.uniqueArray(fc.tuple(path, fc.uint8Array({ maxLength: 1100 })), {
      selector: ([name]) => name,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(files, async (all) => {
        const tar = gunzipSync(await tarGz(all.map(([name, bytes]) => ({ path: name, bytes }))));
        const read = [...readTar(tar)].map(([name, bytes]) => [name, [...bytes]]);
        expect(read).toEqual(all.map(([name, bytes]) => [name.toWellFormed(), [...bytes]]));
      }),
      { numRuns: 100 },
    );
  });
});

describe('what is no whole archive is refused', () => {
  let whole: Uint8Array;
  beforeAll(async () => {
    whole = await tarGz([{ path: 'index.json', bytes: Buffer.from('{}') }]);
  });

  test.each<[string, (bytes: Uint8Array) => Uint8Array, string]>([
    ['no gzip', () => Buffer.from('hello'), 'artifact-broken'],
    ['empty', () => Buffer.from(''), 'artifact-broken'],
    ['cut short', (bytes) => bytes.subarray(0, bytes.length - 20), 'artifact-broken'],
    ['a tar that ends early', (bytes) => gzipSync(gunzipSync(bytes).subarray(0, 1024)), 'artifact-broken'],
    ['a header with one other bit', (bytes) => flipped(bytes, 3), 'artifact-broken'],
    ['a size that is no number', (bytes) => flipped(bytes, 130), 'artifact-broken'],
    ['no index in it', () => gzipSync(new Uint8Array(1024)), 'artifact-file-missing'],
  ])('%s', async (name, change, code) => {
    const file = join(temp.dir, `${name}.tar.gz`);
    writeFileSync(file, change(whole));
    expect(await codeOf(openIndex(file))).toBe(code);
  });

  test('one that is not there', async () => {
    expect(await codeOf(openIndex(join(temp.dir, 'nowhere.tar.gz')))).toBe('artifact-file-missing');
    expect(() => readFileSync(join(temp.dir, 'nowhere.tar.gz'))).toThrow('ENOENT');
  });
});

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const tar = gunzipSync(bytes);
  tar[at] = tar[at]! ^ 1;
  return gzipSync(tar);
}
