import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { canonicalLines } from '../../helpers/canonical.js';
import { git, skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { lineageOf } from '../../helpers/lineage.js';
import { importHistory } from '../../helpers/random-history.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

describe('lineage from a stored section equals lineage from scratch', () => {
  it.each([
    [21, 3600, 0],
    [22, 0, 0],
    [23, 600, 0.4],
    [24, 1, 0.1],
    [25, 30, 0.8],
  ])('random history %i, %i seconds a commit, skew %d', async (seed, step, skew) => {
    const dir = join(temp.dir, `random-${seed}`);
    mkdirSync(dir);
    git(dir, ['init', '-q', '-b', 'main']);
    const weights = { modify: 5, add: 2, rename: 2, edit: 2, copy: 1, remove: 2, other: 1, merge: 0.25 };
    const shape = { commits: 30, skills: 8, burst: 4, trailers: 0.9 };
    const commits = importHistory(dir, { seed, ...shape, step, skew, weights });
    const section = await lineageOf(dir);
    expect(section.edges.some(({ type }) => type === 'derive' || type === 'merge')).toBe(true);
    const full = canonicalLines(section);
    expect(canonicalLines(await lineageOf(dir, { reader: 'isomorphic' }))).toEqual(full);
    for (const [i, ref] of commits.entries()) {
      const previous = await lineageOf(dir, { ref });
      const reader = i % 2 === 0 ? 'native' : 'isomorphic';
      expect(canonicalLines(await lineageOf(dir, { previous, reader }))).toEqual(full);
    }
  });
});

describe('a stored section that cannot be gone on from', () => {
  it('is built anew', async () => {
    const repo = new TestRepo(join(temp.dir, 'anew'));
    repo.write('skills/a/SKILL.md', skillText('a')).commit('a');
    repo.write('skills/b/SKILL.md', skillText('b')).commit('b');
    const stored = await lineageOf(repo.dir);
    repo.git('reset', '-q', '--hard', 'HEAD~1');
    repo.write('skills/c/SKILL.md', skillText('c')).commit('c');
    const full = await lineageOf(repo.dir);
    expect(full.skills.map(({ path }) => path)).toEqual(['skills/a', 'skills/c']);
    const gone = { ...stored, state: { ...stored.state!, commit: '1'.repeat(40) } };
    const older = { ...full, log: ['garbage'], skills: [], state: { ...full.state!, algorithm: 0 } };
    for (const previous of [stored, gone, older]) {
      for (const reader of ['native', 'isomorphic'] as const) {
        expect(await lineageOf(repo.dir, { previous, reader })).toEqual(full);
      }
    }
  });

  it('is not kept for a shallow clone, and not used in one', async () => {
    const repo = new TestRepo(join(temp.dir, 'deep'));
    for (const name of ['a', 'b', 'c']) repo.write(`skills/${name}/SKILL.md`, skillText(name)).commit(name);
    const dir = join(temp.dir, 'shallow');
    git(temp.dir, ['clone', '-q', '--depth', '2', pathToFileURL(repo.dir).href, dir]);
    const section = await lineageOf(dir);
    expect(section).toMatchObject({ status: 'shallow', reason: 'shallow-clone' });
    expect(section.state).toBeUndefined();
    expect(await lineageOf(dir, { previous: await lineageOf(repo.dir) })).toEqual(section);
    git(dir, ['fetch', '-q', '--unshallow']);
    expect(await lineageOf(dir, { previous: section })).toEqual(await lineageOf(repo.dir));
  });

  it('says where contents are missing, and gives no date that may be wrong', async () => {
    const repo = new TestRepo(join(temp.dir, 'whole'));
    repo.write('skills/a/SKILL.md', skillText('a', 'One.\nTwo.\nThree.\nFour.')).commit('a');
    repo.git('config', 'uploadpack.allowFilter', 'true');
    repo.git('mv', 'skills/a', 'skills/b');
    repo.write('skills/b/SKILL.md', skillText('a', 'One.\nTwo.\nThree.\nFive.')).commit('b');
    expect((await lineageOf(repo.dir)).skills[0]).toMatchObject({ formerly: ['skills/a'] });
    const dir = join(temp.dir, 'partial');
    git(temp.dir, ['clone', '-q', '--no-checkout', '--filter=blob:none', pathToFileURL(repo.dir).href, dir]);
    for (const reader of ['native', 'isomorphic'] as const) {
      const section = await lineageOf(dir, { reader });
      expect(section).toMatchObject({ status: 'partial', skills: [{ path: 'skills/b', truncated: true }] });
      expect(section.skills[0]?.created).toBeUndefined();
      expect(section.state).toBeUndefined();
    }
  });
});
