import { describe, expect, it } from 'vitest';
import { Catalog } from '../../runtime/catalog.js';
import type { SkillEntry } from '../../schema/index.types.js';

function entry(
  path: string,
  name: string,
  uri = `skill://${path.replace(/^skills\//, '')}/SKILL.md`,
): SkillEntry {
  return {
    path,
    name,
    uri,
    description: '',
    frontmatter: {},
    metadata: {},
    tokens: { listing: 0, body: 0 },
    resources: [],
    headings: [],
    bodyDigest: '',
  };
}

function catalogOf(skills: readonly SkillEntry[], former: Record<string, readonly string[]> = {}): Catalog {
  return new Catalog(skills, new Map(Object.entries(former)));
}

const catalog = catalogOf(
  [
    entry('other/deep/tie-knot', 'tie-knot'),
    entry('skills/caf\u00e9-menu', 'cafe\u0301-menu'),
    entry('skills/git/commits', 'conventional-commits'),
    entry('skills/tie-knot', 'tie-knot'),
    entry('skills/wax', 'seal'),
  ],
  { 'skills/wax': ['skills/old-wax', 'skills/ink'] },
);

const found = (word: string) => {
  const lookup = catalog.find(word);
  return lookup.kind === 'found' ? catalog.skills[lookup.document]!.path : lookup;
};

describe('Catalog.find', () => {
  it.each([
    ['a path', 'skills/git/commits'],
    ['a path with a slash behind', 'skills/git/commits/'],
    ['a path with ./ before', './skills/git/commits'],
    ['the path of its SKILL.md', 'skills/git/commits/SKILL.md'],
    ['the path below skills/', 'git/commits'],
    ['its name', 'conventional-commits'],
    ['its folder', 'commits'],
    ['its URI', 'skill://git/commits/SKILL.md'],
    ['the URI of its folder', 'skill://git/commits/'],
    ['its name in other case', 'Conventional-Commits'],
    ['white space around', '  commits\n'],
  ])('finds a skill by %s', (_, word) => {
    expect(found(word)).toBe('skills/git/commits');
  });

  it.each([
    'caf\u00e9-menu',
    'cafe\u0301-menu',
    'skills/cafe\u0301-menu',
    'skill://caf%C3%A9-menu/SKILL.md',
    'skill://cafe%CC%81-menu/SKILL.md',
  ])('compares in NFC: %j', (word) => {
    expect(found(word)).toBe('skills/caf\u00e9-menu');
  });

  it('finds a part of a path by its end', () => {
    expect(found('deep/tie-knot')).toBe('other/deep/tie-knot');
  });

  it('takes skills/<name> of equal names, and says where the others are', () => {
    expect(catalog.find('tie-knot')).toEqual({ kind: 'found', document: 3, others: ['other/deep/tie-knot'] });
    expect(catalog.find('skills/tie-knot')).toEqual({ kind: 'found', document: 3, others: [] });
    expect(catalog.find('other/deep/tie-knot')).toEqual({ kind: 'found', document: 0, others: [] });
  });

  it.each([
    ['its name with blanks', 'conventional  commits'],
    ['its name with underscores', 'conventional_commits'],
    ['its name in other case, with a blank', ' CONVENTIONAL Commits'],
    ['its path in other case', 'Skills/Git/Commits'],
    ['its path below skills/ in other case', 'GIT/commits'],
    ['its folder in other case', 'Commits'],
  ])('finds a skill by %s', (_, word) => {
    expect(found(word)).toBe('skills/git/commits');
    expect(catalog.named(word)).toEqual([2]);
  });

  it('folds in NFC, former names too, and never to nothing', () => {
    expect(catalog.named('CAFE\u0301 menu')).toEqual([1]);
    expect(catalog.find('Old Wax')).toEqual({ kind: 'found', document: 4, others: [], formerly: 'Old Wax' });
    expect(catalog.formerly('old_wax')).toEqual([4]);
    expect(catalog.find('TIE knot')).toEqual({ kind: 'found', document: 3, others: ['other/deep/tie-knot'] });
    for (const word of ['', ' ', '-', '_', 'knot', 'tie']) expect(catalog.named(word)).toEqual([]);
  });

  it('gives an exact spelling ahead of a folded one, be it that of a former name or the end of a path', () => {
    const cases = catalogOf(
      [
        entry('skills/Deep/x', 'Deep-X'),
        entry('skills/a', 'wax_seal'),
        entry('skills/b', 'wax-seal'),
        entry('skills/c', 'c'),
        entry('skills/z/deep/x', 'y'),
      ],
      { 'skills/c': ['skills/Wax-Seal'] },
    );
    expect(cases.named('wax_seal')).toEqual([1]);
    expect(cases.named('wax-seal')).toEqual([2]);
    expect(cases.named('wax seal')).toEqual([1, 2]);
    expect(cases.named('Wax-Seal')).toEqual([]);
    expect(cases.find('Wax-Seal')).toMatchObject({ document: 3, formerly: 'Wax-Seal' });
    expect(cases.find('z/deep/x')).toMatchObject({ document: 4, others: [] });
    expect(cases.find('deep/x')).toMatchObject({ document: 4, others: [] });
    expect(cases.find('DEEP/x')).toMatchObject({ document: 0, others: [] });
  });

  it('puts a name ahead of a folder of the same word', () => {
    const crossed = catalogOf([entry('skills/a', 'b'), entry('skills/b', 'c')]);
    expect(crossed.find('b')).toMatchObject({ kind: 'found', document: 0 });
  });

  it('takes the URI that a skill has, where two folders would share one', () => {
    const two = catalogOf([entry('a', 'x'), entry('skills/a', 'y', 'skill://_/a/SKILL.md')]);
    expect(two.find('skill://a/SKILL.md')).toMatchObject({ document: 0 });
    expect(two.find('skill://_/a/SKILL.md')).toMatchObject({ document: 1 });
  });

  it('finds a former name or path, and says so', () => {
    expect(catalog.find('old-wax')).toEqual({ kind: 'found', document: 4, others: [], formerly: 'old-wax' });
    expect(catalog.find('skills/ink')).toMatchObject({ document: 4, formerly: 'skills/ink' });
  });

  it('gives a name of today ahead of a former one', () => {
    const reused = catalogOf([entry('skills/a', 'a'), entry('skills/b', 'b')], { 'skills/b': ['skills/a'] });
    expect(reused.find('a')).toEqual({ kind: 'found', document: 0, others: [] });
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('has no skill %s', (word) => {
    expect(catalog.find(word).kind).toBe('none');
  });

  it('names the nearest where there is none', () => {
    expect(catalog.find('conventional-comits')).toEqual({ kind: 'none', nearest: ['conventional-commits'] });
    expect(catalog.find('old-wx')).toEqual({ kind: 'none', nearest: ['old-wax'] });
    expect(catalog.find('quite-another-thing')).toEqual({ kind: 'none', nearest: [] });
    expect(catalog.find('')).toEqual({ kind: 'none', nearest: [] });
  });

  it('gives a broken percent code back as it is', () => {
    expect(catalog.find('skill://%E0%A4%A/SKILL.md').kind).toBe('none');
  });

  it('answers in a moment among 10,000 names', () => {
    const many = catalogOf(
      Array.from({ length: 10_000 }, (_, i) => entry(`skills/skill-number-${i}`, `skill-number-${i}`)),
    );
    const started = performance.now();
    expect(many.find('skill-numbr-777')).toMatchObject({ kind: 'none' });
    expect(many.find('x'.repeat(100_000))).toMatchObject({ kind: 'none' });
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('Catalog.named and formerly', () => {
  it('gives all skills of a name, and only those', () => {
    expect(catalog.named('tie-knot')).toEqual([3, 0]);
    expect(catalog.named('seal')).toEqual([4]);
    expect(catalog.named('old-wax')).toEqual([]);
    expect(catalog.formerly('old-wax')).toEqual([4]);
    expect(catalog.formerly('seal')).toEqual([]);
  });
});
