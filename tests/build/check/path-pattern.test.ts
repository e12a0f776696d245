import { describe, expect, it } from 'vitest';
import { matchesPath } from '../../../build/check/path-pattern.js';

describe('matchesPath', () => {
  it.each([
    ['skills/legacy/**', 'skills/legacy/a/SKILL.md', true],
    ['skills/legacy', 'skills/legacy/a/SKILL.md', true],
    ['skills/legacy/', 'skills/legacy/a/SKILL.md', true],
    ['./skills/legacy', 'skills/legacy/a/SKILL.md', true],
    ['skills/legacy/**', 'skills/legacy2/SKILL.md', false],
    ['skills/*/SKILL.md', 'skills/a/SKILL.md', true],
    ['skills/*/SKILL.md', 'skills/a/b/SKILL.md', false],
    ['**/SKILL.md', 'SKILL.md', true],
    ['**/SKILL.md', 'a/b/SKILL.md', true],
    ['**/old/**', 'a/old/b/c.md', true],
    ['**', 'anything/at/all', true],
    ['skills/a?', 'skills/ab/SKILL.md', true],
    ['skills/a?', 'skills/a/SKILL.md', false],
    ['skills/*-old', 'skills/x-y-old/SKILL.md', true],
    ['skills/*a*b', 'skills/xaybxb/SKILL.md', true],
    ['skills/[a]', 'skills/a/SKILL.md', false],
    ['*', '.', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matchesPath(pattern, path)).toBe(expected);
  });

  it('does not slow down on a pattern that is made for it', () => {
    expect(matchesPath(`${'*a'.repeat(200)}b`, 'a'.repeat(4000))).toBe(false);
    expect(matchesPath('**/'.repeat(200), `${'a/'.repeat(1000)}b`)).toBe(true);
  });
});
