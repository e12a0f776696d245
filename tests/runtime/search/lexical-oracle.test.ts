import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLexical, type SearchableText } from '../../../build/lexical.js';
import { LexicalSearcher } from '../../../runtime/search/lexical.js';
import { analyse } from '../../../schema/analyzer/analyse.js';
import { canonicalJson } from '../../../schema/codec.js';
import type { LexicalSection } from '../../../schema/index.types.js';
import { corpusFiles } from '../../helpers/corpus.js';
import { referenceBm25 } from '../../helpers/reference-bm25.js';
import { searchableText } from '../../helpers/searchable.js';
import { sharedPath } from '../../helpers/shared.js';

/** Through the artifact's text, as a reader gets it. */
function searcherOf(texts: readonly SearchableText[]): LexicalSearcher {
  return new LexicalSearcher(JSON.parse(canonicalJson(buildLexical(texts))) as LexicalSection);
}

function textOf(body: string, name = ''): SearchableText {
  return { name: [name], description: [], headings: [], body: [body] };
}

describe.skipIf(sharedPath('corpora') === null)('ranking of real skills', () => {
  it('equals the reference in order and in score, for 100 queries over 1,200 files', () => {
    const texts = corpusFiles()
      .filter((_, i) => i % 8 === 0)
      .flatMap((file) => searchableText(file) ?? []);
    const searcher = searcherOf(texts);
    const reference = referenceBm25(texts);
    const queries = texts
      .filter((_, i) => i % 9 === 0)
      .map((text, i) => (i % 2 === 0 ? text.description : text.headings).join(' ').slice(0, 20 + (i % 80)))
      .filter((query) => analyse(query).length > 0)
      .slice(0, 100);
    expect(texts.length).toBeGreaterThan(1_000);
    expect(queries.length).toBeGreaterThan(90);
    for (const query of queries) {
      const parsed = searcher.parse(query);
      const hits = searcher.search(parsed, 50);
      const expected = reference(query).slice(0, 50);
      expect(hits.map((hit) => hit.document)).toEqual(expected.map((hit) => hit.document));
      for (const [i, hit] of hits.entries()) {
        expect(hit.score * parsed.bound).toBeCloseTo(expected[i]!.score, 9);
      }
    }
  });
});

describe('ranking', () => {
  const term = fc.constantFrom(
    'kiln',
    'glaze',
    'clay',
    'fire',
    '数据',
    'next.js',
    'constructor',
    '__proto__',
    'toString',
  );
  const text = fc.array(term, { maxLength: 400 }).map((terms) => textOf(terms.join(' '), terms[0] ?? ''));

  it('equals the reference on made collections, high term frequencies included', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 12 }),
        fc.array(term, { minLength: 1, maxLength: 5 }),
        (texts, words) => {
          const searcher = searcherOf(texts);
          const query = words.join(' ');
          const hits = searcher.search(searcher.parse(query), 50);
          expect(hits.map((hit) => hit.document)).toEqual(
            referenceBm25(texts)(query).map((hit) => hit.document),
          );
          for (const hit of hits) expect(hit.score).toBeGreaterThan(0);
          for (const hit of hits) expect(hit.score).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('explains a score by parts that add up to it', () => {
    const texts = [textOf('kiln clay kiln', 'kiln'), textOf('clay'), textOf('glaze fire')];
    const searcher = searcherOf(texts);
    const query = searcher.parse('kiln clay');
    const [best] = searcher.search(query, 1);
    const parts = searcher.explain(query, best!.document);
    expect(parts.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(best!.score, 12);
    expect(parts.find((part) => part.field === 'name')!.terms).toEqual(['kiln']);
  });

  it('counts terms that occur thousands of times', () => {
    const texts = [
      textOf('kiln '.repeat(9_000)),
      textOf('kiln '.repeat(300)),
      textOf('kiln '.repeat(16_000)),
      textOf('clay'),
    ];
    const searcher = searcherOf(texts);
    const scores = searcher.search(searcher.parse('kiln'), 5).map((hit) => hit.document);
    expect(scores).toEqual(referenceBm25(texts)('kiln').map((hit) => hit.document));
  });

  it('answers with nothing on an empty collection, and takes ties by position', () => {
    expect(searcherOf([]).search(searcherOf([]).parse('kiln'), 10)).toEqual([]);
    const same = searcherOf([textOf('clay'), textOf('kiln'), textOf('kiln'), textOf('kiln')]);
    expect(same.search(same.parse('kiln'), 2).map((hit) => hit.document)).toEqual([1, 2]);
    expect(
      same.search(same.parse('kiln'), 2, (document) => document !== 2).map((hit) => hit.document),
    ).toEqual([1, 3]);
  });
});
