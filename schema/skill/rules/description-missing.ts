import type { Rule } from '../rule.js';

export const descriptionMissing: Rule = {
  code: 'description-missing',
  severity: 'error',
  wording: () =>
    'The description is missing, so nobody can find the skill. Say what it does and when to use it.',
  *check({ document, keyAt }) {
    if (document.frontmatter.description === undefined) yield { at: keyAt('description') };
  },
};
