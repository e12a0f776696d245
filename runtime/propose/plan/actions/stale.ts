import type { ActionPlanner } from '../planner.js';
import { planKeys } from './status.js';

/** Marks a skill as one that nobody has used for long. It is found as before. */
export const stale: ActionPlanner = {
  action: 'STALE',
  makes: false,
  needs: ['reason'],
  takes: ['targetSkillName', 'baseVersion'],
  plan: (base, request) =>
    planKeys(
      base,
      request,
      (name) => `Mark ${name} as stale`,
      () => new Map([['status', 'stale']]),
    ),
};
