import { codePointLength } from '../../text.js';
import type { Rule } from '../rule.js';
import { LIMITS } from '../shape.js';

export const compatibilityTooLong: Rule = {
  code: 'compatibility-too-long',
  severity: 'warning',
  severities: { spec: 'error' },
  tags: ['host'],
  wording: (a) => `The compatibility text has ${a.length} characters, the limit is ${a.limit}. Shorten it.`,
  page: {
    why: 'The specification sets a limit of 500 characters, and strict hosts refuse the file.',
    wrong: 'compatibility: … 600 characters …',
    right: 'compatibility: Needs git and network access.',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, at }) {
    const { compatibility } = document.frontmatter;
    const length = typeof compatibility === 'string' ? codePointLength(compatibility) : 0;
    const limit = LIMITS.compatibility;
    if (length > limit) yield { at: at('compatibility'), args: { length, limit } };
  },
};
