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
} as const;

/** The filter that these options ask for. */
export function filterOf(args: ArgsOf<typeof filterOptions>): SkillFilter {
  return {
    ...(args.tags.length > 0 ? { tags: args.tags } : {}),
    ...(args.repo === undefined ? {} : { repo: args.repo }),
  };
}
