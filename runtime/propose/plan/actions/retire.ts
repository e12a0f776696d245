import type { ActionPlanner } from '../planner.js';
import { planKeys } from './status.js';

/** Archives a skill: searches leave it out, and it can be read by its name. Its files stay. */
export const retire: ActionPlanner = {
  action: 'RETIRE',
  makes: false,
  needs: ['reason'],
  takes: ['targetSkillName', 'baseVersion'],
  plan: (base, request) =>
    planKeys(
      base,
      request,
      (name) => `Retire ${name}`,
      () => new Map([['status', 'archived']]),
    ),
};
