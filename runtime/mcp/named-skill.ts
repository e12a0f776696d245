import { SkillgraftError } from '../../schema/errors.js';
import type { SkillLibrary } from '../skill-library.js';

/** The two ways in which a tool takes a skill. */
export interface SkillName {
  readonly name?: string;
  readonly path?: string;
}

/** Their schemas. */
export const SKILL_NAME = {
  name: { type: 'string', description: 'Name, as search_skills gives it, or a skill:// URI.' },
  path: {
    type: 'string',
    description: 'Its path instead, as search_skills gives it; needed where a name occurs twice.',
  },
} as const;

/**
 * What names the skill: its path, else its name; where both are given, they must mean the same skill.
 *
 * @throws SkillgraftError `skill-missing`, `skill-mismatch`
 */
export function wordOf(library: SkillLibrary, input: SkillName): string {
  const [word, name] = [input.path, input.name].filter((given) => given !== undefined && given.trim() !== '');
  if (word === undefined) {
    throw new SkillgraftError(
      'skill-missing',
      'No skill was named.',
      'Give `name` or `path`, as search_skills returns them.',
    );
  }
  const [byPath, byName] = [library.find(word), library.find(name ?? word)];
  if (byPath.kind === 'none') return word;
  const { path } = library.skills[byPath.document]!;
  const isIt =
    byName.kind === 'found' && (byName.document === byPath.document || byName.others.includes(path));
  if (isIt) return word;
  throw new SkillgraftError(
    'skill-mismatch',
    `${path} is not called ${String(name).slice(0, 100).toWellFormed()}.`,
    'Give `name` or `path` alone, or both of the same result of search_skills.',
  );
}
