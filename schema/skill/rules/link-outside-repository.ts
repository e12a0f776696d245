import { excerpt } from '../../text.js';
import type { Rule } from '../rule.js';

export const linkOutsideRepository: Rule = {
  code: 'link-outside-repository',
  severity: 'warning',
  tags: ['links', 'security'],
  wording: (a) =>
    `The link's target ${a.target} is outside the repository, so it is never read. Copy the file in, or link to the web.`,
  page: {
    why: 'What lies outside of the repository is on no other machine, is part of no review, and may be a file of the system.',
    wrong: 'Read [the list](../../../../etc/hosts).',
    right: 'Read [the list](references/hosts.md).',
  },
  *check({ links }) {
    for (const { url, target, line, column } of links()) {
      if (target === null) yield { at: { line, column }, args: { target: excerpt(url) } };
    }
  },
};
