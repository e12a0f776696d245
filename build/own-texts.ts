import { splitHandOffs } from '../schema/hand-offs.js';
import type { SkillMetadata } from '../schema/skill/types.js';
import type { ReadSkill } from './types.js';

/** Parts what description and when-to-use say of the skill from what they say of others. */
export function ownTexts(
  name: string,
  description: string,
  { whenToUse = '' }: SkillMetadata,
): Pick<ReadSkill, 'own' | 'handOffs'> {
  const [described, when] = [splitHandOffs(description, name), splitHandOffs(whenToUse, name)];
  return {
    own: { description: described.own || description, whenToUse: when.own || whenToUse },
    handOffs: [...described.handOffs, ...when.handOffs].map(({ names, clause }) => ({ names, clause })),
  };
}

/** Where hand-offs are off, all of it is said of the skill. */
export function wholeTexts(
  description: string,
  { whenToUse = '' }: SkillMetadata,
): Pick<ReadSkill, 'own' | 'handOffs'> {
  return { own: { description, whenToUse }, handOffs: [] };
}
