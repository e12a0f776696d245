import { describe, expect, it } from 'vitest';
import {
  coversTool,
  dangerousCommand,
  isUnrestricted,
  isWider,
  readTool,
} from '../../schema/allowed-tools.js';

describe('allowed tools', () => {
  it.each([
    ['Bash', 'Bash(git status:*)', true],
    ['Bash(*)', 'Bash(rm:*)', true],
    ['Bash(git:*)', 'Bash(git status:*)', true],
    ['Bash(git:*)', 'Bash(gitk)', false],
    ['Bash(git:*)', 'Bash(git status; rm -rf x)', false],
    ['Bash(git status:*)', 'Bash(git:*)', false],
    ['mcp__search__*', 'mcp__search__find', true],
    ['Read', 'Write', false],
  ])('%s covers %s: %s', (wide, narrow, expected) => {
    expect(coversTool(readTool(wide), readTool(narrow))).toBe(expected);
  });

  it('compares lists', () => {
    expect(isWider(['Bash(git:*)', 'Read'], ['Bash(git log:*)'])).toBe(false);
    expect(isWider(['Bash(git:*)', 'Read'], ['Bash', 'Read'])).toBe(true);
    expect(isWider([], [])).toBe(false);
  });

  it.each([
    ['Bash', true, null],
    ['*', true, null],
    ['Bash(rm:*)', false, 'rm'],
    ['Bash(rm -rf build)', false, null],
    ['Read(rm:*)', false, null],
  ])('%s is unrestricted: %s', (text, unrestricted, command) => {
    expect(isUnrestricted(readTool(text))).toBe(unrestricted);
    expect(dangerousCommand(readTool(text))).toBe(command);
  });
});
