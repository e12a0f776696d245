import type { SearchableText } from '../../build/lexical.js';
import { splitClauses } from '../../schema/clauses.js';
import { readMarkdown } from '../../schema/markdown.js';
import { readMetadata } from '../../schema/skill/metadata.js';
import { parseSkill } from '../../schema/skill/parse.js';
import type { CorpusFile } from './corpus.js';

/** The searchable text of a SKILL.md alone; null where its front matter cannot be read. */
export function searchableText(file: CorpusFile): SearchableText | null {
  const { document } = parseSkill(file.bytes, file.path);
  if (document === null) return null;
  const { name, description } = readMetadata(document, file.path.split('/').at(-2) ?? '');
  const { headings, prose } = readMarkdown(document.body);
  return {
    name: [name],
    description: splitClauses(description),
    headings: headings.map(({ text }) => text),
    body: [prose],
    references: [],
  };
}
