import { splitHandOffs } from '../../schema/hand-offs.js';
import { readMarkdown } from '../../schema/markdown.js';
import { readMetadata } from '../../schema/skill/metadata.js';
import type { SkillDocument } from '../../schema/skill/types.js';
import type { EmbeddableText } from './recipe.js';

/**
 * What of a SKILL.md is embedded, as a build has it.
 *
 * @param handOffs false: clauses that lead to other skills stay in
 */
export function embeddableText(document: SkillDocument, folderName: string, handOffs = true): EmbeddableText {
  const { name, description } = readMetadata(document, folderName);
  const { headings, prose } = readMarkdown(document.body);
  const own = handOffs ? splitHandOffs(description, name).own : '';
  return { name, description: own || description, headings: headings.map(({ text }) => text), body: prose };
}
