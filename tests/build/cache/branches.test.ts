import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import type { CompareOptions } from '../../../build/change/gather.js';
import { git, skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { sameBuild, sameWithCache } from '../../helpers/kept-builds.js';
import { importHistory } from '../../helpers/random-history.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

describe('a cache that is kept', () => {
  it('changes nothing where commits are of other branches, have skewed dates, and were read in another order', async () => {
    const repo = new TestRepo(join(temp.dir, 'random'));
    const ids = importHistory(repo.dir, {
      seed: 7,
      commits: 40,
      skills: 6,
      weights: { modify: 3, add: 1, rename: 2, edit: 2, copy: 1, remove: 1, other: 1, merge: 0.3 },
      burst: 2,
      skew: 0.3,
      trailers: 0.3,
    });
    const cache = join(temp.dir, 'cache-random');
    const compare = (base: number, head: number): Promise<void> =>
      sameWithCache(cache, {
        repo: repo.dir,
        base: ids.at(base)!,
        head: ids.at(head)!,
        exact: true,
        embedder: 'none',
      });
    for (const [base, head] of [
      [0, 9],
      [9, 10],
      [12, 11],
      [11, 30],
      [30, 11],
      [20, -1],
      [-2, -1],
      [0, 1],
    ] as const) {
      await compare(base, head);
    }
  });

  it('changes nothing where a branch is pushed anew, the files on disk are compared, and a clone is cut', async () => {
    const repo = new TestRepo(join(temp.dir, 'pushed'));
    const cache = join(temp.dir, 'cache-pushed');
    const compare = (more: Partial<CompareOptions> = {}): Promise<void> =>
      sameWithCache(cache, { repo: repo.dir, base: 'main', embedder: 'none', ...more });
    repo.write('skills/a/SKILL.md', skillText('a')).commit('one');
    repo.git('checkout', '-q', '-b', 'topic');
    repo.write('skills/b/SKILL.md', skillText('b')).commit('two');
    await compare();
    repo.git('reset', '-q', '--hard', 'main');
    repo.write('skills/b/SKILL.md', skillText('b', 'Done again.')).commit('two, again');
    repo.git('reflog', 'expire', '--expire=now', '--all');
    repo.git('gc', '-q', '--prune=now');
    await compare();
    // With other line ends on disk than in the commit.
    repo.git('config', 'core.autocrlf', 'true');
    repo.write('skills/b/SKILL.md', skillText('b', 'Done again.').replaceAll('\n', '\r\n'));
    await compare({ workTree: true });
    await compare();
    // The same place, another history: that of a shallow clone.
    const dir = join(temp.dir, 'clone');
    git(temp.dir, ['clone', '-q', '--branch', 'topic', repo.dir, dir]);
    await compare({ repo: dir, base: 'HEAD~1' });
    rmSync(dir, { recursive: true });
    git(temp.dir, ['clone', '-q', '--depth', '1', '--branch', 'topic', `file://${repo.dir}`, dir]);
    await compare({ repo: dir, base: 'HEAD', exact: true });
  });

  it('changes no vector and no threshold of the packaged model', async () => {
    const repo = new TestRepo(join(temp.dir, 'model'));
    const [cache, builds] = [join(temp.dir, 'cache-model'), join(temp.dir, 'cache-model-builds')];
    for (const name of ['tidy-logs', 'cut-reed', 'bind-rope', 'fire-kiln', 'bake-bread'])
      repo.write(
        `skills/${name}/SKILL.md`,
        `---\nname: ${name}\ndescription: Does ${name} at dawn; knows how ${name} works in winter.\n---\n\nUse ${name} with care.\n\n## The steps of ${name}\n`,
      );
    const ids = [repo.commit('one')];
    repo.write(
      'skills/cut-reed/SKILL.md',
      skillText('cut-reed', '## Cut the long dry reed\n\nCut it with a knife.'),
    );
    ids.push(repo.commit('two'));
    repo.git('mv', 'skills/fire-kiln', 'skills/heat-oven');
    ids.push(repo.commit('three'));
    for (const [base, head] of [
      [ids[0]!, ids[1]!],
      [ids[1]!, ids[2]!],
      [ids[2]!, ids[0]!],
    ] as const) {
      await sameWithCache(cache, { repo: repo.dir, base, head, exact: true });
      await sameBuild(builds, { repo: repo.dir, ref: head });
    }
  });
});
