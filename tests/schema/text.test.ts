import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codePointLength,
  decodeUtf8,
  excerpt,
  hasLoneSurrogate,
  headingSlug,
  positionAt,
  positionIndex,
} from '../../schema/text.js';

describe('text', () => {
  it('property: decodes what is UTF-8, and says where it is not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const { text, bom, problem } = decodeUtf8(bytes);
        if (problem?.kind === 'invalid-utf-8') {
          expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
        } else if (!problem) expect(Buffer.from((bom ? '\ufeff' : '') + text)).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 5000 },
    );
  });

  it('finds the first bad byte', () => {
    const at = (...bytes: number[]) => decodeUtf8(Uint8Array.from(bytes)).problem;
    expect(at(0x61, 0x0a, 0xc3, 0xa9, 0xc0, 0x80)).toEqual({ kind: 'invalid-utf-8', line: 2, column: 2 });
    expect(at(0x61, 0xf0, 0x9f, 0xa7)).toMatchObject({ line: 1, column: 2 });
    expect(at(0xe0, 0x80, 0x80)).toMatchObject({ line: 1, column: 1 });
    expect(at(0x61, 0x62)).toBeUndefined();
  });

  it('property: counts code points, and never cuts a pair', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (text, max) => {
          expect(codePointLength(text)).toBe(Array.from(text).length);
          const short = excerpt(text, max);
          expect(codePointLength(short)).toBeLessThanOrEqual(max);
          expect(hasLoneSurrogate(short)).toBe(false);
        },
      ),
    );
    expect(codePointLength('\ud800a\udc00')).toBe(3);
    expect(excerpt(`${'x'.repeat(9)}\u{1f9e9}\u{1f9e9}`, 11)).toBe(`${'x'.repeat(9)}\u{1f9e9}\u{1f9e9}`);
  });

  it('property: both position look-ups agree', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\n', '\u{1f9e9}'), { maxLength: 30 }),
        fc.nat(40),
        (parts, at) => {
          const text = parts.join('');
          const offset = Math.min(at, text.length);
          expect(positionIndex(text)(offset)).toEqual(positionAt(text, offset));
        },
      ),
    );
  });

  it('makes the anchors of a forge', () => {
    expect(headingSlug('What is `new` in 2.0?')).toBe('what-is-new-in-20');
    expect(headingSlug('\u56fe \u8868_a-b')).toBe('\u56fe-\u8868_a-b');
  });
});
