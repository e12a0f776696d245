import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLexical, type SearchableText } from '../../build/lexical.js';
import { BuildMemo } from '../../build/memo.js';
import { DEFAULT_PROFILE } from '../../schema/profile.js';

const WORDS = ['kiln', 'oven', 'Next.js', 'the', 'x', 'firing', '数据库', 'の', 'é', 'zeta', 'alpha', '—'];
const piece = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '));
const pieces = fc.array(piece, { maxLength: 3 });
const text: fc.Arbitrary<SearchableText> = fc.record({
  name: pieces,
  description: pieces,
  headings: pieces,
  body: pieces,
  references: pieces,
});

describe('the lexical index of builds that share a memo', () => {
  it('is that of builds without one', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 6 }), { minLength: 1, maxLength: 3 }), (builds) => {
        const memo = new BuildMemo();
        // The last is built once more: everything in it is remembered.
        for (const texts of [...builds, builds.at(-1)!]) {
          expect(buildLexical(texts, DEFAULT_PROFILE, memo)).toEqual(buildLexical(texts));
        }
      }),
    );
  });

  it('is so with more units than a shard holds, and where a term is met too often to be counted', () => {
    const of = (i: number): SearchableText => ({
      name: [`skill-${i}`],
      description: ['fires the kiln', `number ${i % 7}`],
      headings: [],
      body: [i === 3 ? 'glaze '.repeat(20_000) : `glaze ${i}`],
      references: i % 5 === 0 ? ['of the kiln'] : [],
    });
    const texts = Array.from({ length: 600 }, (_, i) => of(i));
    const memo = new BuildMemo();
    buildLexical(texts.slice(0, 20), DEFAULT_PROFILE, memo);
    expect(buildLexical(texts, DEFAULT_PROFILE, memo)).toEqual(buildLexical(texts));
  });
});
