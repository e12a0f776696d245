import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openRepository } from '../../../../runtime/git/open.js';
import { listProposals } from '../../../../runtime/propose/git/list-proposals.js';
import { rebaseProposal } from '../../../../runtime/propose/git/rebase-proposal.js';
import { writeProposal } from '../../../../runtime/propose/git/write-proposal.js';
import { git, skillText, type TestRepo } from '../../../helpers/git-repo.js';
import { change, everythingElse, fastFolder, fsck, sampleRepo, sampleRequest } from './fixture.js';

const temp = fastFolder();
afterAll(() => temp.dispose());

let repos = 0;
const newRepo = () => sampleRepo(join(temp.dir, `repo-${repos++}`));
const failsWith = (code: string, message = '') =>
  expect.objectContaining({ name: 'SkillgraftError', code, message: expect.stringContaining(message) });

/** Merges the branch of a proposal into main in one of three ways. */
function merge(repo: TestRepo, branch: string, how: string): void {
  repo.git('checkout', '-q', 'main');
  if (how === 'merge') repo.git('merge', '-q', '--no-ff', '-m', 'merge', branch);
  else if (how === 'fast-forward') repo.git('merge', '-q', '--ff-only', branch);
  else if (how === 'squash') {
    repo.git('merge', '-q', '--squash', branch);
    repo.git('commit', '-q', '-m', 'squashed');
  } else repo.git('cherry-pick', '--allow-empty', branch);
}

describe.each(['native', 'isomorphic'] as const)('listing proposals (%s reader)', (reader) => {
  const list = async (dir: string, main?: string) => {
    const repository = await openRepository(dir, { reader });
    const found = await listProposals(repository, main);
    await repository.close();
    return found;
  };

  it('tells the base, how far main has gone on, and the changelog', async () => {
    const { repo, base } = newRepo();
    expect(await list(repo.dir)).toEqual([]);
    const { commit } = await writeProposal(repo.dir, sampleRequest(base));
    repo.write('x', '1').commit('second');
    const third = repo.write('x', '2').commit('third');
    const plain = sampleRequest(third, { branch: 'plain', message: 'No trailers\n' });
    await writeProposal(repo.dir, plain);
    repo.git('branch', 'other');
    repo.git('pack-refs', '--all');
    const found = await list(repo.dir, 'main');
    expect(found).toEqual([
      {
        ref: 'refs/heads/skillgraft/fix/a',
        branch: 'fix/a',
        commit,
        base,
        behind: 2,
        extra: 0,
        author: { name: 'An Agent', at: 1_710_000_000 },
        message: sampleRequest(base).message,
        changelog: expect.objectContaining({ action: 'FIX', name: 'a' }),
        isMerged: false,
      },
      expect.objectContaining({ branch: 'plain', base: third, behind: 0, changelog: null, isMerged: false }),
    ]);
    expect((await list(repo.dir, base)).map(({ behind }) => behind)).toEqual([0, 0]);
  });

  it('goes back over what reviewers added to the branch', async () => {
    const { repo, base } = newRepo();
    await writeProposal(repo.dir, sampleRequest(base));
    repo.git('checkout', '-q', 'skillgraft/fix/a');
    repo.write('skills/a/notes/new.md', 'Reviewed.\n').commit('Reword');
    repo.git('checkout', '-q', 'main');
    repo.write('x', '1').commit('second');
    const [found] = await list(repo.dir);
    expect(found).toMatchObject({ base, behind: 1, extra: 1, changelog: { action: 'FIX' } });
    expect(found?.isMerged).toBe(false);
    await expect(rebaseProposal(repo.dir, 'fix/a', 'main')).rejects.toEqual(failsWith('proposal-not-simple'));
  });

  it('counts what a merged branch brings, and not what the main line has', async () => {
    const { repo, base } = newRepo();
    await writeProposal(repo.dir, sampleRequest(base));
    repo.write('x', '1').commit('second');
    repo.git('checkout', '-q', '-b', 'topic');
    repo.write('y', '1').commit('one');
    repo.write('y', '2').commit('two');
    repo.git('checkout', '-q', 'skillgraft/fix/a');
    repo.git('merge', '-q', '--no-ff', '-m', 'with topic', 'topic');
    // The merge itself, and the topic's two.
    expect(await list(repo.dir, 'main')).toMatchObject([{ base, behind: 1, extra: 3, isMerged: false }]);
    expect(await list(repo.dir, 'topic')).toMatchObject([{ extra: 1 }]);
  });

  it.each(['merge', 'fast-forward', 'squash', 'rebase'])('knows one that was merged by %s', async (how) => {
    const { repo, base } = newRepo();
    await writeProposal(repo.dir, sampleRequest(base));
    const other = sampleRequest(base, { branch: 'fix/other', message: 'Other\n' });
    await writeProposal(repo.dir, { ...other, changes: [change('skills/b/new.md', null, 'new\n')] });
    if (how !== 'fast-forward') repo.write('x', '1').commit('meanwhile');
    merge(repo, 'skillgraft/fix/a', how);
    const states = async () =>
      (await list(repo.dir, 'main')).map(({ branch, isMerged }) => [branch, isMerged]);
    const expected = [
      ['fix/a', true],
      ['fix/other', false],
    ];
    expect(await states()).toEqual(expected);
    repo.write('skills/a/SKILL.md', skillText('a', 'Later.')).commit('later');
    expect(await states()).toEqual(expected);
  });

  it('leaves out what is symbolic or damaged, and refuses a ref that is not there', async () => {
    const { repo, base } = newRepo();
    await writeProposal(repo.dir, sampleRequest(base));
    repo.git('symbolic-ref', 'refs/heads/skillgraft/symbolic', 'refs/heads/main');
    repo.write('.git/refs/heads/skillgraft/damaged', `${'1'.repeat(40)}\n`);
    expect((await list(repo.dir)).map(({ branch }) => branch)).toEqual(['fix/a']);
    await expect(list(repo.dir, 'nowhere')).rejects.toEqual(failsWith('ref-not-found'));
  });

  it('copes with a history of another beginning', async () => {
    const { repo, base } = newRepo();
    await writeProposal(repo.dir, sampleRequest(base));
    repo.git('checkout', '-q', '--orphan', 'fresh');
    repo.commit('fresh');
    repo.git('branch', 'skillgraft/root');
    const found = await list(repo.dir, 'fresh');
    expect(found).toMatchObject([
      { branch: 'fix/a', base, behind: null, isMerged: false },
      { branch: 'root', base: null, behind: null, isMerged: true },
    ]);
  });
});

describe('moving a proposal to a new base', () => {
  it('keeps author, date and message, and names a committer who is asked for', async () => {
    const { repo, base } = newRepo();
    const { commit } = await writeProposal(repo.dir, sampleRequest(base));
    const onto = repo.write('skills/b/SKILL.md', skillText('b', 'New.')).commit('second', 1_720_000_000);
    const before = everythingElse(repo.dir);
    const moved = await rebaseProposal(repo.dir, 'refs/heads/skillgraft/fix/a', 'main');
    expect(moved).toMatchObject({ ref: 'refs/heads/skillgraft/fix/a', existed: false });
    const format = '--format=%an %ae %at|%cn %ce %ct|%P|%B';
    const message = sampleRequest(base).message.trimEnd();
    const agent = 'An Agent agent@example.invalid';
    expect(repo.git('log', '-1', format, moved.commit).trimEnd()).toBe(
      `${agent} 1710000000|${agent} 1720000000|${onto}|${message}`,
    );
    expect(await rebaseProposal(repo.dir, 'fix/a', 'main')).toEqual({ ...moved, existed: true });
    const committer = { name: 'M', email: 'm@x.invalid' };
    repo.git('update-ref', moved.ref, commit);
    const again = await rebaseProposal(repo.dir, 'fix/a', 'main', { committer, at: 1_730_000_000 });
    expect(repo.git('log', '-1', format, again.commit).trimEnd()).toBe(
      `${agent} 1710000000|M m@x.invalid 1730000000|${onto}|${message}`,
    );
    expect(everythingElse(repo.dir)).toEqual(before);
    expect(fsck(repo.dir)).toBe('');
  });

  it('is a conflict where the same file changed, naming it and both commits', async () => {
    const { repo, base } = newRepo();
    const { commit } = await writeProposal(repo.dir, sampleRequest(base));
    const onto = repo.write('skills/a/SKILL.md', skillText('a', 'Mine.')).commit('second');
    const refusal = rebaseProposal(repo.dir, 'fix/a', 'main');
    await expect(refusal).rejects.toEqual(failsWith('proposal-conflict', '"skills/a/SKILL.md" changed'));
    await expect(refusal).rejects.toEqual(failsWith('proposal-conflict', base));
    await expect(refusal).rejects.toEqual(failsWith('proposal-conflict', onto));
    expect(repo.git('rev-parse', 'skillgraft/fix/a')).toBe(commit);
  });

  it.each<[string, (repo: TestRepo) => void]>([
    ['a file where it has a folder', (repo) => repo.write('skills/a/notes', 'file\n')],
    ['its new file, with another text', (repo) => repo.write('skills/a/notes/new.md', 'other\n')],
    ['the file taken away', (repo) => repo.git('rm', '-q', 'skills/a/SKILL.md')],
    ['another mode', (repo) => repo.git('update-index', '--chmod=+x', 'skills/a/SKILL.md')],
  ])('is a conflict where the base got %s', async (_name, edit) => {
    const { repo, base } = newRepo();
    await writeProposal(repo.dir, sampleRequest(base));
    edit(repo);
    git(repo.dir, ['commit', '-q', '--allow-empty', '-m', 'staged']);
    if (repo.git('status', '--porcelain') !== '' && !repo.git('status', '--porcelain').includes(' M')) {
      repo.commit('second');
    }
    await expect(rebaseProposal(repo.dir, 'fix/a', 'main')).rejects.toEqual(failsWith('proposal-conflict'));
  });

  it('refuses a name that now differs in case only', async () => {
    const { repo, base } = newRepo();
    await writeProposal(repo.dir, sampleRequest(base));
    repo.write('skills/a/Notes/x.md', 'x\n').commit('second');
    await expect(rebaseProposal(repo.dir, 'fix/a', 'main')).rejects.toEqual(failsWith('path-collision'));
  });

  it('leaves alone what is there already, in part or whole', async () => {
    const { repo, base } = newRepo();
    await writeProposal(repo.dir, sampleRequest(base));
    repo.write('skills/a/notes/new.md', 'Do it better.\n').commit('half of it');
    const { commit } = await rebaseProposal(repo.dir, 'fix/a', 'main');
    expect(repo.git('diff', '--name-only', 'main', commit)).toBe('skills/a/SKILL.md');
    repo.write('skills/a/SKILL.md', skillText('a', 'Do it better.')).commit('all of it');
    await expect(rebaseProposal(repo.dir, 'fix/a', 'main')).rejects.toEqual(failsWith('proposal-empty'));
    merge(repo, 'skillgraft/fix/a', 'merge');
    await expect(rebaseProposal(repo.dir, 'fix/a', 'main')).rejects.toEqual(failsWith('proposal-empty'));
  });

  it('moves links and submodules, and text in another encoding', async () => {
    const { repo, base } = newRepo();
    const blob = repo.git('rev-parse', 'HEAD:README.md');
    repo.git('update-index', '--add', '--cacheinfo', `120000,${blob},skills/link`);
    repo.git('update-index', '--add', '--cacheinfo', `160000,${base},skills/module`);
    const tree = repo.git('write-tree');
    const input = Buffer.concat([Buffer.from('Caf'), Buffer.from([0xe9, 0x0a])]);
    const encoded = ['-c', 'i18n.commitEncoding=ISO-8859-1', 'commit-tree', '-p', base, tree];
    const commit = git(repo.dir, encoded, { input }).trim();
    repo.git('branch', 'skillgraft/odd', commit);
    repo.git('reset', '-q', '--hard');
    repo.write('x', '1').commit('second');
    const moved = await rebaseProposal(repo.dir, 'odd', 'main');
    expect(repo.git('ls-tree', moved.commit, 'skills/')).toMatch(/^120000.+link\n160000.+module$/m);
    const raw = (id: string) =>
      repo.git('cat-file', 'commit', id).replace(/^(?:tree|parent|committer).*\n/gm, '');
    expect(raw(moved.commit)).toBe(raw(commit));
    expect(fsck(repo.dir)).toBe('');
  });

  it('refuses a branch that is checked out, is not there, or stands elsewhere', async () => {
    const { repo, base } = newRepo();
    await writeProposal(repo.dir, sampleRequest(base));
    repo.write('x', '1').commit('second');
    repo.git('worktree', 'add', '-q', join(temp.dir, `tree-${repos}`), 'skillgraft/fix/a');
    const moving = (branch: string, onto = 'main') => rebaseProposal(repo.dir, branch, onto);
    await expect(moving('fix/a')).rejects.toEqual(failsWith('ref-checked-out'));
    await expect(moving('fix/b')).rejects.toMatchObject({
      code: 'proposal-not-found',
      hint: 'There are: fix/a',
    });
    await expect(moving('../main')).rejects.toEqual(failsWith('proposal-not-found'));
    await expect(moving('fix/a', 'nowhere')).rejects.toEqual(failsWith('ref-not-found'));
    repo.git('checkout', '-q', '--orphan', 'fresh');
    repo.commit('fresh');
    await expect(moving('fix/a', 'fresh')).rejects.toEqual(failsWith('proposal-not-simple'));
  });
});
