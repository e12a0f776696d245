import type { SearchableText } from '../../build/lexical.js';
import { analyse } from '../../schema/analyzer/analyse.js';
import { DEFAULT_PROFILE, FIELDS } from '../../schema/profile.js';

/** BM25 by its textbook formula, one map a document and field: slow, and plain enough to be believed. */
export function referenceBm25(
  texts: readonly SearchableText[],
): (query: string) => { document: number; score: number }[] {
  const { k1, b, weights } = DEFAULT_PROFILE;
  const fields = FIELDS.map((name) => {
    const documents = texts.map((text) => text[name].flatMap(analyse));
    const counts = documents.map((terms) =>
      terms.reduce((map, term) => map.set(term, (map.get(term) ?? 0) + 1), new Map<string, number>()),
    );
    const frequency = new Map<string, number>();
    for (const term of counts.flatMap((map) => [...map.keys()]))
      frequency.set(term, (frequency.get(term) ?? 0) + 1);
    const average = documents.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, texts.length) || 1;
    return {
      weight: weights[name],
      counts,
      frequency,
      lengths: documents.map((terms) => terms.length),
      average,
    };
  });
  return (query) => {
    const scores = texts.map((_, document) => {
      let score = 0;
      for (const { weight, counts, frequency, lengths, average } of fields) {
        for (const term of new Set(analyse(query))) {
          const tf = counts[document]!.get(term) ?? 0;
          const df = frequency.get(term) ?? 0;
          const idf = Math.log(1 + (texts.length - df + 0.5) / (df + 0.5));
          if (tf > 0)
            score +=
              (weight * idf * (k1 + 1) * tf) / (tf + k1 * (1 - b + (b * lengths[document]!) / average));
        }
      }
      return { document, score };
    });
    return scores
      .filter(({ score }) => score > 0)
      .sort((x, y) => y.score - x.score || x.document - y.document);
  };
}
