import { describe, expect, it } from 'vitest';
import { globMatcher } from '../../../runtime/library/glob.js';
import { identify, type NamedSkills } from '../../../runtime/library/identities.js';
import { byPrecedence, nameOfSource, withOwnNames } from '../../../runtime/library/source.js';
import type { SkillEntry } from '../../../schema/index.types.js';

/** An entry whose files have the digests that are given, by path. */
function entry(path: string, files: Record<string, string> = {}, name = path.split('/').at(-1)!): SkillEntry {
  const folder = `skill://${path.replace(/^skills\//, '')}/`;
  const all = { 'SKILL.md': path, ...files };
  return {
    path,
    name,
    uri: `${folder}SKILL.md`,
    description: '',
    frontmatter: {},
    metadata: {},
    tokens: { listing: 0, body: 0 },
    resources: Object.entries(all).map(([file, digest]) => ({ uri: `${folder}${file}`, digest, size: 1 })),
    headings: [],
    bodyDigest: '',
  };
}

function source(name: string, skills: SkillEntry[], more: Partial<NamedSkills> = {}): NamedSkills {
  return { name, skills, ...more };
}

/** Path and URI of each skill, with the names of what it was folded with. */
function shown(...sources: NamedSkills[]): string[] {
  return identify(sources).skills.map(({ entry: { path, uri }, alsoIn }) =>
    [path, uri.replace('/SKILL.md', ''), ...alsoIn].join(' '),
  );
}

describe('identities', () => {
  const one = entry('skills/a');
  const other = entry('skills/a', { 'SKILL.md': 'other' });

  it('stay as they are where they are unique, sorted by path', () => {
    expect(shown(source('x', [entry('skills/c'), one]), source('y', [entry('skills/b')]))).toEqual([
      'skills/a skill://a',
      'skills/b skill://b',
      'skills/c skill://c',
    ]);
  });

  it('of the same name and files are one, of the first source, wherever they lie', () => {
    const moved = entry('tools/a', { 'SKILL.md': 'skills/a' });
    const { skills, places } = identify([
      source('x', [one]),
      source('y', [entry('skills/b'), one]),
      source('z', [moved]),
    ]);
    expect(skills.map(({ source: from, alsoIn }) => [from, alsoIn])).toEqual([
      [0, ['y', 'z']],
      [1, []],
    ]);
    expect(places.map((all) => [...all])).toEqual([[0], [1, 0], [0]]);
    expect(shown(source('x', [one, moved]))).toHaveLength(2);
    expect(shown(source('x', [one]), source('y', [entry('skills/a', {}, 'named')]))).toHaveLength(2);
    expect(shown(source('x', [one]), source('y', [entry('skills/a', { 'more.md': '1' })]))).toHaveLength(2);
  });

  it('that others have get the name of their source', () => {
    expect(
      shown(source('x', [one]), source('y', [other]), source('z', [entry('skills/a', { f: '1' })])),
    ).toEqual(['skills/a skill://a', 'y:skills/a skill://y/a', 'z:skills/a skill://z/a']);
  });

  it('get a prefix in all URIs, and the name where the prefix is not enough', () => {
    const [x, y] = [source('x', [one], { prefix: 'p' }), source('y', [other], { prefix: 'p' })];
    expect(shown(x, y)).toEqual(['skills/a skill://p/a', 'y:skills/a skill://y/a']);
    const { skills } = identify([source('x', [entry('skills/a', { 'b c.md': '1' })], { prefix: 'p' })]);
    expect(skills[0]!.entry.resources.map(({ uri }) => uri)).toEqual([
      'skill://p/a/SKILL.md',
      'skill://p/a/b c.md',
    ]);
  });

  it('have no file that has the URI of a file in another index', () => {
    const outer = entry('skills/a', { 'b/SKILL.md': 'outer' });
    const inner = entry('skills/a/b');
    expect(shown(source('x', [outer]), source('y', [inner]))).toEqual([
      'skills/a skill://a',
      'skills/a/b skill://y/a/b',
    ]);
    expect(shown(source('x', [inner]), source('y', [outer]))).toEqual([
      'skills/a skill://y/a',
      'skills/a/b skill://a/b',
    ]);
    const nested = entry('skills/a', { 'b/SKILL.md': 'skills/a/b' });
    expect(shown(source('x', [nested, inner]))).toEqual(['skills/a skill://a', 'skills/a/b skill://a/b']);
    const taken = entry('skills/y/a', { 'SKILL.md': 'x' });
    expect(shown(source('x', [one, taken]), source('y', [other]))).toContain('y:skills/a skill://y-2/a');
  });

  it.each<[Partial<NamedSkills>, string[]]>([
    [{ allow: ['git/*'] }, ['skills/git/a', 'skills/git/old-deprecated']],
    [{ allow: ['skills/git/*'], block: ['*deprecated*'] }, ['skills/git/a']],
    [{ block: ['git/**'] }, ['skills/b', 'skills/c/d']],
    [{ allow: ['d', 'b'] }, ['skills/b', 'skills/c/d']],
    [{ block: ['**'] }, []],
    [{ block: ['git'] }, ['skills/b', 'skills/c/d']],
    [{ block: ['g?t', 'skills/c'] }, ['skills/b']],
    [{ block: ['*deprecated*'] }, ['skills/b', 'skills/c/d', 'skills/git/a']],
    [{ allow: ['c', 'git/*d'] }, ['skills/c/d', 'skills/git/old-deprecated']],
    [
      { block: ['it', 'kills/git', 'git/'] },
      ['skills/b', 'skills/c/d', 'skills/git/a', 'skills/git/old-deprecated'],
    ],
  ])('of those that %j lets in', (lists, expected) => {
    const all = ['skills/git/a', 'skills/git/old-deprecated', 'skills/b', 'skills/c/d'].map((path) =>
      entry(path),
    );
    expect(identify([source('x', all, lists)]).skills.map((skill) => skill.entry.path)).toEqual(expected);
  });
});

describe('globs', () => {
  it.each([
    ['git/*', 'git/a', true],
    ['git/*', 'git/a/b', false],
    ['git/**', 'git/a/b', true],
    ['*deprecated*', 'x-deprecated-y', true],
    ['*deprecated*', 'a/deprecated', false],
    ['**deprecated', 'a/deprecated', true],
    ['?', 'ä', true],
    ['?', '😀', true],
    ['?', '/', false],
    ['a.b', 'axb', false],
    ['[a]', '[a]', true],
    ['e\u0301', '\u00e9', true],
    ['', '', true],
    ['*', '', true],
    ['a', 'ab', false],
  ])('%s, %s: %s', (pattern, text, expected) => {
    expect(globMatcher([pattern])(text)).toBe(expected);
  });

  it('of many stars end soon', () => {
    expect(globMatcher([`${'*a'.repeat(40)}b`])('a'.repeat(2_000))).toBe(false);
  });
});

describe('sources', () => {
  it('are in the order of their scopes, then as they were given', () => {
    const given = [
      { name: 'a', scope: 'shared' },
      { name: 'b', scope: 'project' },
      { name: 'c', scope: 'user' },
      { name: 'd', scope: 'project' },
    ] as const;
    expect(byPrecedence(given).map(({ name }) => name)).toEqual(['b', 'd', 'c', 'a']);
  });

  it.each([
    ['/work/our skills/dist', 'our-skills'],
    ['/work/x/dist/index.json', 'x'],
    ['C:\\team\\dist', 'team'],
    ['/dist', 'dist'],
    ['/', 'index'],
    ['https://user:secret@skills.example.com/dist?token=1', 'skills.example.com'],
  ])('of %s are named %s', (index, name) => {
    expect(nameOfSource(index)).toBe(name);
  });

  it('have names of their own', () => {
    expect(withOwnNames(['a', 'A', 'b', 'a'].map((name) => ({ name }))).map(({ name }) => name)).toEqual([
      'a',
      'A-2',
      'b',
      'a-3',
    ]);
  });
});
