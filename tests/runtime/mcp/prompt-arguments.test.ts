import { describe, expect, it } from 'vitest';
import { argumentNames, fillIn } from '../../../runtime/mcp/prompt-arguments.js';

describe('the names of arguments', () => {
  it.each([
    [undefined, []],
    ['issue branch', ['issue', 'branch']],
    [
      ['issue', 'branch', 'issue'],
      ['issue', 'branch'],
    ],
    ['', []],
    [7, []],
    [[{ a: 1 }, '1st', 'arguments', 'ARGUMENTS', 'fine'], ['fine']],
  ])('of %j are %j', (given, names) => {
    expect(argumentNames(given === undefined ? {} : { arguments: given })).toEqual(names);
  });
});

describe('a text is filled in', () => {
  it.each([
    ['all of it', 'Fix $ARGUMENTS now.', [], 'the bug', 'Fix the bug now.'],
    ['words', 'From $0 to $1.', [], 'a b', 'From a to b.'],
    ['words by index', 'From $ARGUMENTS[0] to $ARGUMENTS[1].', [], 'a b', 'From a to b.'],
    ['words in quotes', '[$0] [$1]', [], '"hello world" it\'s', "[hello world] [it's]"],
    ['named words', 'On $issue in $branch.', ['issue', 'branch'], '7 main', 'On 7 in main.'],
    ['missing words stay', 'From $0 to $1.', [], 'a', 'From a to $1.'],
    ['a place that a value brings is not filled', '$0 and $1', [], '$1 x', '$1 and x'],
    ['patterns of replacement are text', 'It is $ARGUMENTS.', [], "$& $' $$", "It is $& $' $$."],
    [
      'other variables stay',
      'Run $HOME/$x and $10x, \\$0, $$0.',
      [],
      '',
      'Run $HOME/$x and $10x, \\$0, $$0.',
    ],
    ['no place for it', 'Do it.\n', [], 'fast', 'Do it.\n\nARGUMENTS: fast\n'],
    ['nothing given', 'Do $ARGUMENTS it.', [], '', 'Do  it.'],
    ['nothing given, no place', 'Do it.\n', [], '', 'Do it.\n'],
  ])('%s', (_, body, names, all, filled) => {
    expect(fillIn(body, names, { arguments: all })).toBe(filled);
  });

  it.each([
    ['$issue, $branch', { issue: '7', branch: 'my main' }, '7, my main'],
    ['$issue, $branch', { branch: 'main' }, '$issue, main'],
    ['$ARGUMENTS', { issue: '7', branch: 'my main' }, '7 "my main"'],
    ['Do it.', { issue: '7' }, 'Do it.\n\nARGUMENTS: 7\n'],
    ['Do it.', {}, 'Do it.'],
    ['$issues, $issue-branch', { issue: '7' }, '$issues, 7-branch'],
  ])('%j by names', (body, given, filled) => {
    expect(fillIn(body, ['issue', 'branch'], given)).toBe(filled);
  });

  it('with what was given only', () => {
    const body = '$constructor $__proto__ $toString';
    expect(fillIn(body, ['constructor', '__proto__', 'toString'], {})).toBe(body);
  });
});
