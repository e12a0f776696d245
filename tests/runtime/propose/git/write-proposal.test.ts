import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openRepository } from '../../../../runtime/git/open.js';
import { writeProposal } from '../../../../runtime/propose/git/write-proposal.js';
import { git, skillText } from '../../../helpers/git-repo.js';
import { bytes, change, fastFolder, fsck, sampleChanges, sampleRepo, sampleRequest } from './fixture.js';

const temp = fastFolder();
afterAll(() => temp.dispose());

let repos = 0;
const newRepo = (init: readonly string[] = []) => sampleRepo(join(temp.dir, `repo-${repos++}`), init);
const failsWith = (code: string, message = '') =>
  expect.objectContaining({ name: 'SkillgraftError', code, message: expect.stringContaining(message) });
const short = (branch: string) => `refs/heads/skillgraft/${branch}`;

describe('the commit', () => {
  it('has one parent, the identity, date and message that were asked for, and the changes', async () => {
    const { repo, base } = newRepo();
    const request = sampleRequest(base, { author: { name: '田中', email: 'x@例え.invalid' } });
    const { commit } = await writeProposal(repo.dir, request);
    const raw = git(repo.dir, ['cat-file', 'commit', commit]);
    const tree = repo.git('rev-parse', `${commit}^{tree}`);
    const person = '田中 <x@例え.invalid> 1710000000 +0000';
    expect(raw).toBe(
      `tree ${tree}\nparent ${base}\nauthor ${person}\ncommitter ${person}\n\n${request.message}`,
    );
    expect(repo.git('diff', '--name-status', base, commit)).toBe(
      'M\tskills/a/SKILL.md\nA\tskills/a/notes/new.md',
    );
  });

  it('takes files away with the folders that become empty, and sets modes', async () => {
    const { repo, base } = newRepo();
    const changes = [
      change('skills/a/SKILL.md', skillText('a'), null),
      change('skills/a/scripts/run.sh', 'echo a\n', null),
      { ...change('skills/b/SKILL.md', skillText('b'), skillText('b')), mode: '100755' as const },
      change('README.md', 'Skills.\n', null),
      change('README.md/inside', null, 'x\n'),
    ];
    const { commit } = await writeProposal(repo.dir, sampleRequest(base, { changes }));
    expect(repo.git('ls-tree', '-r', '--format=%(objectmode) %(path)', commit)).toBe(
      '100644 README.md/inside\n100755 skills/b/SKILL.md',
    );
    expect(fsck(repo.dir)).toBe('');
  });

  it('keeps every other entry byte for byte, such as names that are not UTF-8', async () => {
    const { repo } = newRepo();
    const odd = Buffer.concat([
      Buffer.from('100644 blob '),
      Buffer.from(repo.git('rev-parse', 'HEAD:README.md')),
    ]);
    const name = Buffer.from([0x09, 0xff, 0xfe, 0x00]);
    const link = Buffer.from(`120000 blob ${repo.git('rev-parse', 'HEAD:README.md')}\tlink\0`);
    const skills = Buffer.from(`040000 tree ${repo.git('rev-parse', 'HEAD:skills')}\tskills\0`);
    const input = Buffer.concat([odd, name, link, skills]);
    const tree = git(repo.dir, ['mktree', '-z'], { input }).trim();
    const base = repo.git('commit-tree', '-p', 'HEAD', '-m', 'odd', tree);
    const { commit } = await writeProposal(repo.dir, sampleRequest(base));
    expect(repo.git('diff', '--name-only', base, commit)).toBe('skills/a/SKILL.md\nskills/a/notes/new.md');
    expect(fsck(repo.dir)).toBe('');
  });
});

describe('the same proposal again', () => {
  it('gives the branch that has it and writes nothing, though date and base differ', async () => {
    const { repo, base } = newRepo();
    const first = await writeProposal(repo.dir, sampleRequest(base));
    const objects = () => repo.git('count-objects', '-v');
    const newBase = repo.write('skills/b/SKILL.md', skillText('b', 'Other.')).commit('elsewhere');
    const before = objects();
    for (const other of [{}, { at: 5 }, { base: newBase }]) {
      const again = await writeProposal(repo.dir, sampleRequest(base, other));
      expect(again).toEqual({ ...first, existed: true });
    }
    expect(objects()).toBe(before);
  });

  it('another one of that name gets the next free name, and is found there again', async () => {
    const { repo, base } = newRepo();
    const requests = ['One.', 'Two.', 'Three.'].map((text) =>
      sampleRequest(base, { changes: sampleChanges(text) }),
    );
    const refs: string[] = [];
    for (const request of requests) refs.push((await writeProposal(repo.dir, request)).ref);
    expect(refs).toEqual([short('fix/a'), short('fix/a-2'), short('fix/a-3')]);
    repo.git('branch', '-q', '-D', 'skillgraft/fix/a-2');
    expect(await writeProposal(repo.dir, requests[2]!)).toMatchObject({
      ref: short('fix/a-3'),
      existed: true,
    });
    expect(await writeProposal(repo.dir, requests[1]!)).toMatchObject({
      ref: short('fix/a-2'),
      existed: false,
    });
    const message = 'The same files, another message\n';
    expect((await writeProposal(repo.dir, sampleRequest(base, { message }))).ref).toBe(short('fix/a-4'));
  });

  it('is not there where the branch starts from what the base does not have', async () => {
    const { repo, base } = newRepo();
    repo.git('checkout', '-q', '-b', 'topic');
    const foreign = repo.write('skills/b/SKILL.md', skillText('b', 'Unreviewed.')).commit('foreign');
    repo.git('checkout', '-q', 'main');
    const bad = await writeProposal(repo.dir, sampleRequest(foreign));
    const good = await writeProposal(repo.dir, sampleRequest(base));
    expect(good).toMatchObject({ ref: short('fix/a-2'), existed: false });
    expect(repo.git('rev-parse', `${good.commit}^`)).toBe(base);
    expect(await writeProposal(repo.dir, sampleRequest(base))).toEqual({ ...good, existed: true });
    repo.git('merge', '-q', '--no-ff', '-m', 'reviewed', 'topic');
    const merged = repo.git('rev-parse', 'main');
    expect(await writeProposal(repo.dir, sampleRequest(merged))).toEqual({ ...bad, existed: true });
  });

  it.each([
    ['the versions of its skills', 'Fix a\n\nSkill-From: skills/a\nSkill-To: skills/a\n', true],
    ['the version in its subject', 'Fix a@1\n\nSkill-From: skills/a\nSkill-To: skills/a\n', false],
  ])('may differ or not in %s: %#', async (_, message, existed) => {
    const { repo, base } = newRepo();
    const first = 'Fix a\n\nSkill-From: skills/a@1\nSkill-To: skills/a@2\n';
    await writeProposal(repo.dir, sampleRequest(base, { message: first }));
    expect(await writeProposal(repo.dir, sampleRequest(base, { message }))).toMatchObject({ existed });
  });

  it('is refused where 99 names are taken', async () => {
    const { repo, base } = newRepo();
    const lines = Array.from(
      { length: 99 },
      (_, i) => `create ${short(i === 0 ? 'fix/a' : `fix/a-${i + 1}`)} ${base}`,
    );
    git(repo.dir, ['update-ref', '--stdin'], { input: `${lines.join('\n')}\n` });
    await expect(writeProposal(repo.dir, sampleRequest(base))).rejects.toEqual(
      failsWith('proposal-names-taken'),
    );
  });

  it('passes over branches that are symbolic, damaged or checked out', async () => {
    const { repo, base } = newRepo();
    repo.git('symbolic-ref', short('fix/a'), 'refs/heads/main');
    mkdirSync(join(repo.dir, '.git/refs/heads/skillgraft/fix'), { recursive: true });
    writeFileSync(join(repo.dir, '.git', short('fix/a-2')), `${'1'.repeat(40)}\n`);
    writeFileSync(join(repo.dir, '.git', short('fix/a-3')), '');
    repo.git('symbolic-ref', 'HEAD', short('fix/a-4'));
    expect((await writeProposal(repo.dir, sampleRequest(base))).ref).toBe(short('fix/a-5'));
    expect(repo.git('rev-parse', 'main')).toBe(base);
  });
});

describe.each(['sha1', 'sha256'])('branches in the way (%s)', (format) => {
  it.each([
    ['skillgraft', 'refs/heads/skillgraft'],
    ['skillgraft/fix', 'refs/heads/skillgraft/fix'],
    ['skillgraft/fix/a/b', 'refs/heads/skillgraft/fix/a/b'],
  ])('refuses clearly where %s is a branch, loose or packed', async (branch, ref) => {
    const { repo, base } = newRepo([`--object-format=${format}`]);
    repo.git('branch', branch);
    const refusal = failsWith('ref-in-the-way', ref);
    await expect(writeProposal(repo.dir, sampleRequest(base))).rejects.toEqual(refusal);
    repo.git('pack-refs', '--all');
    expect(existsSync(join(repo.dir, '.git', ref))).toBe(false);
    await expect(writeProposal(repo.dir, sampleRequest(base))).rejects.toEqual(refusal);
    repo.git('branch', '-q', '-D', branch);
    expect((await writeProposal(repo.dir, sampleRequest(base))).ref).toBe(short('fix/a'));
    expect(fsck(repo.dir)).toBe('');
  });

  it('makes room where git left empty folders behind', async () => {
    const { repo, base } = newRepo([`--object-format=${format}`]);
    mkdirSync(join(repo.dir, '.git', short('fix/a/b/c')), { recursive: true });
    const { ref, commit } = await writeProposal(repo.dir, sampleRequest(base));
    expect(repo.git('rev-parse', ref)).toBe(commit);
  });
});

describe('an object that is there', () => {
  it('is written anew where it is damaged', async () => {
    const { repo, base } = newRepo();
    const { commit, ref } = await writeProposal(repo.dir, sampleRequest(base));
    repo.git('update-ref', '-d', ref);
    const path = join(repo.dir, '.git/objects', commit.slice(0, 2), commit.slice(2));
    rmSync(path);
    writeFileSync(path, 'x');
    expect(await writeProposal(repo.dir, sampleRequest(base))).toEqual({ commit, ref, existed: false });
    expect(fsck(repo.dir)).toBe('');
  });

  it('is made to look new, so that git does not prune it before the branch is there', async () => {
    const { repo, base } = newRepo();
    const blob = git(repo.dir, ['hash-object', '-w', '--stdin'], { input: 'Do it better.\n' }).trim();
    const path = join(repo.dir, '.git/objects', blob.slice(0, 2), blob.slice(2));
    utimesSync(path, new Date(0), new Date(0));
    await writeProposal(repo.dir, sampleRequest(base));
    expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(60_000);
  });
});

it('closes only what it opened', async () => {
  const { repo, base } = newRepo();
  const repository = await openRepository(repo.dir);
  await writeProposal(repository, sampleRequest(base));
  const blob = repo.git('rev-parse', 'HEAD:README.md');
  expect(await repository.blob(blob)).toEqual(new Uint8Array(bytes('Skills.\n')));
  await repository.close();
});
