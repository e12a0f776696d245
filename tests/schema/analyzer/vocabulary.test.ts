import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, isBigramTerm, readTerms } from '../../../schema/analyzer/analyse.js';
import { CharacterClass, classOf } from '../../../schema/analyzer/character-class.js';
import { Parts, readCompound } from '../../../schema/analyzer/compound.js';
import { stem } from '../../../schema/analyzer/stem.js';
import { STOP_WORDS } from '../../../schema/analyzer/stopwords.js';
import { Vocabulary } from '../../../schema/analyzer/vocabulary.js';

/** What `analyse` gives, with a string for each word and nothing remembered. */
function plainTerms(text: string): string[] {
  const source = text.normalize('NFC');
  const terms: string[] = [];
  for (let at = 0; at < source.length; ) {
    const kind = classOf(source.codePointAt(at)!);
    if (kind === CharacterClass.separator || kind === CharacterClass.mark)
      at += source.codePointAt(at)! > 0xffff ? 2 : 1;
    else if (kind < CharacterClass.han) at = plainCompound(source, at, terms);
    else {
      const rest = [...source.slice(at)];
      const end = rest.findIndex((character) => classOf(character.codePointAt(0)!) !== kind);
      const run = end < 0 ? rest : rest.slice(0, end);
      terms.push(...(run.length === 1 ? run : run.slice(1).map((character, i) => run[i]! + character)));
      at += run.join('').length;
    }
  }
  return terms;
}

function plainCompound(source: string, start: number, terms: string[]): number {
  const parts = new Parts();
  const end = readCompound(source, start, parts);
  const words = Array.from({ length: parts.count }, (_, i) =>
    source.slice(parts.starts[i], parts.ends[i]).toLowerCase(),
  );
  const isDropped = (word: string): boolean =>
    word.length === 1 ? /\p{Script=Latin}/u.test(word) : STOP_WORDS.has(word);
  const emit = (word: string): void => {
    if (!isDropped(word)) terms.push(stem(word.slice(0, 64)));
  };
  for (const word of words) emit(word);
  if (words.length > 1 && words.length < 5) emit(words.join(''));
  for (let i = 1; i < words.length && words.length > 2; i += 1) {
    const [left, right] = [words[i - 1]!, words[i]!];
    if (parts.tight[i]! || isDropped(left) || isDropped(right)) emit(left + right);
  }
  return end;
}

const WORDS = ['kiln', 'Kiln', 'KILN', 'the', 'a', 'X', '7', '2024', 'é', 'É', 'Σ', 'ΟΔΟΣ', 'İ', 'ß', 'ﬁ'];
const OTHERS = [
  '数',
  '据',
  'デ',
  'ー',
  'の',
  '한',
  '𠀀',
  '😀',
  '\u0301',
  '\ud800',
  'कि',
  'running',
  'z'.repeat(66),
];
const JOINTS = ['', '', '-', '.', '_', "'", '\u2019', '\u2011', ' ', ' ', '--', '. ', '\n', '/'];
const LENGTHS = ['abcde', 'abcdefghij', 'abcdefghijklmno', 'abcdefghijklmnop'].flatMap((word) => [
  word,
  word.slice(1),
]);
const piece = fc.oneof(
  fc.constantFrom(...WORDS, ...OTHERS, ...LENGTHS),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const texts = fc
  .array(fc.tuple(piece, fc.constantFrom(...JOINTS)), { maxLength: 16 })
  .map((pieces) => pieces.flat().join(''));

describe('a vocabulary', () => {
  it('gives the terms that cutting word by word gives', () => {
    const vocabulary = new Vocabulary();
    fc.assert(
      fc.property(texts, (text) => {
        const expected = plainTerms(text);
        const found: number[] = [];
        readTerms(text, vocabulary, found);
        expect(found.map((term) => vocabulary.terms[term])).toEqual(expected);
        expect(found.map((term) => vocabulary.bigrams.has(term))).toEqual(expected.map(isBigramTerm));
        expect(analyse(text)).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  it('tells many words apart, numbers each term once and gives all in order', () => {
    const vocabulary = new Vocabulary();
    const words = Array.from({ length: 30_000 }, (_, i) => `q${((i * 7919) % 30_011).toString(36)}`);
    const seen = new Set(['']);
    for (const part of [words.slice(0, 10), words.slice(0, 20_000), [], words]) {
      const found: number[] = [];
      readTerms(part.join(' '), vocabulary, found);
      const expected = plainTerms(part.join(' '));
      expect(found.map((term) => vocabulary.terms[term])).toEqual(expected);
      for (const term of expected) seen.add(term);
      expect(vocabulary.terms).toHaveLength(seen.size);
      expect(vocabulary.inOrder().map((term) => vocabulary.terms[term])).toEqual([...seen].sort());
    }
    expect(vocabulary.words).toBeGreaterThanOrEqual(30_000);
  });
});
