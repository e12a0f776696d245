import { expect, it } from 'vitest';
import { compareTools } from '../../../build/change/compare-tools.js';

it.each<[string, string[] | undefined, string[] | undefined, string[], string[], string[], string[]?]>([
  ['nothing on both sides', undefined, undefined, [], [], []],
  ['the same in another order', ['Read', 'Grep'], ['Grep', 'Read'], [], [], []],
  ['a first list', undefined, ['Read'], ['Read'], [], []],
  ['a shell without a pattern', ['Bash(git:*)'], ['Bash'], ['Bash'], [], ['Bash']],
  ['a pattern that takes all', ['Bash(git:*)'], ['Bash(*)'], ['Bash(*)'], [], ['Bash(*)']],
  ['a command that takes things away', [], ['Bash(rm:*)'], ['Bash(rm:*)'], [], [], ['Bash(rm:*)']],
  ['everything', ['Read'], ['*'], ['*'], [], ['*']],
  ['a narrower pattern', ['Bash'], ['Bash(git:*)'], [], ['Bash'], []],
  ['a command of a pattern', ['Bash(git:*)'], ['Bash(git status:*)'], [], ['Bash(git:*)'], []],
  [
    'a command that only begins alike',
    ['Bash(git:*)'],
    ['Bash(github:*)'],
    ['Bash(github:*)'],
    ['Bash(git:*)'],
    [],
  ],
  [
    'a chain of commands',
    ['Bash(git:*)'],
    ['Bash(git status; sh)'],
    ['Bash(git status; sh)'],
    ['Bash(git:*)'],
    [],
  ],
  ['another tool', ['Read'], ['Read', 'WebFetch'], ['WebFetch'], [], []],
  ['a server of which one tool was there', ['mcp__a__x'], ['mcp__a__*'], ['mcp__a__*'], [], []],
  ['a tool of a server', ['mcp__a__*'], ['mcp__a__x'], [], ['mcp__a__*'], []],
  ['a file below a folder', ['Read(src/*)'], ['Read(src/a.ts)'], [], ['Read(src/*)'], []],
  [
    'a file that climbs out of it',
    ['Read(src/*)'],
    ['Read(src/../a)'],
    ['Read(src/../a)'],
    ['Read(src/*)'],
    [],
  ],
  [
    'a domain',
    ['WebFetch(domain:a.org)'],
    ['WebFetch(domain:b.org)'],
    ['WebFetch(domain:b.org)'],
    ['WebFetch(domain:a.org)'],
    [],
  ],
])('%s', (_, before, after, added, removed, unrestricted, dangerous = []) => {
  expect(compareTools(before, after)).toEqual({ added, removed, unrestricted, dangerous });
});
