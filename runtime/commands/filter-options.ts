import { SKILL_STATUSES, SKILL_TYPES } from '../../schema/skill/statuses.js';
import type { ArgsOf } from '../cli/command.js';
import type { SkillFilter } from '../types.js';

/** Options that narrow a search or a list. */
export const filterOptions = {
  tags: {
    type: 'string',
    multiple: true,
    value: 'TAG',
    description: 'Only skills that have all of these tags.',
  },
  repo: {
    type: 'string',
    value: 'NAME',
    description: 'Only skills for this repository, and those for every one.',
  },
  type: {
    type: 'string',
    choices: SKILL_TYPES,
    value: 'TYPE',
    description: `Only skills of this type: ${SKILL_TYPES.join(', ')}.`,
  },
  status: {
    type: 'string',
    choices: SKILL_STATUSES,
    value: SKILL_STATUSES.join('|'),
    description: 'Only skills of this status; all but archived ones if not given.',
  },
  current: {
    type: 'boolean',
    description: 'Leave out deprecated skills, and those whose time to live has passed.',
  },
} as const;

/** The filter that these options ask for. */
export function filterOf(args: ArgsOf<typeof filterOptions>): SkillFilter {
  return {
    ...(args.tags.length > 0 ? { tags: args.tags } : {}),
    ...(args.repo === undefined ? {} : { repo: args.repo }),
    ...(args.type === undefined ? {} : { type: args.type }),
    ...(args.status === undefined ? {} : { status: args.status }),
    ...(args.current ? { current: true } : {}),
  };
}
