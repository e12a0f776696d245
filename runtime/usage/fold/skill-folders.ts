import type { TreeEntry } from '../../git/repository.js';
import type { SkillIndex } from '../../skill-index.js';

/**
 * Tells which skill an event is of, by the folder that it names: one that has a SKILL.md at the base, else the one that
 * the index says a skill has that is known by this folder, or was.
 */
export function skillFolders(
  entries: readonly TreeEntry[],
  index: SkillIndex | null,
): (skill: string) => string | null {
  const files = new Set(entries.flatMap(({ path }) => (/(?:^|\/)SKILL\.md$/.test(path) ? [path] : [])));
  return (skill) => {
    if (files.has(skill === '.' ? 'SKILL.md' : `${skill}/SKILL.md`)) return skill;
    const found = index?.find(skill);
    if (index === null || found?.kind !== 'found') return null;
    const { path } = index.skills[found.document]!;
    return path === skill || found.formerly !== undefined ? path : null;
  };
}
