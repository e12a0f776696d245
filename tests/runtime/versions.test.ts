import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../runtime/open-index.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import { buildInto } from '../helpers/built-case.js';
import { git, tempFolder } from '../helpers/git-repo.js';
import { type SampleRepo, sampleRepo } from '../helpers/sample-repo.js';

let sample: SampleRepo;
let index: SkillIndex;
let apart: ReturnType<typeof tempFolder>;
let withoutRepo: SkillIndex;

beforeAll(async () => {
  sample = await sampleRepo();
  index = await openIndex(sample.out);
  apart = tempFolder('skillgraft-apart-');
  cpSync(sample.out, apart.dir, { recursive: true });
  withoutRepo = await openIndex(apart.dir);
});
afterAll(() => {
  sample.dispose();
  apart.dispose();
});

describe('get with a version', () => {
  it.each([
    ['1', 0, 1],
    ['v2', 1, 2],
    [' 1 ', 0, 1],
    ['2024-01-01', 0, 1],
    ['2024-01-02T13:00:00Z', 1, 2],
  ])('%j is commit %i, version %i', async (version, commit, number) => {
    const skill = await index.get('clip-wick', { version });
    expect(skill).toMatchObject({ commit: sample.commits[commit], version: number });
    expect(skill.notices.map(({ code }) => code)).toContain('old-version');
  });

  it.each(['3', 'v3', '2024-01-04', '2030-12-31', 'latest', 'current', ''])(
    '%j is what the index holds, and needs no repository',
    async (version) => {
      const skill = await withoutRepo.get('clip-wick', { version });
      expect(skill).toEqual(await withoutRepo.get('clip-wick'));
    },
  );

  it('reads a commit, whole, short or by name, with the folder and files that it had', async () => {
    const [first, second, third, fourth] = sample.commits as [string, string, string, string];
    for (const version of [first, first.slice(0, 8), first.slice(0, 8).toUpperCase(), 'HEAD~3', 'main~3']) {
      const old = await index.get('clip-wick', { version });
      expect(old).toMatchObject({ path: 'skills/trim-wick', name: 'trim-wick', version: 1, commit: first });
    }
    expect(await index.get('clip-wick', { version: second })).toMatchObject({ version: 2 });
    const tips = async (version: string) => (await index.file('clip-wick', 'tips.md', { version })).text;
    expect(await tips(third)).toBe('Use a sharp blade.\n');
    expect(await tips(fourth)).toBe('Use a very sharp blade.\n');
    expect(await withoutRepo.get('clip-wick', { version: fourth.slice(0, 10) })).toMatchObject({
      version: 3,
    });
  });

  it.each(['0', '4', 'v99', '999999', '2023-12-31', '2024-99-99'])(
    '%j is refused, naming those there are',
    async (version) => {
      const refused = index.get('clip-wick', { version });
      await expect(refused).rejects.toMatchObject({ code: 'version-unknown' });
      await expect(refused).rejects.toThrow(
        'versions 1 to 3, from 2024-01-01T12:00:00Z to 2024-01-03T12:00:00Z',
      );
    },
  );

  it.each(['deadbeef', 'no-such-branch', '--upload-pack=x', '-1', 'HEAD:skills', '\0', '1.5'])(
    '%j is refused as a commit',
    async (version) => {
      await expect(index.get('clip-wick', { version })).rejects.toMatchObject({
        code: expect.stringMatching(/^ref-|^version-/),
      });
    },
  );

  it('refuses a commit that has no such skill', async () => {
    sample.repo.git(
      'branch',
      'bare-root',
      sample.repo.git('commit-tree', '-m', 'x', sample.repo.git('mktree')),
    );
    await expect(index.get('clip-wick', { version: 'bare-root' })).rejects.toMatchObject({
      code: 'version-unknown',
      message: expect.stringContaining('skills/clip-wick or skills/trim-wick'),
    });
  });

  it('is refused with the reason where there is no repository, and works where one is named', async () => {
    await expect(withoutRepo.get('clip-wick', { version: '1' })).rejects.toMatchObject({
      code: 'no-repository',
    });
    await expect(withoutRepo.file('clip-wick', 'tips.md', { version: '1' })).rejects.toMatchObject({
      code: 'no-repository',
    });
    const named = await openIndex(apart.dir, { repo: sample.repo.dir });
    expect(await named.get('clip-wick', { version: '1' })).toMatchObject({ path: 'skills/trim-wick' });
  });

  it('gives no number to versions whose beginning is not known', async () => {
    const { dir, dispose } = tempFolder('skillgraft-shallow-');
    git(dir, ['clone', '-q', '--depth', '2', `file://${sample.repo.dir}`, 'clone']);
    const shallow = await openIndex((await buildInto(join(dir, 'clone'))).out);
    try {
      expect(await shallow.get('clip-wick')).toMatchObject({ version: null });
      await expect(shallow.get('clip-wick', { version: '1' })).rejects.toMatchObject({
        code: 'version-unknown',
      });
    } finally {
      dispose();
    }
  });
});
