import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openRepository } from '../../../../runtime/git/open.js';
import { writeProposal } from '../../../../runtime/propose/git/write-proposal.js';
import { fastFolder, sampleRepo, sampleRequest } from './fixture.js';

const MOUNT = '/bin/mount';
const READERS = ['native', 'isomorphic'] as const;
const REF = 'refs/heads/skillgraft/fix/a';

const temp = fastFolder();
const mounts: string[] = [];
afterAll(() => {
  for (const dir of mounts) spawnSync('/bin/umount', ['-l', dir]);
  temp.dispose();
});

describe('a repository that this user may not write to, or not trust', () => {
  const isRoot = process.getuid?.() === 0;

  it.skipIf(!isRoot)('is refused where git takes its owner for a stranger', async () => {
    const { repo, base } = sampleRepo(join(temp.dir, 'stranger'));
    spawnSync('chown', ['-R', '65534:65534', repo.dir]);
    await expect(writeProposal(repo.dir, sampleRequest(base))).rejects.toMatchObject({
      code: 'git-dubious-ownership',
      hint: expect.stringContaining('safe.directory'),
    });
  });

  it.for(READERS)(
    'is refused where it is mounted or kept read-only (%s reader)',
    async (reader, { skip }) => {
      const { repo, base } = sampleRepo(join(temp.dir, `read-only-${reader}`));
      const repository = await openRepository(repo.dir, { reader });
      const undo = makeReadOnly(repo.dir);
      if (undo === null) return skip('this user can neither take away rights nor mount');
      await expect(writeProposal(repository, sampleRequest(base))).rejects.toMatchObject({
        code: 'repository-read-only',
      });
      undo();
      expect(await writeProposal(repository, sampleRequest(base))).toMatchObject({ existed: false });
      await repository.close();
    },
  );

  it("is refused there for sha256 ids too, in git's words", async ({ skip }) => {
    const { repo, base } = sampleRepo(join(temp.dir, 'read-only-sha256'), ['--object-format=sha256']);
    const undo = makeReadOnly(repo.dir);
    if (undo === null) return skip('this user can neither take away rights nor mount');
    await expect(writeProposal(repo.dir, sampleRequest(base))).rejects.toMatchObject({
      code: 'repository-read-only',
    });
    undo();
  });

  /** The superuser may write whatever the mode is: it gets a read-only mount. Null where neither can be had. */
  function makeReadOnly(dir: string): (() => void) | null {
    if (!isRoot) {
      spawnSync('chmod', ['-R', 'a-w', dir]);
      return () => spawnSync('chmod', ['-R', 'u+w', dir]);
    }
    if (spawnSync(MOUNT, ['--bind', dir, dir]).status !== 0) return null;
    mounts.push(dir);
    spawnSync(MOUNT, ['-o', 'remount,ro,bind', dir]);
    return () => spawnSync(MOUNT, ['-o', 'remount,rw,bind', dir]);
  }
});

describe('modes of what is written', () => {
  it.each([
    ['0600', 0o600, 0o400],
    ['group', 0o660, 0o440],
    ['all', 0o664, 0o444],
    ['umask', 0o600, 0o400],
  ])('follow core.sharedRepository = %s as with git', async (value, refMode, objectMode) => {
    const { repo, base } = sampleRepo(join(temp.dir, `shared-${value}`));
    repo.git('config', 'core.sharedRepository', value);
    const old = process.umask(0o077);
    try {
      const { commit } = await writeProposal(repo.dir, sampleRequest(base));
      const object = join(repo.dir, '.git/objects', commit.slice(0, 2), commit.slice(2));
      expect(statSync(object).mode & 0o777).toBe(objectMode);
      expect(statSync(join(repo.dir, '.git', REF)).mode & 0o777).toBe(refMode);
      const folder = join(repo.dir, '.git/refs/heads/skillgraft');
      const mine = statSync(folder).mode & 0o7777;
      repo.git('branch', 'other/branch');
      expect(mine).toBe(statSync(join(repo.dir, '.git/refs/heads/other')).mode & 0o7777);
      const gits = repo.git('hash-object', '-w', '--path=x', '.git/config');
      const theirs = join(repo.dir, '.git/objects', gits.slice(0, 2), gits.slice(2));
      expect(statSync(theirs).mode & 0o777).toBe(objectMode);
      expect(readFileSync(join(repo.dir, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
    } finally {
      process.umask(old);
    }
  });
});
