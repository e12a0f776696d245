import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPackagedModel } from '../../../runtime/embed/model-folder.js';
import { corpusFiles } from '../../helpers/corpus.js';
import { sharedPath } from '../../helpers/shared.js';

const folder = sharedPath('models/all-MiniLM-L6-v2');
const MOST = 512;

/** The tokenizer of all-MiniLM-L6-v2 as its authors give it, with its own tokens or with those of our table. */
function oracle(vocabulary: readonly string[] | null): (text: string) => string[] {
  const config = JSON.parse(readFileSync(`${folder}/tokenizer_config.json`, 'utf8'));
  const tokenizer = JSON.parse(readFileSync(`${folder}/tokenizer.json`, 'utf8'));
  tokenizer.added_tokens = [];
  tokenizer.post_processor = null;
  if (vocabulary !== null) {
    tokenizer.model.vocab = Object.fromEntries([...vocabulary, '[UNK]'].map((token, row) => [token, row]));
  }
  const made = new Tokenizer(tokenizer, config);
  return (text) => made.encode(text, { add_special_tokens: false }).tokens;
}

describe.skipIf(folder === null)('word pieces and those of @huggingface/tokenizers', () => {
  const model = loadPackagedModel();
  const file = new URL('../../../runtime/embed/skillgraft-static-en-v1/vocab.txt', import.meta.url);
  const vocabulary = readFileSync(file, 'utf8').trimEnd().split('\n');
  const lines = corpusFiles()
    .filter((_, i) => i % 40 === 0)
    .flatMap(({ bytes }) => new TextDecoder().decode(bytes).split('\n'))
    .filter((line) => line.trim() !== '' && line.length < 1500);

  it.skipIf(lines.length === 0)('are the same on lines of real skills', () => {
    const tokensOf = oracle(vocabulary);
    expect(lines.length).toBeGreaterThan(20_000);
    const different = lines.filter((line) => {
      const all = tokensOf(line).slice(0, MOST);
      const known = all.filter((token) => token !== '[UNK]');
      return model.tokens(line).join(' ') !== known.join(' ') || model.embedOne(line).all !== all.length;
    });
    expect(different).toEqual([]);
  });

  /** The table lacks BERT's tokens of CJK and some signs: a word with one of these in it is unknown as a whole. */
  it.skipIf(lines.length === 0)(
    'differ from those of the whole vocabulary only in words with a missing token',
    () => {
      const tokensOf = oracle(null);
      const rows = new Set(vocabulary);
      const isMissing = (token: string): boolean => token !== '[UNK]' && !rows.has(token);
      let different = 0;
      for (const line of lines) {
        const words = wordsOf(tokensOf(line).slice(0, MOST));
        const expected = words.filter((word) => !word.some(isMissing) && word[0] !== '[UNK]').flat();
        if (words.flat().length === MOST) continue;
        if (words.some((word) => word.length > 1 && word.some(isMissing))) different += 1;
        expect(model.tokens(line)).toEqual(expected);
      }
      expect(different / lines.length).toBeLessThan(0.01);
    },
  );

  it('are the same on any text of letters, signs, controls and accents', () => {
    const tokensOf = oracle(vocabulary);
    const piece = fc.oneof(
      fc.constantFrom(
        'Straße',
        'İstanbul',
        'ΑΣ',
        '数据',
        '한국',
        'e\u0301',
        '\u00a0',
        '\u200b',
        '\ufeff',
        '\0',
      ),
      fc.constantFrom(
        '_',
        '-',
        '$',
        '[x]',
        '\u2028',
        '\u000b',
        '\ufffd',
        '🚀',
        '½',
        '\ud800',
        'ﬁ',
        '々',
        '。',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => !/[\u{20000}-\u{2fa1f}]/u.test(text)),
      fc.string({ maxLength: 12 }),
      fc.constantFrom('a'.repeat(100), 'a'.repeat(101), 'é'.repeat(101), ' ', '\t', '\r\n'),
    );
    const property = fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const all = tokensOf(text).slice(0, MOST);
      expect(model.tokens(text)).toEqual(all.filter((token) => token !== '[UNK]'));
      expect(model.embedOne(text).all).toBe(all.length);
    });
    fc.assert(property, { seed: 4, numRuns: 3000 });
  });
});

function wordsOf(tokens: readonly string[]): string[][] {
  const words: string[][] = [];
  for (const token of tokens) {
    if (token.startsWith('##') && words.length > 0) words.at(-1)!.push(token);
    else words.push([token]);
  }
  return words;
}
