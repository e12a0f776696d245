import { analyse } from '../../schema/analyzer/analyse.js';

/**
 * For people, who wrote `merge` and not `merg`: the first word of the query that gives a term alone, as it stands there.
 * A term that comes from several words, or from none of them, is its own.
 */
export function wordsOfQuery(query: string): (term: string) => string {
  const words = new Map<string, string>();
  for (const word of query.normalize('NFC').split(/[^\p{L}\p{M}\p{N}]+/u)) {
    const [term, ...others] = analyse(word);
    if (term !== undefined && others.length === 0 && !words.has(term)) words.set(term, word);
  }
  return (term) => words.get(term) ?? term;
}
