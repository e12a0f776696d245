import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDate } from '../../runtime/mainline.js';
import { openIndex } from '../../runtime/open-index.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import { git, TestRepo, tempFolder } from '../helpers/git-repo.js';
import { buildInto } from '../helpers/skills-repo.js';

const temp = tempFolder();
let index: SkillIndex;

const day = (text: string): number => Date.parse(`${text}T12:00:00Z`) / 1000;
const skill = (body: string): string => `---\nname: lamp\ndescription: Lights a lamp.\n---\n\n${body}\n`;

beforeAll(async () => {
  const repo = new TestRepo(join(temp.dir, 'repo'));
  repo.write('skills/lamp/SKILL.md', skill('Reviewed.')).write('skills/lamp/run.sh', 'one\n');
  repo.write('skills/gone/SKILL.md', skill('Gone.').replace('lamp', 'gone'));
  repo.commit('base', day('2026-01-01'));
  repo.git('checkout', '-qb', 'side');
  repo.write('skills/lamp/SKILL.md', skill('Not reviewed.')).commit('try', day('2026-01-10'));
  repo.write('skills/lamp/SKILL.md', skill('Reworked.')).commit('rework', day('2026-02-20'));
  repo.git('checkout', '-q', 'main');
  repo.git('rm', '-rq', 'skills/gone');
  repo.write('skills/lamp/run.sh', 'two\n').commit('script, and one away', day('2026-02-10'));
  const date = `${day('2026-03-01')} +0000`;
  const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  git(repo.dir, ['merge', '-q', '--no-ff', '-m', 'merge', 'side'], { env });
  repo.write('README.md', 'x\n').commit('later', day('2030-01-01'));
  const out = join(temp.dir, 'out');
  await buildInto({ repo: repo.dir, out });
  index = await openIndex(out, { repo: repo.dir });
});
afterAll(() => temp.dispose());

describe('a version by date', () => {
  it.each([
    ['2026-01-01', 'one\n'],
    ['2026-02-01', 'one\n'],
    ['2026-02-25', 'two\n'],
  ])(
    'on %s is what the main line had, not what a branch had that was merged later',
    async (version, script) => {
      expect((await index.get('lamp', { version })).body).toBe('Reviewed.\n');
      expect((await index.file('lamp', 'run.sh', { version })).text).toBe(script);
    },
  );

  it('after the merge is the merged text', async () => {
    const merged = await index.get('lamp', { version: '2029-12-31' });
    expect(merged.body).toBe('Reworked.\n');
    expect((await index.get('lamp', { version: '2030-01-01' })).body).toBe('Reworked.\n');
  });

  it('before the first commit is refused', async () => {
    await expect(index.get('lamp', { version: '2025-12-31' })).rejects.toMatchObject({
      code: 'version-unknown',
    });
  });
});

describe('a skill that was removed', () => {
  it('is named with its commit, and where its text is', async () => {
    await expect(index.get('gone')).rejects.toMatchObject({ code: 'skill-removed' });
    await expect(index.get('gone')).rejects.toThrow('skills/gone was removed on 2026-02-10');
  });
});

describe('readDate', () => {
  it.each([
    ['2026-01-31', '2026-01-31T23:59:59.999Z'],
    ['2026-02-01 13:00', '2026-02-01T13:00:00.000Z'],
    ['2026-02-01T13:00+02:00', '2026-02-01T11:00:00.000Z'],
    ['2026-02-01T13:00:05Z', '2026-02-01T13:00:05.000Z'],
  ])('%s is %s in every time zone', (text, date) => {
    expect(new Date(readDate(text)!).toISOString()).toBe(date);
  });

  it('knows what is no day, and what is no date', () => {
    for (const text of ['2026-02-30', '2026-13-01', '2026-00-10']) expect(readDate(text)).toBeNaN();
    for (const text of ['3', 'v3', 'main', '2026-01', 'abcdef1']) expect(readDate(text)).toBeUndefined();
  });
});
