import type { SkillEntry } from '../../schema/index.types.js';
import { codePointLength } from '../../schema/text.js';
import type { ListingSize } from './types.js';

/** What a list of names and descriptions costs; skills that only people invoke, and archived ones, are not in it. */
export function listingSize(skills: readonly SkillEntry[]): ListingSize {
  const listed = skills.filter(({ frontmatter, metadata }) => {
    const hidden = frontmatter['disable-model-invocation'];
    return metadata.status !== 'archived' && hidden !== true && hidden !== 'true';
  });
  return {
    skills: listed.length,
    characters: listed.reduce(
      (sum, { name, description }) => sum + codePointLength(name) + codePointLength(description),
      0,
    ),
    tokens: listed.reduce((sum, { tokens }) => sum + tokens.listing, 0),
  };
}
