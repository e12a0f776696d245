import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { boundedLine, keptQuery } from '../../../runtime/usage/query-form.js';
import { codePointLength } from '../../../schema/text.js';
import { tempFolder } from '../../helpers/git-repo.js';

const { dir, dispose } = tempFolder();
afterAll(dispose);

describe('boundedLine', () => {
  it.each([
    ['line ends and controls', 'a\r\nb\u0000c\u2028d\u0085e\u001b[31m', 'a b c d e [31m'],
    ['NFC', 'cafe\u0301', 'caf\u00e9'],
    ['half of a pair', 'a\ud83d', 'a\ufffd'],
    ['blanks only', ' \n\t ', ''],
  ])('%s', (_, text, line) => expect(boundedLine(text, 1000)).toBe(line));

  it('cuts by code points, however long the text is', () => {
    const line = boundedLine('\u{1f600}'.repeat(5_000_000), 1000);
    expect(codePointLength(line)).toBe(1000);
    expect(line.isWellFormed()).toBe(true);
  });
});

describe('keptQuery', () => {
  const inFolder = (name: string): string => join(dir, name);

  it('keeps the text, nothing, or a hash', () => {
    expect(keptQuery(' a  b ', 'on', inFolder('a'))).toEqual({ query: 'a b' });
    expect(keptQuery('a b', 'off', inFolder('a'))).toEqual({});
    expect(keptQuery('\n', 'hashed', inFolder('a'))).toEqual({});
    expect(keptQuery(undefined, 'on', inFolder('a'))).toEqual({});
    expect(keptQuery('a b', 'hashed', inFolder('a'))).toEqual({
      queryHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('hashes alike in one repository, and not in another', () => {
    const [a, again, b] = ['a', 'a', 'b'].map((name) => keptQuery('x', 'hashed', inFolder(name)).queryHash);
    expect(again).toBe(a);
    expect(b).not.toBe(a);
    expect(readdirSync(inFolder('a'))).toEqual(['salt']);
    expect(statSync(join(inFolder('a'), 'salt')).mode & 0o777).toBe(0o600);
    expect(statSync(inFolder('a')).mode & 0o777).toBe(0o700);
  });

  it('throws where there can be no salt', () => {
    mkdirSync(join(inFolder('c'), 'salt'), { recursive: true });
    expect(() => keptQuery('x', 'hashed', inFolder('c'))).toThrow();
  });
});
