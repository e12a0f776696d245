import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildIndex, publishArtifact } from '../../build/index.js';
import { openIndex } from '../../runtime/index.js';
import { TestRepo, tempFolder } from '../helpers/git-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

describe('a skill that a link leads to', () => {
  it('has the history, the files and the older versions of the folder that it really lies in', async () => {
    const repo = new TestRepo(join(temp.dir, 'repo'));
    const text = (body: string) => `---\nname: lamp\ndescription: Lights a lamp.\n---\n\n${body}\n`;
    repo.write('src/lamp/SKILL.md', text('Light it.')).write('src/lamp/notes.md', 'Use oil.\n').commit('add');
    repo.write('skills/other/SKILL.md', text('Other.').replace('lamp', 'other'));
    symlinkSync('../src/lamp', join(repo.dir, 'skills', 'lamp'));
    repo.commit('link');
    repo.write('src/lamp/SKILL.md', text('Light it twice.')).commit('edit');
    const out = join(temp.dir, 'dist');
    const result = await buildIndex({ repo: repo.dir, out });
    await publishArtifact(result, out);
    await result.close();
    const index = await openIndex(out, { repo: repo.dir });
    expect(index.skills.map(({ path, realPath }) => [path, realPath])).toEqual([
      ['skills/lamp', 'src/lamp'],
      ['skills/other', undefined],
    ]);
    expect(index.lineage('lamp').versions.map(({ version, path }) => [version, path])).toEqual([
      [1, 'src/lamp'],
      [2, 'src/lamp'],
    ]);
    const [current, older] = await Promise.all([index.get('lamp'), index.get('lamp', { version: '1' })]);
    expect(current).toMatchObject({ version: 2, body: 'Light it twice.\n', path: 'skills/lamp' });
    expect(older).toMatchObject({ version: 1, body: 'Light it.\n' });
    expect(older.files.map(({ path }) => path)).toEqual(['SKILL.md', 'notes.md']);
    expect((await index.file('lamp', 'notes.md')).text).toBe('Use oil.\n');
  });
});
