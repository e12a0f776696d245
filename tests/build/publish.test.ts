import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { assemble } from '../../build/assemble.js';
import { checkArtifact } from '../../build/check-artifact.js';
import { openIndex } from '../../runtime/open-index.js';
import { canonicalJson } from '../../schema/codec.js';
import { skillText, TestRepo } from '../helpers/git-repo.js';
import {
  buildInto,
  codeOf,
  listing,
  publishFixture,
  servedWhole,
  withBuild,
} from '../helpers/skills-repo.js';

const { temp, two, fresh, build } = publishFixture();
afterAll(() => temp.dispose());

/** A repository with one skill of its own for each path. */
function repoWith(...paths: readonly string[]): TestRepo {
  const repo = new TestRepo(fresh());
  for (const path of paths) repo.write(`${path}/SKILL.md`, skillText(path.split('/').at(-1)!));
  repo.commit('skills');
  return repo;
}

describe('an output folder that is source', () => {
  it.each([
    ['the repository itself', ['skills/git/a'], ''],
    ['a folder above it', ['skills/git/a'], '..'],
    ['skills/', ['skills/git/a'], 'skills'],
    ['a namespace', ['skills/git/a'], 'skills/git'],
    ['a skill', ['skills/git/a'], 'skills/git/a'],
    ['a folder in a skill', ['skills/git/a'], 'skills/git/a/dist'],
    ["a host's folder of skills", ['.claude/skills/a'], '.claude'],
    ['a folder that is walked where no usual one is there', ['library/a'], 'library'],
  ])('is refused: %s', async (_, paths, below) => {
    const repo = repoWith(...paths);
    const before = listing(repo.dir);
    expect(await codeOf(buildInto({ repo: repo.dir, out: join(repo.dir, below) }))).toBe('out-is-source');
    expect(await codeOf(buildInto({ repo: repo.dir, workTree: true, out: join(repo.dir, below) }))).toBe(
      'out-is-source',
    );
    expect(listing(repo.dir)).toEqual(before);
  });

  it('is refused where a link leads to it', async () => {
    const repo = repoWith('skills/a');
    const before = listing(repo.dir);
    const alias = fresh();
    symlinkSync(repo.dir, alias);
    expect(await codeOf(buildInto({ repo: repo.dir, out: alias }))).toBe('out-is-source');
    expect(await codeOf(buildInto({ repo: repo.dir, out: join(alias, 'skills') }))).toBe('out-is-source');
    expect(await codeOf(buildInto({ repo: alias, workTree: true, out: repo.dir }))).toBe('out-is-source');
    expect(listing(repo.dir)).toEqual(before);
  });

  it('is not what a build wrote, committed or not, also under a link', async () => {
    const repo = repoWith('skills/a', 'skills/b');
    const out = join(repo.dir, 'dist');
    for (const roots of [undefined, ['.']]) {
      const options = { repo: repo.dir, workTree: true, out, ...(roots === undefined ? {} : { roots }) };
      await buildInto(options);
      const once = listing(out);
      expect(await buildInto(options)).toEqual({ written: 0, removed: 0 });
      repo.commit('with dist');
      await buildInto(options);
      expect(listing(out)).toEqual(once);
    }
    const alias = fresh();
    symlinkSync(repo.dir, alias);
    const result = await buildInto({
      repo: repo.dir,
      workTree: true,
      roots: ['.'],
      out: join(alias, 'dist'),
    });
    expect(result).toEqual({ written: 0, removed: 0 });
  });
});

describe('an output folder with files that no build wrote', () => {
  it('is refused where one would be written over', async () => {
    const out = fresh();
    mkdirSync(join(out, 'skills/kept'), { recursive: true });
    // Of the same size as the skill: size says nothing about whose it is.
    writeFileSync(join(out, 'skills/kept/SKILL.md'), 'x'.repeat(skillText('kept').length));
    const before = listing(out);
    expect(await codeOf(build(out))).toBe('out-not-ours');
    expect(listing(out)).toEqual(before);
  });

  it('is refused where one stands in the way of a skill that is new', async () => {
    const out = fresh();
    await build(out, two.v1);
    mkdirSync(join(out, 'skills/added'), { recursive: true });
    writeFileSync(join(out, 'skills/added/SKILL.md'), 'mine');
    expect(await codeOf(build(out))).toBe('out-not-ours');
    expect(readFileSync(join(out, 'skills/added/SKILL.md'), 'utf8')).toBe('mine');
    expect(await servedWhole(out)).toBe(two.v1);
  });

  it.each(['{"mine":1}', '[]', 'text', '{"$digestive":"biscuit, and then some more text"}'])(
    'is refused where index.json is %s',
    async (text) => {
      const out = fresh();
      mkdirSync(out);
      writeFileSync(join(out, 'index.json'), text);
      expect(await codeOf(build(out))).toBe('out-not-ours');
      expect(readFileSync(join(out, 'index.json'), 'utf8')).toBe(text);
    },
  );

  it('is taken where the others are in no way', async () => {
    const out = fresh();
    mkdirSync(out);
    writeFileSync(join(out, 'README.md'), 'mine');
    await build(out);
    expect(await servedWhole(out)).toBe(two.v2);
    expect(readFileSync(join(out, 'README.md'), 'utf8')).toBe('mine');
  });
});

describe('an artifact that cannot be read', () => {
  it.each([
    ['flipped', (bytes: Buffer) => bytes.fill(bytes[400]! ^ 4, 400, 401)],
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['cut to a few bytes', (bytes: Buffer) => bytes.subarray(0, 7)],
    ['empty', () => Buffer.alloc(0)],
    [
      'of another version',
      (bytes: Buffer) =>
        Buffer.from(bytes.toString().replace(/("name":"skillgraft-index","version":)\d/, '$19')),
    ],
    ['without its head', (bytes: Buffer) => bytes.subarray(1)],
  ])('is replaced, as its error message says it can be: %s', async (_, breakIt) => {
    const repo = repoWith('skills/a', 'skills/b');
    const out = join(repo.dir, 'dist');
    await buildInto({ repo: repo.dir, out });
    writeFileSync(join(out, 'index.json'), breakIt(readFileSync(join(out, 'index.json'))));
    repo.write('skills/a/SKILL.md', skillText('a', 'Longer than it was before.'));
    const commit = repo.commit('longer');
    await buildInto({ repo: repo.dir, out });
    expect(await servedWhole(out)).toBe(commit);
    await withBuild({ repo: repo.dir, out }, async (result) =>
      expect(await checkArtifact(result, out)).toEqual([]),
    );
  });

  it('is cleared of the files that its text still names', async () => {
    const out = fresh();
    await build(out, two.v1);
    const bytes = readFileSync(join(out, 'index.json'));
    writeFileSync(join(out, 'index.json'), bytes.subarray(0, bytes.length - 1));
    await build(out);
    const clean = fresh();
    await build(clean);
    expect(listing(out)).toEqual(listing(clean));
  });

  it('has its files mended where only they are broken', async () => {
    const out = fresh();
    await build(out);
    const good = listing(out);
    writeFileSync(join(out, 'skills/kept/SKILL.md'), 'broken');
    rmSync(join(out, 'skills/added'), { recursive: true });
    await build(out);
    expect(listing(out)).toEqual(good);
  });

  it('that names files elsewhere has none of them moved or removed', async () => {
    const out = join(fresh(), 'deep/out');
    await build(out, two.v1);
    const victim = join(out, '../victim.txt');
    writeFileSync(victim, 'keep me');
    writeFileSync(join(out, 'own.txt'), 'keep me');
    const { $digest: _, ...parts } = JSON.parse(readFileSync(join(out, 'index.json'), 'utf8'));
    parts.skills[0].resources.push({ ...parts.skills[0].resources[0], uri: 'skill://../../victim.txt' });
    parts.skills[0].resources.push({ ...parts.skills[0].resources[0], uri: 'skill://%2e%2e/own.txt' });
    writeFileSync(join(out, 'index.json'), assemble(parts).index);
    expect(canonicalJson((await openIndex(out)).skills[0])).toContain('victim');
    await build(out);
    expect(readFileSync(victim, 'utf8')).toBe('keep me');
    expect(readFileSync(join(out, 'own.txt'), 'utf8')).toBe('keep me');
    expect(await servedWhole(out)).toBe(two.v2);
  });
});
