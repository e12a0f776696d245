import type { PlanBase, ProposalRequest } from '../../types.js';
import { checkBaseVersion } from '../base-version.js';
import { shownName, targetSkill } from '../find-skill.js';
import { joinPath } from '../paths.js';
import type { ActionPlanner, Draft } from '../planner.js';
import { ownFiles } from '../skill-files.js';

/** Takes a skill's files away. Skills inside of its folder stay. */
export const remove: ActionPlanner = {
  action: 'REMOVE',
  makes: false,
  needs: [],
  takes: ['targetSkillName', 'baseVersion'],
  plan: planRemove,
};

function planRemove(base: PlanBase, request: ProposalRequest): Draft {
  const skill = targetSkill(base, request);
  const notes = checkBaseVersion(base, skill, request.baseVersion);
  const paths = ['SKILL.md', ...ownFiles(base, skill).keys()];
  const files = new Map(paths.map((below) => [joinPath(skill.path, below), null]));
  const name = shownName(skill);
  const title = `Remove ${name}`;
  return { path: skill.path, name, files, skills: [skill], title, from: skill, isRemoval: true, notes };
}
