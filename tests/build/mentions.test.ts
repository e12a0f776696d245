import { describe, expect, it } from 'vitest';
import { mentionsIn } from '../../build/mentions.js';

const NAMES: ReadonlySet<string> = new Set(['pdf-forms', 'mail-out', 'ads', 'ship']);
const mentions = (text: string) =>
  mentionsIn(Buffer.from(text), (word) => NAMES.has(word)).map(({ words, sentence }) => [sentence, ...words]);

describe('mentionsIn', () => {
  it('finds a name with a hyphen anywhere in a sentence', () => {
    for (const sentence of [
      'Then pdf-forms fills it',
      'See [the form skill](../pdf-forms/SKILL.md)',
      '- `/pdf-forms`: forms',
      '填表请用pdf-forms技能',
      '_pdf-forms_ fills it',
    ]) {
      expect(mentions(`One.\n${sentence}\nTwo.`)).toEqual([[sentence, 'pdf-forms']]);
    }
  });

  it('takes no part of a longer word', () => {
    for (const word of [
      'pdf-forms-2',
      'my-pdf-forms',
      'Xpdf-forms',
      'pdf-formsX',
      '--pdf-forms',
      'pdf-Forms',
    ])
      expect(mentions(`Run ${word} now`)).toEqual([]);
  });

  it('finds a plain name only where it is marked', () => {
    for (const sentence of [
      '- **ads**: plans',
      'use `ads` here',
      'then `/ads`',
      '[[ads]]',
      '`skills/ads/SKILL.md`',
    ])
      expect(mentions(sentence)).toEqual([[sentence, 'ads']]);
    for (const sentence of ['ads', 'an *ads* plan', '(ads)', '[ads](https://example.com/ads)', '`/ads/new`'])
      expect(mentions(sentence)).toEqual([]);
  });

  it('gives sentences of one line, in order, with their names', () => {
    expect(
      mentions(
        'First `ship`.\nUse mail-out\nfor mails; see `ads` or pdf-forms, or `ads`. 填表用mail-out。好',
      ),
    ).toEqual([
      ['First `ship`.', 'ship'],
      ['Use mail-out', 'mail-out'],
      ['see `ads` or pdf-forms, or `ads`.', 'ads', 'pdf-forms'],
      ['填表用mail-out。', 'mail-out'],
    ]);
  });

  it('keeps 600 characters of a sentence', () => {
    const [found] = mentionsIn(Buffer.from(`${'é'.repeat(700)} pdf-forms`), (word) => NAMES.has(word));
    expect(found).toEqual({ words: ['pdf-forms'], sentence: 'é'.repeat(600) });
  });

  it.each(['-', 'a-', '`', '`ads', '**ads', 'pdf-forms ', 'pdf-forms. ', 'pdf-forms\n', '-a `a` '])(
    'is quick with 1 MB of %j',
    (part) => {
      const text = Buffer.from(part.repeat(1_000_000 / part.length));
      const started = performance.now();
      mentionsIn(text, (word) => NAMES.has(word));
      expect(performance.now() - started).toBeLessThan(1500);
    },
  );
});
