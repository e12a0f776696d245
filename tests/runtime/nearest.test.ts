import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../runtime/nearest.js';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['search', 'search', 0],
    ['serach', 'search', 1],
    ['sarch', 'search', 1],
    ['ca', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['a🎉b', 'ab', 1],
  ])('%s to %s is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('is symmetric, zero for equal texts only, and at most the longer length', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max([...a].length, [...b].length));
      }),
    );
  });
});

describe('nearest', () => {
  const names = ['conventional-commits', 'docker-compose', 'docker-swarm', 'git-rebase'];

  it('finds a mistyped name', () => {
    expect(nearest('convetional-comits', names)).toEqual(['conventional-commits']);
  });

  it('ignores case and Unicode form', () => {
    expect(nearest('GIT-REBASE', names)).toEqual(['git-rebase']);
    expect(nearest('cafe\u0301', ['caf\u00e9-menu'])).toEqual(['caf\u00e9-menu']);
  });

  it('finds names by their beginning, ties by code unit', () => {
    expect(nearest('docker', names)).toEqual(['docker-compose', 'docker-swarm']);
  });

  it('finds nothing for a word that is like none of them', () => {
    expect(nearest('kubernetes', names)).toEqual([]);
    expect(nearest('x', ['a', 'b'])).toEqual([]);
  });

  it('gives at most as many as asked for, each once, whatever the order of the names', () => {
    const many = ['aaab', 'aaac', 'aaad', 'aaae', 'aaab'];
    expect(nearest('aaaa', many, 2)).toEqual(['aaab', 'aaac']);
    expect(nearest('aaaa', many.reverse(), 2)).toEqual(['aaab', 'aaac']);
  });
});
