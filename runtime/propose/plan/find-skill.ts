import { SkillgraftError } from '../../../schema/errors.js';
import { folderName } from '../../catalog.js';
import { nearest } from '../../nearest.js';
import type { BaseSkill, PlanBase, ProposalRequest } from '../types.js';
import { invalid } from './errors.js';
import { isPlainLine, shownText } from './texts.js';

/**
 * The one skill that a word names.
 *
 * @throws SkillgraftError `skill-unknown`, `skill-ambiguous`, `path-unsupported`
 */
export function findSkill(base: PlanBase, word: string): BaseSkill {
  const [skill, ...others] = base.find(word);
  const shown = shownText(word);
  if (skill === undefined) {
    const near = nearest(folderName(word), skillFolders(base), 3);
    const hint =
      near.length > 0
        ? `Did you mean ${near.map((one) => shownText(one)).join(', ')}?`
        : 'Search for it first.';
    throw new SkillgraftError('skill-unknown', `There is no skill ${shown} at the base commit.`, hint);
  }
  if (others.length > 0) {
    const paths = [skill, ...others].map(({ path }) => shownText(path)).join(', ');
    throw new SkillgraftError('skill-ambiguous', `${shown} may be any of ${paths}.`, 'Name it by its path.');
  }
  if (isPlainLine(skill.path)) return skill;
  throw new SkillgraftError(
    'path-unsupported',
    `The path of ${shown} has a character that cannot be seen, or a line break.`,
    'Rename its folder first.',
  );
}

/** The skill that a request changes: `targetSkillName` names it in place of `name`, and both may only mean the same. */
export function targetSkill(base: PlanBase, { name, targetSkillName }: ProposalRequest): BaseSkill {
  const skill = findSkill(base, targetSkillName ?? name);
  if (targetSkillName === undefined || targetSkillName === name) return skill;
  if (base.find(name).some(({ path }) => path === skill.path)) return skill;
  throw invalid(
    'name',
    `does not name ${skill.path}, which target_skill_name does`,
    'Give one of them; a skill is renamed by moving its folder in git, or as a new one with DERIVE.',
  );
}

/** Refuses a name that is taken, with what to do instead. @throws SkillgraftError `skill-exists` */
export function refuseTaken(base: PlanBase, name: string): void {
  const [there] = base.find(name);
  if (there === undefined) return;
  throw new SkillgraftError(
    'skill-exists',
    `There is a skill ${name} already, at ${shownText(there.path)}.`,
    `Propose a FIX of ${shownText(there.path)}, or a DERIVE from it under another name.`,
  );
}

/** How front matter names a skill: by its name, or by its path where the name is not enough or no plain word. */
export function referenceTo(base: PlanBase, skill: BaseSkill): string {
  const isPlain = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(skill.name);
  return isPlain && base.find(skill.name).length === 1 ? skill.name : skill.path;
}

/** The skill's name for a subject or a note: on one line whatever the front matter says. */
export function shownName({ name, path }: BaseSkill): string {
  return isPlainLine(name) && name !== '' ? shownText(name, 64) : path;
}

function skillFolders(base: PlanBase): string[] {
  return [...base.paths]
    .filter((path) => path.endsWith('/SKILL.md'))
    .map((path) => folderName(path.slice(0, -'/SKILL.md'.length)));
}
