import { codePointLength } from '../../text.js';
import type { Rule } from '../rule.js';
import { LIMITS } from '../shape.js';

export const nameTooLong: Rule = {
  code: 'name-too-long',
  severity: 'warning',
  severities: { spec: 'error' },
  wording: (a) => `The name has ${a.length} characters, the limit is ${a.limit}. Shorten it.`,
  *check({ document, profile, at }) {
    const { name } = document.frontmatter;
    if (typeof name !== 'string') return;
    const length = codePointLength(name.trim().normalize(profile === 'spec' ? 'NFKC' : 'NFC'));
    if (length > LIMITS.name) yield { at: at('name'), args: { length, limit: LIMITS.name } };
  },
};
