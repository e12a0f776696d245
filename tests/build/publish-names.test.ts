import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ArtifactFile } from '../../build/types.js';
import { writeArtifact } from '../../build/write.js';
import { openIndex } from '../../runtime/open-index.js';
import { git, skillText, TestRepo, tempFolder } from '../helpers/git-repo.js';
import { buildInto, codeOf, listing, servedWhole } from '../helpers/skills-repo.js';

const temp = tempFolder();
let count = 0;
afterAll(() => temp.dispose());

function fresh(): string {
  count += 1;
  return join(temp.dir, `place-${count}`);
}

/** A repository with one skill of its own for each path. */
function repoWith(...paths: readonly string[]): TestRepo {
  const repo = new TestRepo(fresh());
  for (const path of paths) repo.write(`${path}/SKILL.md`, skillText(path.split('/').at(-1)!));
  repo.commit('skills');
  return repo;
}

describe('names', () => {
  it.each(['../../../evil', '..', '.', 'a/b', 'a\\b', '/etc/evil', 'x'.repeat(1000)])(
    "of the repository's own skill never lead out of the folder: %s",
    async (name) => {
      const top = join(fresh(), 'x/y/z');
      mkdirSync(top, { recursive: true });
      writeFileSync(
        join(top, 'SKILL.md'),
        `---\nname: ${JSON.stringify(name)}\ndescription: Root.\n---\n\nBody.\n`,
      );
      const out = join(top, 'dist');
      await buildInto({ repo: top, out });
      expect(Object.keys(listing(join(temp.dir, `place-${count}`))).sort()).toEqual([
        'x/',
        'x/y/',
        'x/y/z/',
        'x/y/z/SKILL.md',
        'x/y/z/dist/',
        'x/y/z/dist/index.json',
        'x/y/z/dist/skills/',
        'x/y/z/dist/skills/skill/',
        'x/y/z/dist/skills/skill/SKILL.md',
      ]);
      expect((await (await openIndex(out)).get('.')).body).toContain('Body.');
    },
  );

  it('of folders that are like ours, or odd, are served', async () => {
    const names = [
      'index.json',
      '.stage',
      '.previous',
      'a b',
      '100%',
      'a#b?c',
      'é',
      '日本',
      '🚀',
      'a\\b',
      '..a',
      '%2e%2e',
      "it's(1)!*",
    ];
    const repo = new TestRepo(fresh());
    for (const name of names) {
      repo
        .write(`skills/${name}/SKILL.md`, skillText('odd', `I am ${name}.`))
        .write(`skills/${name}/${name}/${name}`, name);
    }
    repo.commit('odd');
    const out = join(repo.dir, 'dist');
    await buildInto({ repo: repo.dir, out });
    expect(await servedWhole(out)).toBe(repo.git('rev-parse', 'HEAD'));
    const index = await openIndex(out);
    expect(index.skills.map(({ path }) => path).sort()).toEqual(names.map((name) => `skills/${name}`).sort());
    for (const name of names) {
      expect((await index.get(`skills/${name}`)).body).toContain(`I am ${name}.`);
      expect((await index.file(`skills/${name}`, `${name}/${name}`)).text).toBe(name);
      expect(readFileSync(join(out, 'skills', name, 'SKILL.md'), 'utf8')).toContain(`I am ${name}.`);
    }
  });

  it('of a tree that holds `..` reach nothing', async () => {
    const repo = repoWith('skills/ok');
    const blob = git(repo.dir, ['hash-object', '-w', '--stdin'], { input: skillText('evil') }).trim();
    const tree = (name: string, id: string, more = ''): string =>
      git(repo.dir, ['mktree'], { input: `040000 tree ${id}\t${name}\n${more}` }).trim();
    const leaf = git(repo.dir, ['mktree'], { input: `100644 blob ${blob}\tSKILL.md\n` }).trim();
    const inSkill = tree('..', tree('..', tree('evil', leaf)), `100644 blob ${blob}\tSKILL.md\n`);
    const top = tree('skills', tree('..', tree('..', tree('evil', leaf)), `040000 tree ${inSkill}\tgood\n`));
    const ref = git(repo.dir, ['commit-tree', top, '-m', 'evil']).trim();
    for (const reader of ['native', 'isomorphic'] as const) {
      const place = fresh();
      const out = join(place, 'deep/er/out');
      await buildInto({ repo: repo.dir, ref, reader, out }).catch((error) =>
        expect(error.code).toBe('path-unsafe'),
      );
      const outside = existsSync(place)
        ? Object.keys(listing(place)).filter((name) => !/^deep\/(er\/(out\/.*)?)?$/.test(name))
        : [];
      expect(outside, reader).toEqual([]);
    }
  });

  it('of two skills never claim one file for both', async () => {
    const repo = new TestRepo(fresh());
    const skills = ['skills/a', 'a/b', 'a', 'skills/b/c', 'b', 'skills/nested', 'skills/nested/in/er', '_/a'];
    for (const path of skills) {
      repo.write(`${path}/SKILL.md`, skillText(path.replaceAll('/', '-'), path)).write(`${path}/x.md`, path);
    }
    repo
      .write('skills/a/b/x.md', 'two')
      .write('b/c/x.md', 'three')
      .write('SKILL.md', skillText('nested', 'root'));
    repo.commit('overlap');
    const out = join(repo.dir, 'dist');
    await buildInto({ repo: repo.dir, roots: ['.'], out });
    await servedWhole(out);
    const index = await openIndex(out);
    for (const path of skills) expect((await index.file(path, 'x.md')).text).toBe(path);
    expect((await index.file('skills/a', 'b/x.md')).text).toBe('two');
    expect((await index.file('b', 'c/x.md')).text).toBe('three');
    expect(new Set(index.skills.map(({ uri }) => uri)).size).toBe(skills.length + 1);
  });
});

describe('paths', () => {
  it.each(['../evil', 'skills/../../evil', 'skills//evil', '/evil', 'skills/./evil', 'skills/e\0vil'])(
    'are refused where they lead out of the folder: %j',
    async (path) => {
      const bytes = new TextEncoder().encode('evil');
      const file: ArtifactFile = { digest: 'sha256:0', size: bytes.length, read: async () => bytes };
      const folder = join(temp.dir, 'deep/er');
      mkdirSync(folder, { recursive: true });
      const former = async () => ({ files: new Map<string, string>(), known: true });
      expect(await codeOf(writeArtifact(folder, new Map([[path, file]]), former))).toBe('path-unsafe');
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
