import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIndex } from '../../../build/build-index.js';
import { folderSnapshot } from '../../../build/git/folder.js';
import { commitSnapshot, type Snapshot } from '../../../build/git/snapshot.js';
import { openRepository } from '../../../runtime/git/open.js';
import { git, skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';

const temp = tempFolder();
let repo: TestRepo;
beforeAll(() => {
  repo = new TestRepo(join(temp.dir, 'repo'));
  repo.write('.gitignore', 'ignored/\n').write('skills/a/SKILL.md', skillText('a')).link('skills/z', 'a');
  repo.write('skills/a/run.sh', '#!/bin/sh\r\n').write('skills/a.b/x', Buffer.from([0, 255]));
  chmodSync(join(repo.dir, 'skills/a/run.sh'), 0o755);
  repo.commit('all');
});
afterAll(() => temp.dispose());

const list = ({ entries }: Snapshot) => entries.map(({ mode, path }) => `${mode} ${path}`);

async function builtFrom({ dir }: TestRepo, workTree: boolean) {
  const built = await buildIndex({ repo: dir, workTree, embedder: 'none' });
  await built.close();
  return built.skills;
}

describe('commitSnapshot', () => {
  it.each(['native', 'isomorphic'] as const)('reads objects, never the work tree (%s)', async (reader) => {
    const one = await openRepository(repo.dir, { reader });
    const head = await one.resolve('HEAD');
    const snapshot = await commitSnapshot(one, head);
    expect(list(snapshot)).toEqual([
      '100644 .gitignore',
      '100644 skills/a.b/x',
      '100644 skills/a/SKILL.md',
      '100755 skills/a/run.sh',
      '120000 skills/z',
    ]);
    expect(snapshot).toMatchObject({ kind: 'commit', problems: [], commit: { id: head } });
    const bytes = await snapshot.readAll(snapshot.entries);
    expect(bytes.map((data) => Buffer.from(data).toString('latin1')).slice(1)).toEqual([
      '\0\xff',
      skillText('a'),
      '#!/bin/sh\r\n',
      'a',
    ]);
    expect(await snapshot.read(snapshot.entries[1]!)).toEqual(new Uint8Array([0, 255]));
    await one.close();
  });

  it('reports a name that is not UTF-8, and keeps the rest', async () => {
    const odd = new TestRepo(join(temp.dir, 'odd'));
    odd.write('SKILL.md', skillText('odd')).commit('odd');
    const blob = odd.git('rev-parse', 'HEAD:SKILL.md');
    const line = Buffer.concat([Buffer.from(`100644 ${blob}\ta`), Buffer.from([0xff]), Buffer.from('\0')]);
    git(odd.dir, ['update-index', '-z', '--index-info'], { input: line });
    git(odd.dir, ['commit', '-q', '-m', 'name']);
    for (const reader of ['native', 'isomorphic'] as const) {
      const one = await openRepository(odd.dir, { reader });
      const snapshot = await commitSnapshot(one, await one.resolve('HEAD'));
      expect(list(snapshot)).toEqual(['100644 SKILL.md']);
      expect(snapshot.problems).toEqual([{ path: 'a\ufffd', reason: 'name-not-utf8' }]);
      await one.close();
    }
  });

  it('reads ten thousand files at once', async () => {
    const many = new TestRepo(join(temp.dir, 'many'));
    for (let i = 0; i < 10_000; i++) many.write(`skills/${i % 100}/f${i}`, `file ${i}\n`);
    many.commit('many');
    const one = await openRepository(many.dir, { reader: 'native' });
    const snapshot = await commitSnapshot(one, await one.resolve('HEAD'));
    const bytes = await snapshot.readAll(snapshot.entries);
    const names = snapshot.entries.map(({ path }) => path.replace(/^.*f/, 'file '));
    expect(bytes.map((data) => Buffer.from(data).toString().trim())).toEqual(names);
    await one.close();
  });
});

describe('folderSnapshot', () => {
  it('reads a folder without git, with the ids that git would give', async () => {
    const one = await openRepository(repo.dir);
    const committed = await commitSnapshot(one, await one.resolve('HEAD'));
    await one.close();
    const dir = join(temp.dir, 'plain');
    execFileSync('cp', ['-r', repo.dir, dir]);
    mkdirSync(join(dir, 'node_modules', 'x'), { recursive: true });
    writeFileSync(join(dir, 'node_modules', 'x', 'SKILL.md'), 'no');
    const snapshot = await folderSnapshot(dir);
    expect(snapshot).toMatchObject({ kind: 'folder', problems: [] });
    expect(snapshot.entries).toEqual(committed.entries);
    expect(await snapshot.readAll(snapshot.entries)).toHaveLength(5);
    expect(Buffer.from(await snapshot.read(snapshot.entries[4]!)).toString()).toBe('a');
  });

  it('reads a skill that a link leads to as its commit has it', async () => {
    const linked = new TestRepo(join(temp.dir, 'linked'));
    linked.write('other/p/SKILL.md', skillText('p')).link('skills/p', '../other/p').commit('a');
    const [onDisk, committed] = [await builtFrom(linked, true), await builtFrom(linked, false)];
    expect(onDisk.map(({ path }) => path)).toEqual(['skills/p']);
    expect(onDisk).toEqual(committed);
  });

  it('leaves out of a work tree what git ignores', async () => {
    const tree = new TestRepo(join(temp.dir, 'tree'));
    tree.write('.gitignore', 'ignored/\n').write('a/SKILL.md', 'a').write('gone', 'x').commit('a');
    tree.write('ignored/SKILL.md', 'i').write('new/SKILL.md', 'n').write('a/SKILL.md', 'changed');
    execFileSync('rm', [join(tree.dir, 'gone')]);
    const one = await openRepository(tree.dir, { reader: 'native' });
    const snapshot = await folderSnapshot(tree.dir, { repo: one });
    expect(list(snapshot)).toEqual(['100644 .gitignore', '100644 a/SKILL.md', '100644 new/SKILL.md']);
    expect(snapshot).toMatchObject({ kind: 'work-tree', problems: [] });
    expect(Buffer.from(await snapshot.read(snapshot.entries[1]!)).toString()).toBe('changed');
    await one.close();
  });

  it.skipIf(process.platform === 'win32')('makes problems of what it cannot read', async () => {
    const dir = join(temp.dir, 'bad');
    mkdirSync(join(dir, 'closed'), { recursive: true });
    writeFileSync(join(dir, 'SKILL.md'), 'fine');
    writeFileSync(Buffer.concat([Buffer.from(`${dir}/a`), Buffer.from([0xff])]), 'x');
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    const snapshot = await folderSnapshot(dir);
    expect(list(snapshot)).toEqual(['100644 SKILL.md']);
    expect(snapshot.problems).toEqual([
      { path: 'a\ufffd', reason: 'name-not-utf8' },
      { path: 'pipe', reason: 'special-file' },
    ]);
    await expect(folderSnapshot(join(dir, 'absent'))).rejects.toMatchObject({ code: 'folder-not-found' });
  });
});
