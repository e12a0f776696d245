import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHostFile, replaceHostFile } from '../../../runtime/connect/host-file.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';

let temp: ReturnType<typeof tempFolder>;
let count = 0;
beforeAll(() => {
  temp = tempFolder('skillgraft-host-file-');
});
afterAll(() => temp.dispose());

function folder(): string {
  count += 1;
  const path = join(temp.dir, `${count}`);
  mkdirSync(path);
  return path;
}

describe('a file of a host', () => {
  it('is made with its folders, and leaves nothing beside it', async () => {
    const path = join(folder(), 'a', 'b.json');
    expect(await readHostFile(path)).toBeNull();
    await replaceHostFile(path, null, 'new');
    expect(await readHostFile(path)).toBe('new');
    expect(readdirSync(join(path, '..'))).toEqual(['b.json']);
  });

  it('keeps its mode, and stays a link where it is one', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'real.json'), 'old');
    chmodSync(join(dir, 'real.json'), 0o600);
    symlinkSync('real.json', join(dir, 'link.json'));
    await replaceHostFile(join(dir, 'link.json'), 'old', 'new');
    expect(lstatSync(join(dir, 'link.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(dir, 'real.json'), 'utf8')).toBe('new');
    expect(statSync(join(dir, 'real.json')).mode & 0o777).toBe(0o600);
  });

  it('is left alone where somebody else has written it', async () => {
    const path = join(folder(), 'a.json');
    writeFileSync(path, 'theirs');
    for (const before of ['ours', null])
      expect(await codeOf(replaceHostFile(path, before, 'new'))).toBe('host-file-changed');
    expect(readFileSync(path, 'utf8')).toBe('theirs');
    expect(readdirSync(join(path, '..'))).toEqual(['a.json']);
  });

  it('waits for no other writer, and takes away what one left long ago', async () => {
    const path = join(folder(), 'a.json');
    const other = `${path}.skillgraft.tmp`;
    writeFileSync(other, 'half');
    expect(await codeOf(replaceHostFile(path, null, 'new'))).toBe('host-file-changed');
    expect(readFileSync(other, 'utf8')).toBe('half');
    utimesSync(other, 1, 1);
    expect(await codeOf(replaceHostFile(path, null, 'new'))).toBe('host-file-changed');
    await replaceHostFile(path, null, 'new');
    expect(readdirSync(join(path, '..'))).toEqual(['a.json']);
  });

  it('says why it cannot be read or written', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'a'), Uint8Array.from([0xff, 0xfe]));
    expect(await codeOf(readHostFile(join(dir, 'a')))).toBe('host-file-broken');
    expect(await codeOf(readHostFile(dir))).toBe('host-file-unreadable');
    expect(await codeOf(replaceHostFile(join(dir, 'a', 'b'), null, 'new'))).toBe('host-file-unwritable');
  });
});
