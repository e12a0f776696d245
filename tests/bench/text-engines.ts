import { Index } from 'flexsearch';
import MiniSearch from 'minisearch';
import type { SearchableText } from '../../build/lexical.js';
import { analyse } from '../../schema/analyzer/analyse.js';
import { DEFAULT_PROFILE, FIELDS } from '../../schema/profile.js';

/** The ten best documents for a query, best first. */
export type Engine = (query: string) => readonly number[];

/** MiniSearch with our terms and weights. */
export function miniSearch(texts: readonly SearchableText[]): Engine {
  const boost = Object.fromEntries(FIELDS.map((name) => [name, DEFAULT_PROFILE.fields[name].weight]));
  const index = new MiniSearch<{ id: number } & Record<string, string | number>>({
    fields: [...FIELDS],
    tokenize: analyse,
    processTerm: (term) => term,
    searchOptions: { boost },
  });
  index.addAll(texts.map((text, id) => ({ id, ...joinFields(text) })));
  return (query) =>
    index
      .search(query)
      .slice(0, 10)
      .map((hit) => hit.id as number);
}

/** FlexSearch with our terms and its own ranking. */
export function flexSearch(texts: readonly SearchableText[]): Engine {
  const index = new Index({ tokenize: 'strict', encode: analyse });
  for (const [id, text] of texts.entries()) {
    index.add(id, FIELDS.flatMap((field) => text[field]).join('\n'));
  }
  return (query) => index.search(query, { limit: 10, suggest: true }) as number[];
}

/** Each field's pieces as one text. */
export function joinFields(text: SearchableText): Record<string, string> {
  return Object.fromEntries(FIELDS.map((field) => [field, text[field].join('\n')]));
}
