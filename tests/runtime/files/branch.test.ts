import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishBranch } from '../../../build/publish/branch/publish-branch.js';
import { openIndex } from '../../../runtime/open-index.js';
import { openLive } from '../../../runtime/reload.js';
import {
  inputOf,
  PERSON,
  type PublishFixture,
  publishFixture,
  withRepository,
} from '../../build/publish/fixture.js';
import { skillgraft } from '../../helpers/cli.js';
import { git } from '../../helpers/git-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';

let fixture: PublishFixture;
let dir: string;

beforeAll(async () => {
  fixture = await publishFixture();
  dir = fixture.clone();
  await publish('v1');
});
afterAll(() => fixture.temp.dispose());

async function publish(version: 'v1' | 'v2'): Promise<unknown> {
  const publishable = await fixture.open(fixture.index[version]);
  return withRepository(dir, (repository) =>
    publishBranch(inputOf(publishable, repository), repository, {
      branch: 'skills-index',
      person: PERSON,
      remote: null,
    }),
  );
}

describe('an index on a branch', () => {
  test('is the one of the commit at which it was opened; a server takes up the next one', async () => {
    const index = await openIndex('branch:skills-index', { repo: dir });
    const live = await openLive('branch:skills-index', { repo: dir }, () => undefined);
    await publish('v2');
    expect((await index.get('changed')).body).toContain('One.');
    expect((await (await live.current()).get('changed')).body).toContain('Two.');
    git(dir, ['pack-refs', '--all']);
    expect((await live.current()).artifact.source.commit).toBe(fixture.two.v2);
  });

  test('has older versions, which are in the same repository', async () => {
    const index = await openIndex('branch:skills-index', { repo: dir });
    expect((await index.get('changed', { version: '1' })).body).toContain('One.');
  });

  test('is read where it was fetched only', async () => {
    const other = join(fixture.temp.dir, 'other');
    git(fixture.temp.dir, ['clone', '-q', dir, other]);
    for (const name of ['skills-index', 'origin/skills-index']) {
      const index = await openIndex(`branch:${name}`, { repo: other });
      expect(index.skills.length).toBeGreaterThan(0);
    }
  });

  test('is what --index takes', () => {
    const args = ['show', 'changed', '--index', 'branch:skills-index'];
    expect(skillgraft(args, { cwd: dir })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Two.'),
    });
  });

  test.each([
    ['nowhere', 'artifact-file-missing'],
    ['main', 'artifact-file-missing'],
  ])('%s: %s', async (branch, code) => {
    expect(await codeOf(openIndex(`branch:${branch}`, { repo: dir }))).toBe(code);
  });

  test('in a folder without git', async () => {
    expect(await codeOf(openIndex('branch:skills-index', { repo: fixture.index.v1 }))).toBe(
      'not-a-repository',
    );
  });
});
