import type { ActionPlanner } from '../planner.js';
import { planKeys } from './status.js';

/** Sets how many days a skill lives after its last change. */
export const extend: ActionPlanner = {
  action: 'EXTEND',
  makes: false,
  needs: ['ttlDays'],
  takes: ['targetSkillName', 'baseVersion'],
  plan: (base, request) => {
    const days = request.ttlDays === 1 ? '1 day' : `${request.ttlDays} days`;
    return planKeys(
      base,
      request,
      (name) => `Extend ${name} to ${days}`,
      () => new Map([['ttl-days', String(request.ttlDays)]]),
    );
  },
};
