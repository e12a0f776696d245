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
  return { name: [name], description: [], headings: [], body: [body], references: [] };
}

/** Inverse document frequency of a term in each field that has it. */
function idfs(searcher: LexicalSearcher, term: string): number[] {
  return searcher.parse(term).terms[0]!.postings.flatMap((found) => found?.idf ?? []);
}

/** The weighted sum that a hit's score is a share of. */
function totalOf(searcher: LexicalSearcher, query: string, score: number): number {
  return score * searcher.parse(query).bound * searcher.weights;
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
      const hits = searcher.search(searcher.parse(query), 50);
      const expected = reference(query).slice(0, 50);
      expect(hits.map((hit) => hit.document)).toEqual(expected.map((hit) => hit.document));
      for (const [i, hit] of hits.entries()) {
        expect(totalOf(searcher, query, hit.score)).toBeCloseTo(expected[i]!.score, 9);
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
  const piece = fc.array(term, { maxLength: 6 }).map((terms) => terms.join(' '));
  const pieces = fc.array(piece, { maxLength: 4 });
  const text: fc.Arbitrary<SearchableText> = fc.record({
    name: piece.map((name) => [name]),
    description: pieces,
    headings: pieces,
    body: fc.array(term, { maxLength: 400 }).map((terms) => [terms.join(' ')]),
    references: pieces,
  });

  it('equals the reference on made collections, high term frequencies included', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 12 }),
        fc.array(term, { minLength: 1, maxLength: 5 }),
        (texts, words) => {
          const searcher = searcherOf(texts);
          const query = words.join(' ');
          const hits = searcher.search(searcher.parse(query), 50);
          const expected = new Map(
            referenceBm25(texts)(query).map(({ document, score }) => [document, score]),
          );
          expect(hits.map((hit) => hit.document).sort((a, b) => a - b)).toEqual(
            [...expected.keys()].sort((a, b) => a - b),
          );
          for (const [i, { document, score }] of hits.entries()) {
            expect(totalOf(searcher, query, score)).toBeCloseTo(expected.get(document)!, 9);
            expect(score).toBeGreaterThan(0);
            expect(score).toBeLessThanOrEqual(1);
            if (i > 0) expect(score).toBeLessThanOrEqual(hits[i - 1]!.score);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes the best clause of a description, and no sum of clauses', () => {
    const clauses = (...description: string[]): SearchableText => ({ ...textOf(''), description });
    const texts = [clauses('wool kiln', 'glaze clay'), clauses('kiln glaze', 'wool clay'), clauses('loom')];
    const searcher = searcherOf(texts);
    const query = searcher.parse('wool kiln');
    const [first, second] = searcher.search(query, 5);
    expect([first!.document, second!.document]).toEqual([0, 1]);
    const parts = searcher.explain(query, 1).find(({ field }) => field === 'description')!;
    expect(parts.terms).toEqual(['kiln']);
    for (const hit of [first!, second!])
      expect(totalOf(searcher, 'wool kiln', hit.score)).toBeCloseTo(
        referenceBm25(texts)('wool kiln').find(({ document }) => document === hit.document)!.score,
        12,
      );
  });

  it('takes how rare a bigram is of the documents in its script', () => {
    const chinese = ['数据库迁移', '数据清洗', '前端部署'].map((body) => textOf(body));
    const texts = [...chinese, ...Array.from({ length: 5 }, () => textOf('kiln clay'))];
    const searcher = searcherOf(texts);
    const [hit] = searcher.search(searcher.parse('数据迁移'), 1);
    expect(hit!.document).toBe(0);
    expect(totalOf(searcher, '数据迁移', hit!.score)).toBeCloseTo(
      referenceBm25(texts)('数据迁移')[0]!.score,
      12,
    );
    expect(idfs(searcher, '数据')).toEqual([Math.log(1 + (3 - 2 + 0.5) / 2.5)]);
    const alone = searcherOf([textOf('数据'), ...Array.from({ length: 8 }, () => textOf('kiln'))]);
    expect(idfs(alone, '数据')).toEqual([Math.log(1 + (9 / 4 - 1 + 0.5) / 1.5)]);
  });

  it('explains a score by parts that add up to it', () => {
    const texts = [textOf('kiln clay kiln', 'kiln'), textOf('clay'), textOf('glaze fire')];
    const searcher = searcherOf(texts);
    const query = searcher.parse('kiln clay');
    const [best] = searcher.search(query, 1);
    const parts = searcher.explain(query, best!.document);
    expect(parts.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(
      totalOf(searcher, 'kiln clay', best!.score),
      12,
    );
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
