import { create, insertMultiple, search } from '@orama/orama';
import type { SearchableText } from '../../build/lexical.js';
import { joinFields } from './text-engines.js';

/** Orama's hybrid search of the same texts, with vectors of ours. */
export async function orama(
  texts: readonly SearchableText[],
  vectorOf: (document: number) => Float32Array,
): Promise<(query: string, vector: Float32Array) => unknown> {
  const fields = Object.keys(joinFields(texts[0]!)).map((field) => [field, 'string'] as const);
  const schema = { ...Object.fromEntries(fields), vector: `vector[${vectorOf(0).length}]` as const };
  const database = create({ schema });
  const documents = texts.map((text, i) => ({
    id: String(i),
    ...joinFields(text),
    vector: [...vectorOf(i)],
  }));
  await insertMultiple(database, documents);
  return (term, vector) =>
    search(database, {
      mode: 'hybrid',
      term,
      vector: { value: [...vector], property: 'vector' },
      similarity: 0,
      limit: 10,
    });
}
