import type { Rule } from '../rule.js';

export const descriptionEmpty: Rule = {
  code: 'description-empty',
  severity: 'error',
  fatal: true,
  tags: ['style'],
  wording: () => 'The description is empty. Say what the skill does and when to use it.',
  page: {
    why: 'Nobody can choose a skill that says nothing, so that it is not indexed.',
    wrong: 'description: ""',
    right: 'description: Tidies log files. Use when a disk is full.',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, keyAt }) {
    const { description } = document.frontmatter;
    const blank = typeof description === 'string' && description.trim() === '';
    if (description === null || blank) yield { at: keyAt('description') };
  },
};
