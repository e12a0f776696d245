import type { SkillMetadata } from '../../schema/skill/types.js';
import { globMatcher } from '../library/glob.js';
import type { LineageAnswer } from '../lineage-view.js';

/** Actions of proposals that make a new skill. */
const MAKING: ReadonlySet<string | undefined> = new Set(['ARCHIVE', 'DERIVE', 'MERGE']);

/**
 * Tells whether an agent wrote a skill: by the author that its front matter names; where it names none, by its first
 * version, which a proposal made (its commit has the trailers) or an agent committed. In doubt, a person wrote it.
 *
 * @param agents patterns of agents' names, such as `*[bot]`; their case does not count
 */
export function agentAuthorship(
  agents: readonly string[],
): (metadata: SkillMetadata, history: Pick<LineageAnswer, 'versions' | 'truncated'>) => boolean {
  const matches = globMatcher(agents.map((name) => name.toLowerCase()));
  const isAgent = (author: string): boolean =>
    matches(
      author
        .replace(/\s*<[^<>]*>\s*$/u, '')
        .trim()
        .toLowerCase(),
    );
  return ({ author }, { versions, truncated }) => {
    if (author !== undefined) return isAgent(author);
    const [first] = versions;
    if (first === undefined || truncated) return false;
    return MAKING.has(first.action) || isAgent(first.author);
  };
}
