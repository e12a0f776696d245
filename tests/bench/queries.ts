import { analyse } from '../../schema/analyzer/analyse.js';

const QUERIES = 300;

/** Some 300 queries, beginnings of the collection's own descriptions and headings, from 20 to 99 characters long. */
export function queriesOf(
  texts: readonly { readonly description: readonly string[]; readonly headings: readonly string[] }[],
): string[] {
  const step = Math.max(1, Math.floor(texts.length / QUERIES));
  return texts
    .filter((_, i) => i % step === 0)
    .map((text, i) => (i % 2 === 0 ? text.description : text.headings).join(' ').slice(0, 20 + (i % 80)))
    .filter((query) => analyse(query).length > 0);
}
