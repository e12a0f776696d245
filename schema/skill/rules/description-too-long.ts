import { hostsRefusing } from '../../host-limits.js';
import { codePointLength } from '../../text.js';
import type { Rule } from '../rule.js';
import { LIMITS } from '../shape.js';
import type { Profile } from '../types.js';

/** The specification's limit, and what Claude Code lists of description and when_to_use before it cuts. */
const LIMIT: Readonly<Record<Profile, number>> = {
  lenient: LIMITS.description,
  spec: LIMITS.description,
  'claude-code': 1536,
};

export const descriptionTooLong: Rule = {
  code: 'description-too-long',
  severity: 'warning',
  severities: { spec: 'error' },
  tags: ['host'],
  wording: (a) =>
    `The description has ${a.length} characters, the limit of profile ${a.profile} is ${a.limit}. Not loaded by: ${[a.hosts].flat().join(', ')}. Shorten it, or move detail to the body.`,
  page: {
    why: 'Hosts that follow the specification do not load a skill with a longer description, some of them without a word; Claude Code cuts it.',
    wrong: 'description: … 1,100 characters …',
    right: 'description: … 300 characters; details stand in the body …',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, profile, at }) {
    const { description } = document.frontmatter;
    if (typeof description !== 'string') return;
    // The reference validator counts outer blanks, a host's listing does not.
    const length = codePointLength(profile === 'spec' ? description : description.trim());
    const limit = LIMIT[profile];
    if (length > limit)
      yield {
        at: at('description'),
        args: {
          length,
          limit,
          profile: limit === LIMITS.description ? 'spec' : profile,
          hosts: hostsRefusing('descriptionLength', length),
        },
      };
  },
};
