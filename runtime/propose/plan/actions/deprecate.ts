import type { KeyValue } from '../front-matter.js';
import type { ActionPlanner } from '../planner.js';
import { planKeys } from './status.js';

/** Marks a skill as one that should not be used any more, and says why. */
export const deprecate: ActionPlanner = {
  action: 'DEPRECATE',
  makes: false,
  needs: ['reason'],
  takes: ['targetSkillName', 'baseVersion'],
  plan: (base, request) => {
    const values = new Map<string, KeyValue>([
      ['status', 'deprecated'],
      ['deprecated-reason', request.reason],
    ]);
    return planKeys(
      base,
      request,
      (name) => `Deprecate ${name}`,
      () => values,
    );
  },
};
