import { hostLimits } from '../../host-limits.js';
import { codePointLength } from '../../text.js';
import type { Rule } from '../rule.js';

export const hostListingCut: Rule = {
  code: 'host-listing-cut',
  severity: 'warning',
  tags: ['host'],
  wording: (a) =>
    `${a.host} lists the first ${a.limit} characters of description and when_to_use; together they have ${a.length}. Say what matters first, or shorten them.`,
  page: {
    why: 'What stands behind the cut is never seen by the model that chooses among skills.',
    wrong: 'description: … 1,400 characters …\nwhen_to_use: … 400 characters …',
    right: 'description: … 300 characters, the most important case first …',
    language: 'yaml',
    source: 'https://code.claude.com/docs/en/skills',
  },
  *check({ document, at }) {
    const { description, when_to_use: when } = document.frontmatter;
    // A long description alone is `description-too-long`.
    if (typeof description !== 'string' || typeof when !== 'string' || when.trim() === '') return;
    const length = codePointLength(description.trim()) + 1 + codePointLength(when.trim());
    for (const { name: host, listedLength } of hostLimits) {
      if (listedLength === undefined || length <= listedLength.value) continue;
      yield { at: at('when_to_use'), args: { host, limit: listedLength.value, length } };
    }
  },
};
