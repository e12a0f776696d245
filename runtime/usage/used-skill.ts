import type { UsageEvent } from '../../schema/usage/event.js';
import type { SkillIndex } from '../skill-index.js';
import type { SkillLibrary } from '../skill-library.js';
import type { SkillContent } from '../types.js';

/** A version of a skill as the index that has it knows it, which may be one of several. */
export interface UsedSkill {
  readonly index: SkillIndex;
  readonly of: Required<Pick<UsageEvent, 'skill' | 'version' | 'digest'>>;
}

/**
 * What a word names, in the version that was read, else in the one that the index holds.
 *
 * @param content what the library gave for the word, where that was asked for
 * @throws SkillgraftError `skill-unknown` with the nearest names, `skill-failed`, `skill-removed`
 */
export function usedSkill(
  library: SkillLibrary,
  word: string,
  content?: Pick<SkillContent, 'version' | 'digest'>,
): UsedSkill {
  const index = library.home(word);
  const found = index.find(library.nameAtHome(word));
  // Says what the library knows of a skill that it does not have.
  if (found.kind === 'none' || library.find(word).kind === 'none') throw unknown(library, word);
  const skill = index.skills[found.document]!;
  const { version, digest } = content ?? {
    version: index.rankingParts().summary(found.document).version,
    digest: skill.resources[0]!.digest,
  };
  return { index, of: { skill: skill.path, version, digest } };
}

function unknown(library: SkillLibrary, word: string): unknown {
  try {
    library.lineage(word);
  } catch (error) {
    return error;
  }
  return new Error(`${word} is and is not there`);
}
