import { folderName } from '../../runtime/catalog.js';
import { nfc } from '../../schema/text.js';
import { type FormerName, staleMentions } from './compare-references.js';
import type { GatheredSides } from './gather.js';
import type { Movements } from './movements.js';
import { readSkillStates } from './sides.js';
import type { StaleMention } from './types.js';

/** Looks in all texts after the change for names that no skill has any more. */
export async function gatherMentions(
  { before, after }: GatheredSides,
  movements: Movements,
): Promise<StaleMention[]> {
  const there = new Set(after.built.skills.flatMap(({ name, path }) => [nfc(name), folderName(path)]));
  const names = new Map<string, FormerName>();
  for (const { name, path } of before.built.skills) {
    if (!there.has(nfc(name))) names.set(name, { name, now: movements.find(path) });
  }
  if (names.size === 0) return [];
  const states = await readSkillStates(after, after.built.skills, 'SKILL.md');
  const texts = states.map(({ entry: { path }, text }) => ({
    path,
    file: path === '.' ? 'SKILL.md' : `${path}/SKILL.md`,
    text,
  }));
  return staleMentions([...names.values()], texts);
}
