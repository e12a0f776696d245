import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuildResult, buildIndex } from '../../build/build-index.js';
import { checkArtifact } from '../../build/check-artifact.js';
import { publishArtifact } from '../../build/publish-artifact.js';
import { getCase, haveCases } from '../helpers/cases.js';
import { skillgraft } from '../helpers/cli.js';
import { TestRepo, tempFolder } from '../helpers/git-repo.js';
import { listing, twoVersions } from '../helpers/skills-repo.js';

const temp = tempFolder();
const out = join(temp.dir, 'out');
let v1: BuildResult;
let v2: BuildResult;
let v1Commit = '';

beforeAll(async () => {
  const two = twoVersions(join(temp.dir, 'repo'));
  v1Commit = two.v1;
  v1 = await buildIndex({ repo: two.repo.dir, ref: two.v1 });
  v2 = await buildIndex({ repo: two.repo.dir, ref: two.v2 });
});
beforeEach(async () => {
  rmSync(out, { recursive: true, force: true });
  await publishArtifact(v1, out);
});
afterAll(async () => {
  await v1.close();
  await v2.close();
  temp.dispose();
});

async function check(result: BuildResult): Promise<string[]> {
  return (await checkArtifact(result, out)).map(({ path, args }) => `${path} ${String(args.what)}`);
}

describe('checkArtifact', () => {
  it('finds nothing where all bytes are the same, and writes nothing', async () => {
    const before = listing(out);
    expect(await check(v1)).toEqual([]);
    expect((await check(v2)).length).toBeGreaterThan(0);
    expect(listing(out)).toEqual(before);
  });

  it('names each skill that differs, once', async () => {
    expect(await check(v2)).toEqual([
      'skills/added/SKILL.md lacks this skill',
      'skills/changed/SKILL.md has another state of this skill',
      'skills/changed/dir lacks this file',
      'skills/changed/ref/note.md lacks this file',
      'skills/removed/SKILL.md has this skill, which is no longer there',
    ]);
  });

  it('names a file with other bytes, and one that is gone', async () => {
    appendFileSync(join(out, 'skills/kept/SKILL.md'), 'x');
    rmSync(join(out, 'skills/removed/deep/er/note.md'));
    expect(await check(v1)).toEqual([
      'skills/kept/SKILL.md has other bytes for this file',
      'skills/removed/deep/er/note.md lacks this file',
    ]);
  });

  it.each([
    ['no folder', () => rmSync(out, { recursive: true }), '. is missing'],
    ['no index', () => rmSync(join(out, 'index.json')), '. is missing'],
    ['no JSON', () => writeFileSync(join(out, 'index.json'), 'text'), '. cannot be read (artifact-broken)'],
    [
      'an empty index',
      () => writeFileSync(join(out, 'index.json'), ''),
      '. cannot be read (artifact-broken)',
    ],
  ])('says what is wrong with the whole: %s', async (_, breakIt, line) => {
    breakIt();
    expect(await check(v1)).toContain(line);
  });

  it('says that the settings differ, not that skills are gone', async () => {
    const other = await buildIndex({ repo: join(temp.dir, 'repo'), ref: v1Commit, roots: ['elsewhere'] });
    await other.close();
    expect(await check(other)).toEqual([
      '. was built with other settings (roots, profile, listing-budget, synonyms, hand-offs, embedder)',
    ]);
  });

  it('says that another version or hand made it where nothing else differs', async () => {
    const index = Uint8Array.from([...v1.index, 10]);
    expect(await check({ ...v1, index })).toEqual([
      '. was built by another version of Skillgraft, or changed',
    ]);
  });
});

describe.skipIf(!haveCases)('case staleness-03', () => {
  it('exits 0 at the commit of the index, 1 behind it with the path, and writes nothing', () => {
    const repo = new TestRepo(join(temp.dir, 'staleness-03'));
    const [add, edit] = getCase('staleness-03').commits!;
    const write = (files: Readonly<Record<string, unknown>>): void => {
      for (const [path, text] of Object.entries(files)) repo.write(path, text as string);
    };
    write(add!.files!);
    repo.commit('add');
    expect(skillgraft(['build', '--repo', repo.dir]).status).toBe(0);
    const before = listing(join(repo.dir, 'dist'));
    expect(skillgraft(['build', '--check', '--repo', repo.dir]).status).toBe(0);
    write(edit!.files!);
    repo.commit('edit');
    const stale = skillgraft(['build', '--check', '--repo', repo.dir]);
    expect(stale.status).toBe(1);
    expect(stale.stdout).toContain('skills/gong-hit/SKILL.md');
    expect(listing(join(repo.dir, 'dist'))).toEqual(before);
  });
});
