import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openRepository } from '../../../../runtime/git/open.js';
import { listProposals } from '../../../../runtime/propose/git/list-proposals.js';
import { rebaseProposal } from '../../../../runtime/propose/git/rebase-proposal.js';
import { writeProposal } from '../../../../runtime/propose/git/write-proposal.js';
import { git, skillText, TestRepo } from '../../../helpers/git-repo.js';
import { everythingElse, fastFolder, fsck, sampleRepo, sampleRequest } from './fixture.js';

const temp = fastFolder();
afterAll(() => temp.dispose());

const READERS = ['native', 'isomorphic'] as const;
const REF = 'refs/heads/skillgraft/fix/a';

/** One repository of each kind; `home` is where its objects and refs are. */
const KINDS: Record<string, (dir: string) => { dir: string; home?: string; base: string }> = {
  'with a work tree': (dir) => ({ dir, base: sampleRepo(dir).base }),
  'as a linked worktree': (dir) => {
    const { repo, base } = sampleRepo(join(dir, 'main'));
    repo.git('worktree', 'add', '-q', '-b', 'side', join(dir, 'side'));
    return { dir: join(dir, 'side'), home: join(dir, 'main'), base };
  },
  bare: (dir) => {
    const { repo, base } = sampleRepo(join(dir, 'source'));
    git(dir, ['clone', '-q', '--bare', repo.dir, join(dir, 'bare')]);
    return { dir: join(dir, 'bare'), base };
  },
  'with packed objects and refs': (dir) => {
    const { repo, base } = sampleRepo(dir);
    repo.git('branch', 'skillgraft/fix/b');
    repo.git('gc', '-q');
    return { dir, base };
  },
  shallow: (dir) => {
    const { repo } = sampleRepo(join(dir, 'source'));
    const base = repo.write('README.md', 'More.\n').commit('second');
    git(dir, ['clone', '-q', '--depth=1', `file://${repo.dir}`, join(dir, 'shallow')]);
    return { dir: join(dir, 'shallow'), base };
  },
};
const NATIVE_KINDS: typeof KINDS = {
  'with alternates': (dir) => {
    const { repo, base } = sampleRepo(join(dir, 'source'));
    git(dir, ['clone', '-q', '--shared', repo.dir, join(dir, 'shared')]);
    return { dir: join(dir, 'shared'), base };
  },
  'with sha256 ids': (dir) => ({ dir, base: sampleRepo(dir, ['--object-format=sha256']).base }),
  'as a partial clone': (dir) => {
    const { repo, base } = sampleRepo(join(dir, 'source'));
    repo.git('config', 'uploadpack.allowFilter', 'true');
    git(dir, [
      'clone',
      '-q',
      '--filter=blob:none',
      '--no-checkout',
      `file://${repo.dir}`,
      join(dir, 'partial'),
    ]);
    return { dir: join(dir, 'partial'), base };
  },
};

const cases = [
  ...Object.entries(KINDS).flatMap(([name, make]) => READERS.map((reader) => ({ name, reader, make }))),
  ...Object.entries(NATIVE_KINDS).map(([name, make]) => ({ name, reader: 'native' as const, make })),
];

describe.each(cases)('a repository $name, $reader reader', ({ name, reader, make }) => {
  const folder = join(temp.dir, `${name}-${reader}`.replaceAll(' ', '-'));

  it('takes a proposal, lists it and moves it; nothing else changes', async () => {
    mkdirSync(folder);
    const { dir, home = dir, base } = make(folder);
    const marks = installHooks(home);
    const before = [everythingElse(dir), everythingElse(home)];
    const repository = await openRepository(dir, { reader });
    const request = sampleRequest(base);
    const written = await writeProposal(repository, request);
    expect(written).toMatchObject({ ref: REF, existed: false });
    expect(await writeProposal(repository, { ...request, at: 1_720_000_000 })).toEqual({
      ...written,
      existed: true,
    });
    expect(fsck(dir)).toBe('');
    expect([everythingElse(dir), everythingElse(home)]).toEqual(before);
    expect(marks()).toEqual([]);

    const onto = addCommit(home, base);
    const [listed] = (await listProposals(repository, onto)).filter(({ ref }) => ref === REF);
    expect(listed).toMatchObject({
      commit: written.commit,
      base,
      behind: 1,
      isMerged: false,
      branch: 'fix/a',
    });
    expect(listed?.changelog).toMatchObject({
      action: 'FIX',
      name: 'a',
      from: 'skills/a@1',
      to: 'skills/a@2',
    });
    const moved = await rebaseProposal(repository, 'fix/a', onto);
    expect(
      git(dir, ['rev-parse', REF, `${REF}^`])
        .trim()
        .split('\n'),
    ).toEqual([moved.commit, onto]);
    expect(
      git(dir, ['diff', '--name-only', '--no-renames', `${REF}^`, REF])
        .trim()
        .split('\n'),
    ).toEqual(['skills/a/SKILL.md', 'skills/a/notes/new.md']);
    expect(fsck(dir)).toBe('');
    expect(everythingElse(home)).toEqual(before[1]);
    expect(marks()).toEqual([]);
    await repository.close();
  });
});

/** Hooks that leave a mark where they run; gives those that did. */
function installHooks(home: string): () => string[] {
  const gitDir = git(home, ['rev-parse', '--absolute-git-dir']).trim();
  const names = ['post-commit', 'pre-commit', 'commit-msg', 'reference-transaction', 'pre-push', 'update'];
  const mark = (name: string) => join(temp.dir, `${Buffer.from(home).toString('hex')}-${name}`.slice(-200));
  mkdirSync(join(gitDir, 'hooks'), { recursive: true });
  for (const name of names) {
    const path = join(gitDir, 'hooks', name);
    writeFileSync(path, `#!/bin/sh\ntouch '${mark(name)}'\nexit 1\n`);
    chmodSync(path, 0o755);
  }
  return () => names.filter((name) => existsSync(mark(name)));
}

/** A commit on top of `base` that adds a file, without a ref. */
function addCommit(home: string, base: string): string {
  const blob = git(home, ['hash-object', '-w', '--stdin'], { input: 'other\n' }).trim();
  const entries = git(home, ['ls-tree', base]);
  const tree = git(home, ['mktree', '--missing'], {
    input: `${entries}100644 blob ${blob}\tOTHER.md\n`,
  }).trim();
  return git(home, ['commit-tree', '-p', base, '-m', 'other', tree]).trim();
}

it('gives the same commit with both readers, and the object ids that git gives', async () => {
  const { repo, base } = sampleRepo(join(temp.dir, 'same'));
  const copy = join(temp.dir, 'same-copy');
  cpSync(repo.dir, copy, { recursive: true });
  const commits = await Promise.all(
    [repo.dir, copy].map(async (dir, i) => {
      const repository = await openRepository(dir, { reader: READERS[i]! });
      const { commit } = await writeProposal(repository, sampleRequest(base));
      await repository.close();
      return commit;
    }),
  );
  expect(commits[0]).toBe(commits[1]);
  const env = {
    GIT_AUTHOR_NAME: 'An Agent',
    GIT_AUTHOR_EMAIL: 'agent@example.invalid',
    GIT_COMMITTER_NAME: 'An Agent',
    GIT_COMMITTER_EMAIL: 'agent@example.invalid',
    GIT_AUTHOR_DATE: '@1710000000 +0000',
    GIT_COMMITTER_DATE: '@1710000000 +0000',
  };
  repo
    .write('skills/a/SKILL.md', skillText('a', 'Do it better.'))
    .write('skills/a/notes/new.md', 'Do it better.\n');
  repo.git('add', '-A');
  git(repo.dir, ['commit', '-q', '--cleanup=verbatim', '-F', '-'], {
    env,
    input: sampleRequest(base).message,
  });
  expect(repo.git('rev-parse', 'HEAD')).toBe(commits[0]);
});

it('says why a repository cannot be written to', async () => {
  const { repo, base } = sampleRepo(join(temp.dir, 'reftable'));
  repo.git('config', 'core.repositoryformatversion', '1');
  repo.git('config', 'extensions.refstorage', 'reftable');
  const canReftable = spawnSync('git', ['init', '--ref-format=reftable', join(temp.dir, 'rt')]).status === 0;
  if (!canReftable) {
    await expect(writeProposal(repo.dir, sampleRequest(base))).rejects.toMatchObject({
      code: 'git-program-needed',
      message: expect.stringContaining('reftable'),
    });
  }
  await expect(writeProposal(join(temp.dir, 'nothing'), sampleRequest(base))).rejects.toMatchObject({
    code: 'not-a-repository',
  });
});

const reftable = join(temp.dir, 'real-reftable');
const hasReftable =
  spawnSync('git', ['init', '-q', '-b', 'main', '--ref-format=reftable', reftable]).status === 0;
it.skipIf(!hasReftable)('writes where refs are a reftable (git 2.45 or newer)', async () => {
  const repo = new TestRepo(reftable).write('skills/a/SKILL.md', skillText('a'));
  const base = repo.commit('first');
  const { ref, commit } = await writeProposal(reftable, sampleRequest(base));
  expect(repo.git('rev-parse', ref)).toBe(commit);
  expect((await listProposals(reftable)).map(({ branch }) => branch)).toEqual(['fix/a']);
  expect(fsck(reftable)).toBe('');
});
