import { describe, expect, it } from 'vitest';
import { skillFinder } from '../../build/skill-finder.js';

const finder = skillFinder(
  ['two/b/pdf', 'one/b/pdf', 'one/a/pdf', 'one/a/mail', '.'].map((path) => ({
    path,
    name: path === 'one/a/mail' ? 'post' : path === '.' ? 'root-skill' : 'pdf',
  })),
);

describe('skillFinder', () => {
  it.each([
    ['pdf', 'one/b/x', 'one/b/pdf'],
    ['pdf', 'one/c/x', 'one/a/pdf'],
    ['pdf', 'two/x', 'two/b/pdf'],
    ['pdf', 'three', 'one/a/pdf'],
    ['pdf', '.', 'one/a/pdf'],
    ['pdf', 'one/b/pdf', 'one/b/pdf'],
    ['post', 'two/x', 'one/a/mail'],
    ['mail', 'two/x', 'one/a/mail'],
    ['docs:pdf', 'two/x', 'two/b/pdf'],
    ['skills/pdf', 'two/x', 'two/b/pdf'],
    ['root-skill', 'one/a/pdf', '.'],
    ['forms', 'one', undefined],
    ['__proto__', 'one', undefined],
  ])('%s, said in %s, is %s', (word, from, path) => {
    expect(finder.find(word, from)).toBe(path);
  });

  it('knows names and folders', () => {
    expect(['pdf', 'post', 'mail', 'docs:pdf', ''].map((word) => finder.has(word))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
