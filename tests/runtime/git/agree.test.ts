import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultRef, openRepository } from '../../../runtime/git/open.js';
import type { CommitNode } from '../../../runtime/git/repository.js';
import { git, tempFolder } from '../../helpers/git-repo.js';
import { importHistory } from '../../helpers/random-history.js';
import { sharedPath } from '../../helpers/shared.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Digests of everything that a reader says about a repository (whole answers would make endless diffs). */
async function everything(
  dir: string,
  reader: 'native' | 'isomorphic',
): Promise<Record<string, unknown> & { count: number }> {
  const repo = await openRepository(dir, { reader });
  const { ref, commit } = await defaultRef(repo);
  const range = await repo.history(commit);
  const commits = [...range.commits].sort((a: CommitNode, b: CommitNode) => (a.id < b.id ? -1 : 1));
  const tree = await repo.tree(commit);
  const answer = {
    ref,
    commits,
    shallow: [...range.shallow].sort(),
    changes: await repo.skillChanges(commits),
    details: await repo.commits(commits.map(({ id }) => id)),
    branches: await repo.branches(),
    tree,
    blobs: (await repo.blobs(tree.map(({ oid }) => oid))).map((bytes) =>
      Buffer.from(bytes).toString('base64'),
    ),
  };
  await repo.close();
  const digests = Object.entries(answer).map(([key, value]) => [key, digest(value)]);
  return { ...Object.fromEntries(digests), count: commits.length };
}

describe('both readers say the same', () => {
  it.each([1, 2, 3])('of random history %i, loose and packed', async (seed) => {
    const dir = join(temp.dir, `random-${seed}`);
    mkdirSync(dir);
    git(dir, ['init', '-q', '-b', 'main']);
    const weights = { modify: 4, add: 2, rename: 1, edit: 1, copy: 1, remove: 1, other: 1, merge: 0.3 };
    importHistory(dir, { seed, commits: 120, skills: 12, burst: 4, skew: 0.3, weights });
    const native = await everything(dir, 'native');
    expect(native.count).toBeGreaterThan(60);
    expect(await everything(dir, 'isomorphic')).toEqual(native);
    git(dir, ['repack', '-q', '-a', '-d', '-f', '--depth=50']);
    expect(await everything(dir, 'isomorphic')).toEqual(native);
  });

  const bundles = sharedPath('repos');
  it
    .skipIf(bundles === null)
    .each(['mattpocock+skills', 'obra+superpowers', 'terrylica+cc-skills', 'github+awesome-copilot'])(
    'of the real history %s',
    async (name) => {
      const dir = join(temp.dir, name);
      git(temp.dir, ['clone', '-q', join(bundles!, `${name}.bundle`), dir]);
      const native = await everything(dir, 'native');
      expect(native.count).toBeGreaterThan(50);
      expect(await everything(dir, 'isomorphic')).toEqual(native);
    },
  );
});
