import { excerpt } from '../../text.js';
import type { Rule } from '../rule.js';

export const linkOutsideRepository: Rule = {
  code: 'link-outside-repository',
  severity: 'warning',
  wording: (a) =>
    `The link's target ${a.target} is outside the repository, so it is never read. Copy the file in, or link to the web.`,
  *check({ links }) {
    for (const { url, target, line, column } of links()) {
      if (target === null) yield { at: { line, column }, args: { target: excerpt(url) } };
    }
  },
};
