import type { KeyValue } from '../front-matter.js';
import type { ActionPlanner } from '../planner.js';
import { planKeys } from './status.js';

const KEYS = ['status', 'deprecated-reason', 'superseded-by'];

/** Makes a stale, deprecated or archived skill an active one again: one without a status. */
export const restore: ActionPlanner = {
  action: 'RESTORE',
  makes: false,
  needs: [],
  takes: ['targetSkillName', 'baseVersion'],
  plan: (base, request) =>
    planKeys(
      base,
      request,
      (name) => `Restore ${name}`,
      ({ reading }) => {
        const isActive = reading.metadata.status === undefined;
        return new Map<string, KeyValue>(isActive ? [] : KEYS.map((key) => [key, undefined]));
      },
    ),
};
