import { describe, expect, it } from 'vitest';
import { readWaivers } from '../../../build/check/waivers/read-waivers.js';

const waivers = (text: string, path = 'skills/a/SKILL.md') =>
  readWaivers(new TextEncoder().encode(text), path).map(({ code, line, column, lines, reason }) => {
    const scope = lines === null ? 'file' : `${lines.from}-${lines.to}`;
    return `${line}:${column} ${code} [${scope}] ${reason}`;
  });

const HEAD = '---\nname: a\ndescription: Does a.\n---\n';

describe('waivers in Markdown', () => {
  it.each([
    [
      'the paragraph below',
      '\n<!-- skillgraft-ignore body-empty: why -->\nOne\ntwo\n\nThree',
      ['6:1 body-empty [6-8] why'],
    ],
    [
      'a blank line between',
      '<!-- skillgraft-ignore body-empty: why -->\n\nOne\n\ntwo',
      ['5:1 body-empty [5-7] why'],
    ],
    [
      'a fenced block whole',
      '<!-- skillgraft-ignore body-empty: why -->\n```sh\na\n\nb\n```\nc',
      ['5:1 body-empty [5-10] why'],
    ],
    [
      'the line it ends',
      'Text <!-- skillgraft-ignore body-empty: why -->\nmore',
      ['5:6 body-empty [5-6] why'],
    ],
    ['the whole file', '<!-- skillgraft-ignore-file body-empty: why -->', ['5:1 body-empty [file] why']],
    [
      'several rules',
      '<!-- skillgraft-ignore a-b, c-d: why: so -->',
      ['5:1 a-b [5-5] why: so', '5:1 c-d [5-5] why: so'],
    ],
    [
      'a comment of several lines',
      '<!-- skillgraft-ignore a-b:\n  why\n  so -->\nText',
      ['5:1 a-b [5-8] why so'],
    ],
    ['no reason', '<!-- skillgraft-ignore a-b -->\nText', ['5:1 a-b [5-6] ']],
    ['no rule', '<!-- skillgraft-ignore: why -->\nText', ['5:1  [5-6] why']],
    ['emoji before it', '😀😀 <!-- skillgraft-ignore a-b: why -->', ['5:4 a-b [5-5] why']],
    ['CRLF', '<!-- skillgraft-ignore a-b: why -->\r\nOne\r\n\r\nTwo', ['5:1 a-b [5-6] why']],
    ['in a fence', '```html\n<!-- skillgraft-ignore a-b: why -->\n```', []],
    ['in inline code', 'Write `<!-- skillgraft-ignore a-b: why -->` above it.', []],
    ['in prose', 'skillgraft-ignore a-b: why', []],
    ['another word', '<!-- skillgraft-ignored a-b: why -->', []],
  ])('%s', (_, body, expected) => {
    expect(waivers(HEAD + body)).toEqual(expected);
  });

  it('do not mind a byte order mark and CRLF in the front matter', () => {
    const text = `\ufeff${HEAD}<!-- skillgraft-ignore a-b: why -->\nText\n`.replaceAll('\n', '\r\n');
    expect(waivers(text)).toEqual(['5:1 a-b [5-6] why']);
  });
});

describe('waivers in a hostile text', () => {
  it('are read in linear time', () => {
    const open = '<!--'.repeat(100_000);
    expect(waivers(`${HEAD}${open} skillgraft-ignore a-b: why`)).toEqual([]);
    expect(
      waivers(`${HEAD}<!-- skillgraft-ignore a-b: why --> <!-- skillgraft-ignore c-d: so -->\nText`),
    ).toEqual(['5:1 a-b [5-6] why', '5:37 c-d [5-6] so']);
  });
});

describe('waivers in front matter', () => {
  it.each([
    ['the key below', '# skillgraft-ignore a-b: why\nname: a\ndescription: b', ['2:1 a-b [2-3] why']],
    [
      'a key with what is below it',
      '# skillgraft-ignore a-b: why\nmetadata:\n  x: 1\n  y: 2\nname: a',
      ['2:1 a-b [2-5] why'],
    ],
    ['one key of a map', 'metadata:\n  # skillgraft-ignore a-b: why\n  x: 1\n  y: 2', ['3:3 a-b [3-4] why']],
    ['its own line', 'name: A # skillgraft-ignore a-b: why\ndescription: b', ['2:9 a-b [2-2] why']],
    ['the whole file', '# skillgraft-ignore-file a-b: why\nname: a', ['2:1 a-b [file] why']],
    ['in a block of text', 'description: |\n  # skillgraft-ignore a-b: why\nname: a', []],
    ['in quotes', 'description: "x # skillgraft-ignore a-b: why"', []],
  ])('%s', (_, block, expected) => {
    expect(waivers(`---\n${block}\n---\n\nText.\n`)).toEqual(expected);
  });
});

describe('waivers in other files', () => {
  it.each([
    ['a script', 'scripts/x.sh', 'a\n# skillgraft-ignore a-b: why\ncurl', ['2:3 a-b [2-3] why']],
    ['behind code', 'x.js', 'run(); // skillgraft-ignore a-b: why', ['1:11 a-b [1-2] why']],
    ['a text', 'x.txt', 'say skillgraft-ignore a-b: why', []],
    ['bytes that are no text', 'x.bin', '\0skillgraft-ignore a-b: why', []],
  ])('%s', (_, path, text, expected) => {
    expect(waivers(text, path)).toEqual(expected);
  });
});
