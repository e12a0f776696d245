import { codePointLength } from '../../text.js';
import type { Rule } from '../rule.js';
import { LIMITS } from '../shape.js';

export const compatibilityTooLong: Rule = {
  code: 'compatibility-too-long',
  severity: 'warning',
  severities: { spec: 'error' },
  wording: (a) => `The compatibility text has ${a.length} characters, the limit is ${a.limit}. Shorten it.`,
  *check({ document, at }) {
    const { compatibility } = document.frontmatter;
    const length = typeof compatibility === 'string' ? codePointLength(compatibility) : 0;
    const limit = LIMITS.compatibility;
    if (length > limit) yield { at: at('compatibility'), args: { length, limit } };
  },
};
