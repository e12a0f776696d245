import type { Rule } from '../rule.js';

export const descriptionMissing: Rule = {
  code: 'description-missing',
  severity: 'error',
  fatal: true,
  tags: ['style'],
  wording: () =>
    'The description is missing, so nobody can find the skill. Say what it does and when to use it.',
  page: {
    why: 'Nobody can choose a skill that says nothing, so that it is not indexed.',
    wrong: '---\nname: tidy-logs\n---',
    right: '---\nname: tidy-logs\ndescription: Tidies log files. Use when a disk is full.\n---',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, keyAt }) {
    if (document.frontmatter.description === undefined) yield { at: keyAt('description') };
  },
};
