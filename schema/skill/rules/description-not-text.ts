import type { Rule } from '../rule.js';

export const descriptionNotText: Rule = {
  code: 'description-not-text',
  severity: 'error',
  fatal: true,
  tags: ['file'],
  wording: (a) => `The description is a ${a.found}, not text. Write one text, in quotes where it holds ": ".`,
  page: {
    why: 'Hosts take the description as one text; a list or a map has none to show.',
    wrong: 'description:\n  - Tidies log files.',
    right: 'description: Tidies log files.',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, at }) {
    const { description } = document.frontmatter;
    if (description === undefined || description === null || typeof description === 'string') return;
    if (typeof description === 'object') {
      yield { at: at('description'), args: { found: Array.isArray(description) ? 'list' : 'map' } };
      return;
    }
    // A number or boolean still reads as text.
    const args = { found: typeof description };
    yield { at: at('description'), args, fix: `"${description}"`, severity: 'warning' };
  },
};
