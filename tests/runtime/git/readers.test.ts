import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRef, openRepository } from '../../../runtime/git/open.js';
import type { Repository } from '../../../runtime/git/repository.js';
import type { SkillgraftError } from '../../../schema/errors.js';
import { git, skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';

const temp = tempFolder();
let repo: TestRepo;
let first: string;
let second: string;
let merge: string;
const opened: Repository[] = [];

beforeAll(() => {
  repo = new TestRepo(join(temp.dir, 'repo'));
  repo
    .write('SKILL.md', skillText('root'))
    .write('skills/技/a/SKILL.md', skillText('a'))
    .link('skills/link', 'a');
  first = repo.commit('first');
  repo.git('tag', '-a', 'v1', '-m', 'tag');
  repo.write('skills/b/SKILL.md', skillText('b')).write('skills/a b/run.sh', 'x\n');
  second = repo.commit('second\n\nSkill-Reason: why');
  repo.git('checkout', '-q', '-b', 'side', first);
  repo.write('skills/c/SKILL.md', skillText('c')).write('SKILL.md', skillText('root', 'Side.'));
  repo.commit('side');
  repo.git('checkout', '-q', 'main');
  repo.git('merge', '-q', '--no-commit', 'side');
  repo.write('skills/c/SKILL.md', skillText('c', 'In the merge.'));
  merge = repo.commit('merge');
});
afterAll(async () => {
  for (const one of opened) await one.close();
  temp.dispose();
});

describe.each(['native', 'isomorphic'] as const)('%s reader', (reader) => {
  const open = async (dir: string) => {
    const one = await openRepository(dir, { reader });
    opened.push(one);
    return one;
  };
  const failsWith = (code: string) => expect.objectContaining({ name: 'SkillgraftError', code });

  it('opens a repository from a folder inside it, whatever GIT_DIR says', async () => {
    process.env.GIT_DIR = '/nowhere';
    try {
      const one = await open(join(repo.dir, 'skills', 'b'));
      expect(one).toMatchObject({ kind: reader, dir: repo.dir, gitDir: join(repo.dir, '.git'), bare: false });
      expect(await one.resolve('HEAD')).toBe(merge);
    } finally {
      delete process.env.GIT_DIR;
    }
  });

  it('resolves branches, tags, ids and ancestors', async () => {
    const one = await open(repo.dir);
    const names = [
      'main',
      'refs/heads/main',
      'v1',
      first,
      first.slice(0, 8),
      'HEAD~1',
      'main^2~1',
      'HEAD^0',
      '@',
    ];
    const ids = await Promise.all(names.map((name) => one.resolve(name)));
    expect(ids).toEqual([merge, merge, first, first, first, second, first, merge, merge]);
  });

  it.each([
    'nope',
    '-h',
    '--all',
    '',
    '../../etc/passwd',
    'main~99',
    'v1^{tree}',
    'a\0b',
    `${'0'.repeat(39)}g`,
  ])('refuses the ref %j', async (ref) => {
    await expect((await open(repo.dir)).resolve(ref)).rejects.toEqual(failsWith('ref-not-found'));
  });

  it('names an object that is missing', async () => {
    const one = await open(repo.dir);
    const absent = '1'.repeat(40);
    await expect(one.blobs([absent])).rejects.toEqual(failsWith('object-missing'));
    await expect(one.commit(absent)).rejects.toEqual(failsWith('object-missing'));
    await expect(one.history(absent)).rejects.toEqual(failsWith('object-missing'));
    expect(await one.presentBlobs([absent])).toEqual([null]);
  });

  it('lists a tree, sorted, and one folder of it', async () => {
    const one = await open(repo.dir);
    const entries = await one.tree(merge);
    expect(entries.map(({ path, mode }) => `${mode} ${path}`)).toEqual([
      '100644 SKILL.md',
      '100644 skills/a b/run.sh',
      '100644 skills/b/SKILL.md',
      '100644 skills/c/SKILL.md',
      '120000 skills/link',
      '100644 skills/技/a/SKILL.md',
    ]);
    expect((await one.tree(merge, 'skills/技')).map(({ path }) => path)).toEqual(['skills/技/a/SKILL.md']);
    expect(await one.tree(merge, 'skills/*')).toEqual([]);
    const texts = await one.blobs(entries.map(({ oid }) => oid));
    expect(texts.map((bytes) => Buffer.from(bytes).toString()).slice(4)).toEqual(['a', skillText('a')]);
  });

  it('reads commits with their trailers', async () => {
    const details = await (await open(repo.dir)).commit(second);
    expect(details).toMatchObject({ id: second, parents: [first], author: { name: 'Test Author' } });
    expect(details.message).toBe('second\n\nSkill-Reason: why\n');
    expect(details.committedAt).toBe(Date.UTC(2024, 0, 2, 12) / 1000);
  });

  it('walks the whole history and what is new since a commit', async () => {
    const one = await open(repo.dir);
    expect((await one.history(merge)).commits).toHaveLength(4);
    const part = await one.history(merge, second);
    expect(part).toMatchObject({ incremental: true });
    expect(part.commits.map(({ id }) => id).sort()).toEqual([merge, repo.git('rev-parse', 'side')].sort());
    expect(await one.history(merge, merge)).toMatchObject({ incremental: true, commits: [] });
    const apart = await one.history(second, repo.git('rev-parse', 'side'));
    expect(apart.incremental).toBe(false);
    expect(apart.commits).toHaveLength(2);
    expect(await one.history(merge, '1'.repeat(40))).toMatchObject({ incremental: false });
  });

  it('tells what a commit changed, and of a merge only what no parent has', async () => {
    const one = await open(repo.dir);
    const { commits } = await one.history(merge);
    const changes = await one.skillChanges(commits.filter(({ id }) => id === merge || id === first));
    const told = Object.fromEntries(
      changes.map(({ commit, changes: list }) => [commit, list.map(({ op, path }) => `${op} ${path}`)]),
    );
    expect(told).toEqual({
      [merge]: ['modify skills/c/SKILL.md'],
      [first]: ['add SKILL.md', 'add skills/技/a/SKILL.md'],
    });
  });

  it('reads bare, detached, packed and linked repositories', async () => {
    const bare = join(temp.dir, `${reader}.git`);
    git(temp.dir, ['clone', '-q', '--bare', repo.dir, bare]);
    git(bare, ['gc', '-q']);
    const one = await open(bare);
    expect(one).toMatchObject({ bare: true, dir: bare, gitDir: bare });
    expect(await one.resolve('main')).toBe(merge);
    expect((await one.branches()).map(({ name }) => name)).toEqual(['refs/heads/main', 'refs/heads/side']);
    expect(await one.tree(merge)).toEqual(await (await open(repo.dir)).tree(merge));
    const linked = join(temp.dir, `${reader}-linked`);
    git(bare, ['worktree', 'add', '-q', '--detach', linked, first]);
    const tree = await open(linked);
    expect(tree).toMatchObject({ bare: false, dir: linked });
    expect(await tree.resolve('HEAD')).toBe(first);
    expect(await tree.resolve('side')).toBe(repo.git('rev-parse', 'side'));
  });

  it('reads a shallow clone without false parents', async () => {
    const dir = join(temp.dir, `${reader}-shallow`);
    git(temp.dir, ['clone', '-q', '--depth', '2', pathToFileURL(repo.dir).href, dir]);
    const one = await open(dir);
    const { commits, shallow } = await one.history(merge);
    expect(one.shallow).toBe(true);
    expect([...shallow].sort()).toEqual([second, repo.git('rev-parse', 'side')].sort());
    expect(commits.filter(({ id }) => shallow.has(id)).map(({ parents }) => parents)).toEqual([[], []]);
  });

  it('never fetches for a partial clone', async () => {
    const dir = join(temp.dir, `${reader}-partial`);
    git(repo.dir, ['config', 'uploadpack.allowFilter', 'true']);
    git(temp.dir, ['clone', '-q', '--no-checkout', '--filter=blob:none', pathToFileURL(repo.dir).href, dir]);
    const one = await open(dir);
    const entries = await one.tree(merge);
    const changes = await one.skillChanges((await one.history(merge)).commits);
    expect(changes).toHaveLength(4);
    expect(await one.presentBlobs([entries[0]!.oid])).toEqual([null]);
    await expect(one.blob(entries[0]!.oid)).rejects.toEqual(failsWith('object-missing'));
    expect(git(dir, ['count-objects', '-v'])).toMatch(/^count: 0$/m);
  });

  it('gives advice on a partial clone that makes it whole', async () => {
    const dir = join(temp.dir, `${reader}-partial-advice`);
    git(repo.dir, ['config', 'uploadpack.allowFilter', 'true']);
    git(temp.dir, ['clone', '-q', '--no-checkout', '--filter=blob:none', pathToFileURL(repo.dir).href, dir]);
    const before = await open(dir);
    const { oid } = (await before.tree(merge))[0]!;
    const error = await before.blob(oid).catch((reason: SkillgraftError) => reason);
    const advice = /git (fetch( --[\w-]+)+)/.exec((error as SkillgraftError).hint)?.[1];
    git(dir, advice!.split(' '));
    expect((await (await open(dir)).blob(oid)).length).toBeGreaterThan(0);
  });

  it('takes a submodule for what it is', async () => {
    const outer = new TestRepo(join(temp.dir, `${reader}-outer`));
    outer.write('skills/a/SKILL.md', skillText('a'));
    outer.git('add', '-A');
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.dir, 'skills/sub');
    outer.git('update-index', '--add', '--cacheinfo', `160000,${first},skills/odd/SKILL.md`);
    outer.git('commit', '-q', '-m', 'submodule');
    const one = await open(outer.dir);
    const head = await one.resolve('HEAD');
    expect((await one.tree(head)).filter(({ mode }) => mode === '160000').map(({ path }) => path)).toEqual([
      'skills/odd/SKILL.md',
      'skills/sub',
    ]);
    const [changes] = await one.skillChanges((await one.history(head)).commits);
    expect(changes?.changes.map(({ path }) => path)).toEqual(['skills/a/SKILL.md']);
  });

  it('tells an empty repository from none', async () => {
    const empty = new TestRepo(join(temp.dir, `${reader}-empty`));
    const one = await open(empty.dir);
    await expect(one.resolve('HEAD')).rejects.toEqual(failsWith('ref-not-found'));
    await expect(defaultRef(one)).rejects.toEqual(failsWith('empty-repository'));
    const plain = join(temp.dir, `${reader}-plain`);
    mkdirSync(plain);
    await expect(open(plain)).rejects.toEqual(failsWith('not-a-repository'));
    await expect(open(join(plain, 'absent'))).rejects.toEqual(failsWith('not-a-repository'));
  });

  it('reads a clone of a bundle, whose HEAD names no branch', async () => {
    const bundle = join(temp.dir, `${reader}.bundle`);
    repo.git('bundle', 'create', '--quiet', bundle, 'main');
    const dir = join(temp.dir, `${reader}-bundle`);
    git(temp.dir, ['clone', '-q', bundle, dir]);
    git(dir, ['symbolic-ref', 'HEAD', 'refs/heads/elsewhere']);
    const one = await open(dir);
    git(dir, ['update-ref', '-d', 'refs/heads/main']);
    expect(await defaultRef(one)).toMatchObject({ ref: 'origin/main', commit: merge });
    expect(await defaultRef(await open(repo.dir))).toEqual({ ref: 'HEAD', commit: merge });
  });
});

describe('what only the git program reads', () => {
  it.each([
    ['borrowed objects', (dir: string) => git(temp.dir, ['clone', '-q', '--shared', repo.dir, dir])],
    [
      'sha256 ids',
      (dir: string) => new TestRepo(dir, ['--object-format=sha256']).write('a', 'a').commit('a'),
    ],
  ])('%s', async (name, make) => {
    const dir = join(temp.dir, name.replace(' ', '-'));
    make(dir);
    await expect(openRepository(dir, { reader: 'isomorphic' })).rejects.toMatchObject({
      code: 'git-program-needed',
    });
    const one = await openRepository(dir);
    const head = await one.resolve('HEAD');
    expect(one.kind).toBe('native');
    expect((await one.tree(head)).length).toBeGreaterThan(0);
    expect(await one.skillChanges((await one.history(head)).commits)).toBeDefined();
    await one.close();
  });

  it.skipIf(process.getuid?.() !== 0)('refuses what another user owns, and says what to run', async () => {
    const owned = new TestRepo(join(temp.dir, 'owned'));
    owned.write('a', 'a').commit('a');
    for (const path of ['', '.git']) chownSync(join(owned.dir, path), 4242, 4242);
    const failure = await openRepository(owned.dir).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'git-dubious-ownership' });
    expect((failure as { hint: string }).hint).toContain(`--add safe.directory ${owned.dir}`);
  });
});

it('falls back to isomorphic-git where there is no git program', async () => {
  const path = process.env.PATH;
  process.env.PATH = join(temp.dir, 'nothing');
  try {
    const one = await openRepository(repo.dir);
    expect(one.kind).toBe('isomorphic');
    expect(await one.resolve('HEAD')).toBe(merge);
    await expect(openRepository(repo.dir, { reader: 'native' })).rejects.toMatchObject({
      code: 'git-program-missing',
    });
  } finally {
    process.env.PATH = path;
  }
});
