import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHidden, plainLine } from '../../schema/hidden-text.js';

const tags = (text: string): string =>
  [...text].map((c) => String.fromCodePoint(0xe0000 + c.codePointAt(0)!)).join('');
/** Bytes as variation selectors, as a known way to hide text has it. */
const selectors = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('');

describe('findHidden', () => {
  it('says where a run stands, and what it spells', () => {
    expect(findHidden(`one\r\ntwo\u202e\u2066 x ${tags('ignore it')}`)).toEqual([
      { line: 2, column: 4, characters: ['U+202E', 'U+2066'] },
      {
        line: 2,
        column: 9,
        characters: [...'ignore it'].map(
          (c) => `U+${(0xe0000 + c.codePointAt(0)!).toString(16).toUpperCase()}`,
        ),
        decoded: 'ignore it',
      },
    ]);
    expect(findHidden(`😀${selectors('run rm -rf')}`)[0]?.decoded).toBe('run rm -rf');
  });

  it.each([
    [
      'flags of England, Scotland, Wales',
      ['gbeng', 'gbsct', 'gbwls'].map((flag) => `🏴${tags(flag)}\u{e007f}`).join(' '),
    ],
    ['emoji', '❤️ 1️⃣ 👩🏽‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 ❤︎'],
    ['Persian, Hindi, Sinhala', 'می‌خواهم क्‍ष ශ්‍රී'],
    ['Han with a variation', '葛\u{e0100} 﨑\ufe00'],
    ['a byte order mark, tabs and line ends', '\ufeffa\tb\r\nc\n'],
    ['other formats that show', '\u0600\u06dd'],
  ])('lets %s be', (_name, text) => {
    expect(findHidden(text)).toEqual([]);
  });

  const hidden = fc.oneof(
    ...[
      [0xe0000, 0xe007f],
      [0x202a, 0x202e],
      [0x2066, 0x2069],
      [0x200b, 0x200f],
      [0x2060, 0x2064],
      [0xfe00, 0xfe0f],
      [0xe0100, 0xe01ef],
      [0, 8],
      [0x7f, 0x9f],
    ].map(([min = 0, max = 0]) => fc.integer({ min, max })),
    fc.constantFrom(0xad, 0x61c, 0x180e, 0x3164, 0xfeff, 0x2028),
  );

  it('reports every such character between Latin letters, at every place', () => {
    const around = fc.string({ unit: fc.constantFrom('a', 'Z', '.', ' ', '\n', 'é') });
    fc.assert(
      fc.property(
        around,
        fc.array(hidden, { minLength: 1, maxLength: 5 }),
        around,
        (before, points, after) => {
          const text = `a${before}x${String.fromCodePoint(...points)}x${after}`;
          const runs = findHidden(text);
          expect(
            runs.flatMap(({ characters }) => characters.map((name) => Number.parseInt(name.slice(2), 16))),
          ).toEqual(points);
          const lines = `a${before}x`.split('\n');
          expect(runs[0]).toMatchObject({ line: lines.length, column: Array.from(lines.at(-1)!).length + 1 });
        },
      ),
    );
  });

  it('finds every code point that is not shown', () => {
    const unseen = /[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cc}\ufff9-\ufffb]/u;
    const missed: number[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
      const character = String.fromCodePoint(point);
      if (!unseen.test(character) || character === '\t' || character === '\n') continue;
      if (findHidden(`x${character}x`).length !== 1) missed.push(point);
    }
    expect(missed).toEqual([]);
  });

  it('is linear', () => {
    const text = ['\u200d', '👩‍💻', tags('a'), '\ufe0f', 'क्‍'].map((part) => part.repeat(60_000)).join('');
    const started = performance.now();
    findHidden(text);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('plainLine', () => {
  it('gives one line that shows all that it holds', () => {
    expect(plainLine('\u0000 a\r\nb\u2028c\u202e👩‍💻\u{e0041}\ud800 ')).toBe('a  b c👩‍💻\ufffd');
  });

  it('gives what needs no more of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = plainLine(text);
        expect(line).not.toMatch(
          /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u,
        );
        expect(findHidden(`x${line}`)).toEqual([]);
        expect(plainLine(line)).toBe(line);
      }),
      { numRuns: 500 },
    );
  });
});
