import type { Rule } from '../rule.js';

export const bodyEmpty: Rule = {
  code: 'body-empty',
  severity: 'warning',
  wording: () => 'The skill has no text behind its front matter. Say what to do.',
  *check({ document }) {
    // The line of the closing fence: the body's own line may lie behind the end of the file.
    if (document.body.trim() === '') yield { at: { line: 1, column: 1 } };
  },
};
