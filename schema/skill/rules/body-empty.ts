import type { Rule } from '../rule.js';

export const bodyEmpty: Rule = {
  code: 'body-empty',
  severity: 'warning',
  tags: ['file'],
  wording: () => 'The skill has no text behind its front matter. Say what to do.',
  page: {
    why: 'The body is what an agent reads once it has chosen the skill. Without one, it has nothing to go by.',
    wrong: '---\nname: tidy-logs\ndescription: Tidies log files.\n---',
    right: '---\nname: tidy-logs\ndescription: Tidies log files.\n---\nDelete what is older than seven days.',
    source: 'https://agentskills.io/specification',
  },
  *check({ document }) {
    // The line of the closing fence: the body's own line may lie behind the end of the file.
    if (document.body.trim() === '') yield { at: { line: 1, column: 1 } };
  },
};
