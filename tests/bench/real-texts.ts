import type { SearchableText } from '../../build/lexical.js';
import { referencesTo } from '../../build/references.js';
import { corpusFiles } from '../helpers/corpus.js';
import { searchableText } from '../helpers/searchable.js';

/** The shared corpora's skills that can be read, with what their bodies say of each other; by folder, sorted. */
export function realTexts(): Map<string, SearchableText> {
  const read = corpusFiles().flatMap((file) => {
    const text = searchableText(file);
    return text === null ? [] : [{ path: file.path.slice(0, file.path.lastIndexOf('/')), text }];
  });
  const references = referencesTo(
    read.map(({ path, text }) => {
      return { path, name: text.name[0]!, handOffs: [], prose: Buffer.from(text.body.join('\n')) };
    }),
  );
  return new Map(read.map(({ path, text }, i) => [path, { ...text, references: references[i]! }]));
}
