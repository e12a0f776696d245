import { describe, expect, it } from 'vitest';
import { parseCommandArgs } from '../../../runtime/cli/args.js';
import { defineCommand } from '../../../runtime/cli/command.js';
import { SkillgraftError } from '../../../schema/errors.js';

const command = defineCommand({
  name: 'search',
  summary: 'Search',
  options: {
    limit: { type: 'integer', short: 'l', min: 1, max: 50, default: 10, description: 'How many' },
    offset: { type: 'integer', description: 'From where' },
    tags: { type: 'string', multiple: true, description: 'Tags' },
    scope: { type: 'string', choices: ['current', 'all'], description: 'Which' },
    json: { type: 'boolean', description: 'JSON' },
  },
  positionals: [{ name: 'QUERY', description: 'what to look for', required: true, rest: true }],
  run: async () => 0,
});

const single = defineCommand({
  name: 'show',
  summary: 'Show',
  options: {},
  positionals: [{ name: 'SKILL', description: 'name or path', required: true }],
  run: async () => 0,
});

function codeOf(argv: readonly string[], which = command): string {
  try {
    parseCommandArgs(which, argv);
  } catch (error) {
    if (error instanceof SkillgraftError) return error.code;
    throw error;
  }
  return 'none';
}

describe('parseCommandArgs', () => {
  it('gives typed values and defaults', () => {
    const { args, positionals } = parseCommandArgs(command, ['make', 'an', 'image']);
    expect({ ...args }).toEqual({
      limit: 10,
      offset: undefined,
      tags: [],
      scope: undefined,
      json: false,
      help: false,
    });
    expect(positionals).toEqual(['make', 'an', 'image']);
  });

  it('reads every way to write an option, before and behind the words', () => {
    const argv = ['--json', 'a', '--limit=7', '--tags', 'x,y', 'b', '--tags=z', '--scope', 'all'];
    const { args, positionals } = parseCommandArgs(command, argv);
    expect(args).toMatchObject({ json: true, limit: 7, tags: ['x', 'y', 'z'], scope: 'all' });
    expect(positionals).toEqual(['a', 'b']);
    expect(parseCommandArgs(command, ['a', '-l', '3']).args.limit).toBe(3);
    expect(parseCommandArgs(command, ['a', '-l3']).args.limit).toBe(3);
  });

  it('takes a negative number as a value, and everything behind -- as words', () => {
    expect(parseCommandArgs(command, ['a', '--offset', '-5']).args.offset).toBe(-5);
    expect(parseCommandArgs(command, ['--', '--json', '-x']).positionals).toEqual(['--json', '-x']);
  });

  it.each([
    [['a', '--limt', '3'], 'unknown-option'],
    [['a', '-x'], 'unknown-option'],
    [['a', '--__proto__'], 'unknown-option'],
    [['a', '--limit'], 'option-needs-value'],
    [['a', '--limit', '--json'], 'option-needs-value'],
    [['a', '--limit', '3.5'], 'bad-integer'],
    [['a', '--limit', '0x5'], 'bad-integer'],
    [['a', '--limit', '0'], 'bad-integer'],
    [['a', '--limit', '51'], 'bad-integer'],
    [['a', '--limit='], 'bad-integer'],
    [['a', '--scope', ''], 'option-needs-value'],
    [['a', '--tags', ' , '], 'option-needs-value'],
    [['a', '--offset', '99999999999999999999'], 'bad-integer'],
    [['a', '--scope', 'none'], 'bad-choice'],
    [['a', '--json=yes'], 'option-takes-no-value'],
    [[], 'missing-argument'],
    [['--json'], 'missing-argument'],
  ])('%j is refused as %s', (argv, code) => {
    expect(codeOf(argv)).toBe(code);
  });

  it('refuses more words than there are arguments', () => {
    expect(codeOf(['a', 'b'], single)).toBe('unexpected-argument');
    expect(codeOf(['a'], single)).toBe('none');
  });

  it('needs no argument when help is asked for', () => {
    expect(parseCommandArgs(command, ['-h']).help).toBe(true);
    expect(parseCommandArgs(command, ['--limit', '3', '--help']).help).toBe(true);
  });

  it('says how a value that begins with a dash is written', () => {
    expect(() => parseCommandArgs(command, ['a', '--tags', '--x and y'])).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('is written --tags=TEXT.') }),
    );
    expect(parseCommandArgs(command, ['a', '--tags=--x and y']).args.tags).toEqual(['--x and y']);
  });

  it('names the option that was meant', () => {
    expect(() => parseCommandArgs(command, ['a', '--jsno'])).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('--json?') }),
    );
  });
});
