import { describe, expect, it } from 'vitest';
import { ownQueries } from '../../../build/calibration/own-queries.js';
import { buildLexical, type SearchableText } from '../../../build/lexical.js';
import { LexicalSearcher } from '../../../runtime/search/lexical.js';
import { analyse } from '../../../schema/analyzer/analyse.js';
import { DEFAULT_PROFILE } from '../../../schema/profile.js';
import { corpusFiles } from '../../helpers/corpus.js';
import { searchableText } from '../../helpers/searchable.js';

const text = (name: string, parts: Partial<SearchableText> = {}): SearchableText => ({
  name: [name],
  description: [],
  headings: [],
  body: [],
  references: [],
  ...parts,
});

/** Clauses without a term stand between the others: they are none in the index. */
const BREAD = text('bake-bread', {
  description: [
    'the',
    'Knead a wheat dough',
    'of a',
    '…',
    'Proof it overnight in baskets',
    'bread',
    'Score the loaf with a blade',
  ],
  headings: ['Steps', 'Shape a round loaf'],
  body: ['Heat the oven well. Spray water for steam!\nLet the crust cool down.'],
});
const SOUP = text('cook-soup', { description: ['Simmer bones for a broth', 'Skim the fat off'] });
const TEXTS = [SOUP, BREAD];

describe('ownQueries', () => {
  it('takes clauses, headings and sentences of three terms or more', () => {
    const queries = ownQueries(TEXTS).map(({ text: query, document, clause }) => [document, clause, query]);
    expect(queries).toEqual([
      [0, 0, 'Simmer bones for a broth'],
      [0, 1, 'Skim the fat off'],
      [1, 0, 'Knead a wheat dough'],
      [1, 1, 'Proof it overnight in baskets'],
      [1, 3, 'Score the loaf with a blade'],
      [1, null, 'Shape a round loaf'],
      [1, null, 'Heat the oven well.'],
      [1, null, 'Let the crust cool down.'],
    ]);
  });

  it('says what is left of a skill without a clause', () => {
    const [, , , proof] = ownQueries(TEXTS);
    expect(proof!.rest).toMatchObject({ name: 'bake-bread', headings: BREAD.headings, body: BREAD.body[0] });
    expect(proof!.rest!.description).toMatch(/Knead.+bread.+Score/);
    expect(proof!.rest!.description).not.toContain('overnight');
    expect(ownQueries(TEXTS).filter(({ clause, rest }) => (clause === null) !== (rest === null))).toEqual([]);
  });

  it('makes none of nothing', () => {
    expect(ownQueries([])).toEqual([]);
    expect(ownQueries([text('a'), text('b', { body: [''], headings: ['x'] })])).toEqual([]);
  });
});

describe('ownQueries of real skills', () => {
  const texts = corpusFiles()
    .filter((_, i) => i % 10 === 0)
    .map(searchableText)
    .filter((one) => one !== null);

  it.skipIf(texts.length === 0)('are the same each time, bounded, and from all over the collection', () => {
    const queries = ownQueries(texts);
    expect(ownQueries(texts)).toEqual(queries);
    expect(queries).toHaveLength(400);
    const documents = new Set(queries.map(({ document }) => document));
    expect(documents.size).toBeGreaterThan(100);
    expect(documents.size).toBeLessThanOrEqual(150);
    const quarters = [0, 1, 2, 3].map(
      (quarter) => [...documents].filter((one) => Math.floor((4 * one) / texts.length) === quarter).length,
    );
    expect(Math.min(...quarters)).toBeGreaterThan(20);
    for (const query of queries) {
      const terms = analyse(query.text).length;
      expect(terms).toBeGreaterThanOrEqual(3);
      expect(terms).toBeLessThanOrEqual(30);
    }
  });

  it.skipIf(texts.length === 0)('hold out the clause that they are, and no other', () => {
    const searcher = new LexicalSearcher(buildLexical(texts));
    let [all, right, wrong] = [0, 0, 0];
    for (const { text: query, document, clause } of ownQueries(texts)) {
      if (clause === null) continue;
      const clauses = texts[document]!.description.map(analyse).filter((terms) => terms.length > 0);
      expect(clauses[clause]).toEqual(analyse(query));
      const parsed = searcher.parse(query);
      const scoreOf = (one?: number): number => {
        const heldOut = one === undefined ? undefined : { document, clause: one };
        return searcher.score(parsed, heldOut).descriptions[document]!;
      };
      const whole = scoreOf();
      all += 1;
      if (scoreOf(clause) < whole) right += 1;
      if (clauses.some((_, one) => one !== clause && scoreOf(one) < whole)) wrong += 1;
    }
    // Now and then another clause says the same in better words.
    expect(right / all).toBeGreaterThan(0.95);
    expect(wrong / all).toBeLessThan(0.05);
  });
});

describe('a clause that is held out', () => {
  const searcher = new LexicalSearcher(buildLexical(TEXTS));
  const score = (query: string, clause?: number) => {
    const heldOut = clause === undefined ? undefined : { document: 1, clause };
    const { descriptions, totals } = searcher.score(searcher.parse(query), heldOut);
    return { description: descriptions[1]!, total: totals[1]! };
  };

  it('counts as if it were not there, whatever clauses without terms stand before it', () => {
    expect(score('overnight baskets').description).toBeGreaterThan(0);
    expect(score('overnight baskets', 1)).toEqual({ description: 0, total: 0 });
    expect(score('overnight baskets', 0)).toEqual(score('overnight baskets'));
    expect(score('blade', 3).description).toBe(0);
    expect(score('blade', 1)).toEqual(score('blade'));
  });

  it('leaves the other fields, and the next best clause', () => {
    const { b, k1 } = DEFAULT_PROFILE.fields.description;
    const { total, description } = score('bread', 2);
    expect(description).toBe(0);
    // The name says it, too.
    expect(total).toBeGreaterThan(0);
    const twice = new LexicalSearcher(
      buildLexical([text('a', { description: ['dough', 'dough rests long enough'] }), SOUP]),
    );
    const held = twice.score(twice.parse('dough'), { document: 0, clause: 0 }).descriptions[0]!;
    // BM25 / (k1 + 1) of a clause of four terms among clauses of 1, 4, 3 and 3 terms, in one of two documents.
    const lengths = [1, 4, analyse(SOUP.description[0]!).length, analyse(SOUP.description[1]!).length];
    const average = lengths.reduce((sum, length) => sum + length, 0) / 4;
    const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
    expect(analyse('dough rests long enough')).toHaveLength(4);
    expect(held).toBeCloseTo(idf / (1 + k1 * (1 - b + (b * 4) / average)), 9);
  });

  it('is there again for the next query', () => {
    const before = score('overnight baskets');
    score('overnight baskets', 1);
    expect(score('overnight baskets')).toEqual(before);
  });
});
