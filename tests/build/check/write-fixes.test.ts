import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FixedFile } from '../../../build/check/fix/fix-files.js';
import { writeFixes } from '../../../build/check/fix/write-fixes.js';
import { nodeWriteFs } from '../../../build/write-fs.js';
import { TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { codeOf, faultyFs } from '../../helpers/skills-repo.js';

let folder: ReturnType<typeof tempFolder>;
let repo: TestRepo;
beforeEach(() => {
  folder = tempFolder('skillgraft-fixes-');
  repo = new TestRepo(join(folder.dir, 'r')).write('skills/a/SKILL.md', 'before\r\n');
});
afterEach(() => folder.dispose());

const PATH = 'skills/a/SKILL.md';
const fixed = (path = PATH): FixedFile => ({
  path,
  before: 'before\r\n',
  after: 'after\r\n',
  executable: false,
  fixed: [],
  refused: [],
});
const text = (): string => readFileSync(join(repo.dir, PATH), 'utf8');

describe('writeFixes', () => {
  it('writes the file, and leaves nothing beside it', async () => {
    await writeFixes(repo.dir, [fixed()]);
    expect(text()).toBe('after\r\n');
    expect(readdirSync(join(repo.dir, 'skills/a'))).toEqual(['SKILL.md']);
  });

  it('goes by the real path of the work tree', async () => {
    symlinkSync(repo.dir, join(folder.dir, 'link'));
    await writeFixes(join(folder.dir, 'link'), [fixed()]);
    expect(text()).toBe('after\r\n');
  });

  it('leaves a file alone that changed since it was read', async () => {
    repo.write(PATH, 'meanwhile\n');
    expect(await codeOf(writeFixes(repo.dir, [fixed()]))).toBe('fix-refused');
    expect(text()).toBe('meanwhile\n');
  });

  it.each([
    ['a link', () => repo.link('skills/b/SKILL.md', '../a/SKILL.md'), 'skills/b/SKILL.md'],
    ['a file behind a link', () => repo.link('skills/c', 'a'), 'skills/c/SKILL.md'],
    ['a folder', () => repo.write('skills/d/SKILL.md/x', ''), 'skills/d/SKILL.md'],
    ['nothing', () => repo, 'skills/e/SKILL.md'],
    ['a path that leads out', () => repo, '../r/skills/../../r/gone.md'],
  ])('leaves %s alone', async (_, make, path) => {
    make();
    expect(await codeOf(writeFixes(repo.dir, [fixed(path)]))).toBe('fix-refused');
    expect(text()).toBe('before\r\n');
  });

  it.each([2, 3])('keeps the file as it was where call %i of the file system fails', async (at) => {
    const { fs } = faultyFs(nodeWriteFs, { at, code: 'ENOSPC', short: true });
    expect(await codeOf(writeFixes(repo.dir, [fixed()], fs))).toBe('fix-unwritable');
    expect(text()).toBe('before\r\n');
    expect(readdirSync(join(repo.dir, 'skills/a'))).toEqual(['SKILL.md']);
  });
});
