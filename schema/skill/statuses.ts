import type { SkillStatus, SkillType } from './types.js';

export const SKILL_TYPES: readonly SkillType[] = [
  'IMPLEMENTATION',
  'WORKFLOW',
  'TROUBLESHOOTING',
  'ARCHITECTURE',
  'RULE',
];

/** All statuses, in the order of a skill's life. */
export const SKILL_STATUSES: readonly SkillStatus[] = ['active', 'stale', 'deprecated', 'archived'];
