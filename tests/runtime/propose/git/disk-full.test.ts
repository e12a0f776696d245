import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openRepository } from '../../../../runtime/git/open.js';
import { writeProposal } from '../../../../runtime/propose/git/write-proposal.js';
import type { CommitRequest } from '../../../../runtime/propose/types.js';
import type { SkillgraftError } from '../../../../schema/errors.js';
import { runChild } from './child.js';
import { change, everythingElse, fastFolder, fsck, sampleRepo, sampleRequest } from './fixture.js';

const temp = fastFolder();
const mounted = mountSmall(join(temp.dir, 'small'));
afterAll(() => {
  if (mounted !== null) spawnSync('/bin/umount', [mounted]);
  temp.dispose();
});

/** A file system of 2 MB in memory; null where this user cannot mount one. */
function mountSmall(dir: string): string | null {
  mkdirSync(dir);
  const args = ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', dir];
  return process.platform === 'linux' && spawnSync('/bin/mount', args).status === 0 ? dir : null;
}

/** Two kilobytes of noise, so that it does not get smaller, which differ with each save. */
function noisyRequest(base: string, at: number): CommitRequest {
  const noise = randomBytes(1536).toString('base64');
  return sampleRequest(base, {
    branch: `fix/step-${at}`,
    changes: [
      change('skills/new.md', null, `${noise}\n`),
      change('skills/new2.md', null, `${noise}${noise}\n`),
    ],
  });
}

describe('a full disk', () => {
  it.skipIf(mounted === null)('with any number of pages left: the old state, and a retry works', async () => {
    const { repo, base } = sampleRepo(join(mounted!, 'repo'));
    const before = everythingElse(repo.dir);
    const repository = await openRepository(repo.dir, { reader: 'isomorphic' });
    const filler = join(mounted!, 'filler');
    const refused: CommitRequest[] = [];
    let landed = 0;
    for (let pages = 0; landed < 2; pages++) {
      const request = noisyRequest(base, pages);
      const { bavail, bsize } = statfsSync(mounted!);
      writeFileSync(filler, Buffer.alloc((bavail - pages) * bsize));
      const result = await writeProposal(repository, request).catch((error: SkillgraftError) => error.code);
      rmSync(filler);
      if (typeof result !== 'string') landed++;
      else {
        expect(result).toBe('disk-full');
        refused.push(request);
      }
    }
    expect(refused.length).toBeGreaterThan(4);
    expect(fsck(repo.dir)).toBe('');
    expect(everythingElse(repo.dir)).toEqual(before);
    for (const request of refused) {
      expect(await writeProposal(repository, request)).toMatchObject({ existed: false });
    }
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/skillgraft').split('\n')).toHaveLength(
      refused.length + 2,
    );
    expect(fsck(repo.dir)).toBe('');
    await repository.close();
  });

  it.skipIf(process.platform === 'win32').each([
    ['each write fails', 'ulimit -f 0'],
    ['a write of more than 1 KB fails', 'ulimit -f 1'],
  ])('a limit of file sizes, where %s', async (name, limit) => {
    const { repo, base } = sampleRepo(join(temp.dir, name.replaceAll(' ', '-')));
    const request = noisyRequest(base, 1);
    const { results } = await runChild({ dir: repo.dir, saves: [request] }, limit);
    expect(results).toMatchObject([{ code: 'disk-full' }]);
    expect(fsck(repo.dir)).toBe('');
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft')).toBe('');
    expect(await writeProposal(repo.dir, request)).toMatchObject({ existed: false });
    expect(fsck(repo.dir)).toBe('');
  });
});
