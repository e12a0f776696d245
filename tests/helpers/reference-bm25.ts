import type { SearchableText } from '../../build/lexical.js';
import { analyse } from '../../schema/analyzer/analyse.js';
import { DEFAULT_PROFILE, FIELDS, type FieldName } from '../../schema/profile.js';

const BIGRAM = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\uff70]/u;

/**
 * BM25 by its textbook formula, one map a document (or clause) and field: slow, and plain enough to be believed. Scores
 * are sums of weight x BM25 / (k1 + 1).
 */
export function referenceBm25(
  texts: readonly SearchableText[],
): (query: string) => { document: number; score: number }[] {
  const fields = FIELDS.map((name) => {
    const byClause = name === 'description' || name === 'references';
    return referenceField(
      name,
      texts.map((text) => {
        const units = text[name].map(analyse);
        return byClause ? units.filter((unit) => unit.length > 0) : [units.flat()];
      }),
    );
  });
  return (query) => {
    const terms = [...new Set(analyse(query))];
    return texts
      .map((_, document) => ({
        document,
        score: fields.reduce((sum, field) => sum + field(terms, document), 0),
      }))
      .filter(({ score }) => score > 0)
      .sort((x, y) => y.score - x.score || x.document - y.document);
  };
}

/** `documents`: the units of each document, as terms. A document's score is that of its best unit. */
function referenceField(
  name: FieldName,
  documents: readonly (readonly (readonly string[])[])[],
): (terms: readonly string[], document: number) => number {
  const { weight, k1, b } = DEFAULT_PROFILE.fields[name];
  const units = documents.flat();
  const average = units.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, units.length) || 1;
  const counts = documents.map((one) => one.map(countTerms));
  const frequency = new Map<string, number>();
  for (const one of documents) {
    for (const term of new Set(one.flat())) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const withBigrams = documents.filter((one) => one.flat().some((term) => BIGRAM.test(term[0]!))).length;
  const idf = (term: string): number => {
    const df = frequency.get(term) ?? 0;
    const all = BIGRAM.test(term[0]!) ? Math.max(withBigrams, documents.length / 4) : documents.length;
    return Math.log(1 + (all - df + 0.5) / (df + 0.5));
  };
  const scoreOf = (terms: readonly string[], document: number, unit: number): number =>
    terms.reduce((sum, term) => {
      const tf = counts[document]![unit]!.get(term) ?? 0;
      const length = documents[document]![unit]!.length;
      return sum + (idf(term) * tf) / (tf + k1 * (1 - b + (b * length) / average));
    }, 0);
  return (terms, document) =>
    weight * Math.max(0, ...documents[document]!.map((_, unit) => scoreOf(terms, document, unit)));
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
