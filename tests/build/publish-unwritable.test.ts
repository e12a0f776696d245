import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { skillText, TestRepo } from '../helpers/git-repo.js';
import { buildInto, codeOf, listing, publishFixture, servedWhole } from '../helpers/skills-repo.js';

const { temp, two, fresh, build } = publishFixture();
afterAll(() => temp.dispose());

describe('a folder that cannot be written', () => {
  it.each(['file', 'file/below'])('is told with its reason: %s', async (below) => {
    const place = fresh();
    mkdirSync(place);
    writeFileSync(join(place, 'file'), 'x');
    expect(await codeOf(build(join(place, below)))).toBe('out-unwritable');
  });

  it('is told where a folder is called index.json', async () => {
    const out = fresh();
    mkdirSync(join(out, 'index.json/mine'), { recursive: true });
    expect(await codeOf(build(out))).toBe('out-unwritable');
    expect(Object.keys(listing(out))).toEqual(['index.json/', 'index.json/mine/']);
  });

  it.skipIf(process.getuid?.() === 0)('is told where permission is denied (skipped for root)', async () => {
    const out = fresh();
    mkdirSync(out, { mode: 0o500 });
    expect(await codeOf(build(out))).toBe('out-unwritable');
  });

  it('keeps the artifact before where the disk is full', async (context) => {
    const disk = fresh();
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160k', 'tmpfs', disk], { stdio: 'pipe' });
    } catch {
      context.skip('no small disk can be mounted here');
    }
    try {
      const out = join(disk, 'out');
      await build(out, two.v1);
      const before = listing(out);
      const repo = new TestRepo(fresh());
      for (let i = 0; i < 40; i += 1) repo.write(`skills/kept/n${i}.md`, `${i} `.repeat(3000));
      repo.write('skills/kept/SKILL.md', skillText('kept', 'Another.'));
      repo.commit('big');
      await expect(buildInto({ repo: repo.dir, out })).rejects.toMatchObject({
        code: 'out-unwritable',
        message: expect.stringContaining('the disk is full'),
      });
      expect(listing(out)).toEqual(before);
      expect(await servedWhole(out)).toBe(two.v1);
      await build(out);
      expect(await servedWhole(out)).toBe(two.v2);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});
