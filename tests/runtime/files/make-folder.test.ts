import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../runtime/files/make-folder.js';
import { WebCache } from '../../../runtime/files/web-cache.js';
import { tempFolder } from '../../helpers/git-repo.js';

it('makes all folders of a path, for the owner alone unless it is told otherwise', () => {
  const folder = tempFolder();
  makeFolder(join(folder.dir, 'a/b'));
  makeFolder(join(folder.dir, 'a/b'));
  expect(['a', 'a/b'].map((one) => statSync(join(folder.dir, one)).mode & 0o777)).toEqual([0o700, 0o700]);
  makeFolder(join(folder.dir, 'c/d'), 0o777);
  expect(statSync(join(folder.dir, 'c/d')).mode & 0o700).toBe(0o700);
  expect(statSync(join(folder.dir, 'c/d')).mode & 0o777).toBe(0o777 & ~process.umask());
  folder.dispose();
});

it('fails where a file stands in the place of one', () => {
  const folder = tempFolder();
  writeFileSync(join(folder.dir, 'a'), '');
  for (const one of ['a', 'a/b/c'])
    expect(() => makeFolder(join(folder.dir, one))).toThrow(/EEXIST|ENOTDIR/u);
  folder.dispose();
});

it.runIf(existsSync('/proc/self'))('ends where no folder can be made', async () => {
  expect(() => makeFolder('/proc/none/a')).toThrow('ENOENT');
  const cache = new WebCache('/proc/none', 'https://example.invalid');
  await cache.add(`sha256:${'0'.repeat(64)}`, Buffer.from('x'));
  expect(await cache.head()).toBeNull();
});
