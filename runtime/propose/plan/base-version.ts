import { SkillgraftError } from '../../../schema/errors.js';
import type { BaseSkill, PlanBase } from '../types.js';
import { shownText } from './texts.js';

/**
 * Refuses a proposal that was written against another version of a skill than the base has. Gives a note where the
 * history is not known, so that a number says nothing.
 *
 * @throws SkillgraftError `version-conflict`, naming both versions
 */
export function checkBaseVersion(base: PlanBase, skill: BaseSkill, wish: string | undefined): string[] {
  if (wish === undefined) return [];
  const word = wish.trim().toLowerCase();
  const number = /^v?(\d{1,6})$/u.exec(word)?.[1];
  if (number !== undefined) {
    if (skill.version === null)
      return [`Version ${number} could not be compared: the history of ${skill.path} is not known.`];
    if (Number(number) === skill.version) return [];
    throw conflict(skill, namedVersion(Number(number), skill.commits?.[Number(number) - 1]));
  }
  if (skill.unchangedSince?.includes(wish)) return [];
  if (isCommit(word, base.commit) || (skill.versionCommit !== null && isCommit(word, skill.versionCommit)))
    return [];
  const at = skill.commits?.findIndex((commit) => isCommit(word, commit)) ?? -1;
  throw conflict(skill, at < 0 ? `commit ${shownText(wish, 64)}` : namedVersion(at + 1, skill.commits![at]));
}

/** Abbreviated ids count from 7 digits on, as git shows them. */
function isCommit(word: string, id: string): boolean {
  return word.length >= 7 && id.startsWith(word);
}

function namedVersion(number: number, commit: string | null | undefined): string {
  return commit ? `version ${number} (commit ${commit})` : `version ${number}`;
}

function conflict(skill: BaseSkill, read: string): SkillgraftError {
  const there =
    skill.version === null
      ? `the version of commit ${skill.versionCommit ?? 'unknown'}`
      : namedVersion(skill.version, skill.versionCommit);
  return new SkillgraftError(
    'version-conflict',
    `${skill.path} is at ${there} by now, and the proposal was made from ${read}.`,
    'Read the skill again, bring the change up to date, and propose it with the new base_version.',
  );
}
