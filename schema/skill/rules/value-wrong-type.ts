import type { Rule } from '../rule.js';

/** Keys with rules of their own. */
const OWN_RULES = new Set(['name', 'description']);
/** The reference validator refuses a compatibility that is no text. */
const STRICT = new Set(['compatibility']);

export const valueWrongType: Rule = {
  code: 'value-wrong-type',
  severity: 'warning',
  tags: ['file'],
  wording: (a) => `${a.key} should be ${a.expected}. It is kept as it stands, but hosts may not read it.`,
  page: {
    why: 'Hosts that expect a text or a list may fail on something else, or show it oddly.',
    wrong: 'license: [MIT]',
    right: 'license: MIT',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ shape, at, profile, document }) {
    for (const { key, keyword, params } of shape()) {
      if (keyword !== 'type' || OWN_RULES.has(key) || key.includes('requires')) continue;
      const top = key.split('.')[0]!;
      const value = document.frontmatter[top];
      const structured = typeof value === 'object' && value !== null;
      const severity = profile === 'spec' && STRICT.has(key) && structured ? 'error' : 'warning';
      const expected = [params.type]
        .flat()
        .filter((one) => one !== 'null')
        .join(' or ');
      yield { at: at(place(key)), args: { key, expected }, severity };
    }
  },
};

/** Items of a list have no position of their own. */
function place(key: string): string {
  return key.replace(/\.\d+$/u, '');
}
