import type { Rule } from '../rule.js';

export const descriptionEmpty: Rule = {
  code: 'description-empty',
  severity: 'error',
  wording: () => 'The description is empty. Say what the skill does and when to use it.',
  *check({ document, keyAt }) {
    const { description } = document.frontmatter;
    const blank = typeof description === 'string' && description.trim() === '';
    if (description === null || blank) yield { at: keyAt('description') };
  },
};
