import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRepository } from '../../../runtime/git/open.js';
import type { Repository } from '../../../runtime/git/repository.js';
import { openIndex } from '../../../runtime/open-index.js';
import { namedWords, readBase } from '../../../runtime/propose/base.js';
import { checkRequest } from '../../../runtime/propose/plan/check-request.js';
import { planProposal } from '../../../runtime/propose/plan/plan-proposal.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { buildInto, codeOf } from '../../helpers/skills-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const repo = new TestRepo(join(temp.dir, 'repo'));
repo
  .write('skills/one/SKILL.md', skillText('one', 'First.'))
  .write('skills/old-name/SKILL.md', skillText('old-name'))
  .write('skills/web/cors/SKILL.md', skillText('fix-cors'))
  .write('skills/twice/SKILL.md', skillText('same'))
  .write('skills/again/SKILL.md', skillText('same'))
  .write('skills/broken/SKILL.md', 'no front matter\n')
  .write('tests/fixtures/one/SKILL.md', skillText('one'))
  .write('skills/one/bin/run', '#!/bin/sh\n')
  .write('skills/one/data.bin', new Uint8Array([0, 1, 2]))
  .link('skills/one/link.md', 'data.bin');
chmodSync(join(repo.dir, 'skills/one/bin/run'), 0o755);
const first = repo.commit('first');
repo.write('skills/one/SKILL.md', skillText('one', 'Second.'));
repo.git('mv', 'skills/old-name', 'skills/new-name');
const second = repo.commit('second');

describe.each(['native', 'isomorphic'] as const)('readBase with the %s reader', (reader) => {
  let repository: Repository;
  beforeAll(async () => {
    repository = await openRepository(repo.dir, { reader });
  });
  afterAll(() => repository.close());

  it('reads the tree, and the files of the skills that are named', async () => {
    const base = await readBase(repository, 'HEAD', { words: ['one'] });
    expect(base).toMatchObject({ commit: second, root: 'skills' });
    expect(base.paths.has('skills/one/link.md')).toBe(true);
    const [skill, ...others] = base.find('one');
    expect(others).toEqual([]);
    expect(skill).toMatchObject({ path: 'skills/one', name: 'one', version: null, versionCommit: null });
    const files = [...skill!.files].map(([path, { mode, bytes }]) => [
      path,
      mode,
      Buffer.from(bytes).toString('hex'),
    ]);
    expect(files).toEqual([
      ['skills/one/SKILL.md', '100644', Buffer.from(skillText('one', 'Second.')).toString('hex')],
      ['skills/one/bin/run', '100755', Buffer.from('#!/bin/sh\n').toString('hex')],
      ['skills/one/data.bin', '100644', '000102'],
    ]);
  });

  it('finds by path, name, folder and URI; several where a name is not one skill', async () => {
    const words = ['fix-cors', 'same', 'broken'];
    const base = await readBase(repository, second, { words });
    for (const word of ['fix-cors', 'cors', 'web/cors', 'skills/web/cors', 'skill://web/cors/SKILL.md']) {
      expect(base.find(word).map(({ path }) => path)).toEqual(['skills/web/cors']);
    }
    expect(base.find('same').map(({ path }) => path)).toEqual(['skills/again', 'skills/twice']);
    expect(base.find('broken').map(({ path }) => path)).toEqual(['skills/broken']);
    expect(base.find('nothing')).toEqual([]);
    expect(() => base.find('one')).toThrow('were not read');
  });

  it('reads other roots, and goes by where skills lie', async () => {
    const base = await readBase(repository, second, { words: ['one'], roots: ['tests/fixtures/'] });
    expect(base.root).toBe('tests/fixtures');
    expect(base.find('one').map(({ path }) => path)).toEqual(['tests/fixtures/one']);
    const all = await readBase(repository, second, { words: ['one'], roots: ['.'] });
    expect(all.root).toBe('skills');
    expect(all.find('one').length).toBe(2);
  });

  it('refuses a commit that is not there', async () => {
    expect(await codeOf(readBase(repository, 'nowhere', { words: [] }))).toBe('ref-not-found');
  });

  it('gives versions of an index of the same commit and of an older one, and former names', async () => {
    for (const ref of [second, first]) {
      const out = join(temp.dir, `${reader}-${ref}`);
      await buildInto({ repo: repo.dir, ref, out });
      const index = await openIndex(out);
      const base = await readBase(repository, second, {
        words: ['one', 'fix-cors', 'skills/old-name', 'new-name'],
        index,
      });
      expect(base.find('one')[0]).toMatchObject({
        version: 2,
        versionCommit: second,
        commits: [first, second],
      });
      expect(base.find('fix-cors')[0]).toMatchObject({ version: 1, versionCommit: first });
      // The older index does not know that it was renamed.
      const renamed = base.find('new-name')[0];
      expect(renamed?.version).toBe(ref === second ? 2 : null);
      expect(base.find('skills/old-name').map(({ path }) => path)).toEqual(
        ref === second ? ['skills/new-name'] : [],
      );
    }
  });

  it('gives no versions where the index is not of this history', async () => {
    const out = join(temp.dir, `${reader}-later`);
    await buildInto({ repo: repo.dir, ref: second, out });
    const index = await openIndex(out);
    const base = await readBase(repository, first, { words: ['one', 'fix-cors'], index });
    expect(base.find('one')[0]).toMatchObject({ version: null, versionCommit: null });
    expect(base.find('fix-cors')[0]).toMatchObject({ version: 1 });
  });

  it('takes a commit that the skill has not changed since, and refuses one that it has', async () => {
    const fix = async (name: string, baseVersion: string) => {
      const request = checkRequest({ action: 'FIX', name, lesson: 'New.', baseVersion });
      const base = await readBase(repository, second, { words: namedWords(request), baseVersion });
      return planProposal(base, request).notes;
    };
    expect(await fix('fix-cors', first)).toEqual([]);
    expect(await fix('fix-cors', first.slice(0, 8))).toEqual([]);
    await expect(fix('skills/one', first)).rejects.toMatchObject({ code: 'version-conflict' });
    await expect(fix('fix-cors', 'abcdef0')).rejects.toMatchObject({ code: 'version-conflict' });
    expect(await fix('skills/one', '1')).toEqual([
      expect.stringContaining('history of skills/one is not known'),
    ]);
  });

  it('is what a proposal is planned on', async () => {
    const request = checkRequest({ action: 'FIX', name: 'skills/one', lesson: 'Third.' });
    const base = await readBase(repository, 'main', { words: namedWords(request) });
    const plan = planProposal(base, request);
    expect(plan.changes.map(({ path }) => path)).toEqual(['skills/one/SKILL.md']);
    expect(plan.changelog).toMatchObject({ from: 'skills/one', to: 'skills/one' });
  });
});

describe('where a new skill goes', () => {
  it.each([
    [['.claude/skills/a/SKILL.md'], '.claude/skills'],
    [['.claude/skills/a/SKILL.md', 'skills/b/SKILL.md'], 'skills'],
    [['a/SKILL.md', 'b/SKILL.md', 'x/y/SKILL.md'], ''],
    [['lib/a/SKILL.md', 'lib/b/SKILL.md', 'c/SKILL.md'], 'lib'],
    [['SKILL.md'], 'skills'],
    [['README.md'], 'skills'],
  ])('beside %j', async (paths, root) => {
    const one = new TestRepo(join(temp.dir, paths.join('+').replaceAll('/', '-')));
    for (const path of paths) one.write(path, skillText('x'));
    const commit = one.commit('first');
    const repository = await openRepository(one.dir);
    expect((await readBase(repository, commit, { words: [] })).root).toBe(root);
    await repository.close();
  });
});
