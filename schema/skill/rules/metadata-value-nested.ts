import { excerpt } from '../../text.js';
import { isObject } from '../metadata.js';
import type { Rule } from '../rule.js';

export const metadataValueNested: Rule = {
  code: 'metadata-value-nested',
  severity: 'info',
  profiles: ['spec'],
  tags: ['host'],
  wording: (a) =>
    `metadata.${a.key} is a ${a.found}; the specification maps text to text. Strict hosts may show it as one text.`,
  page: {
    why: 'The specification has texts as the values of `metadata`; strict hosts refuse others.',
    wrong: 'metadata:\n  tags: [git, commit]',
    right: 'metadata:\n  tags: git, commit',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, keyAt }) {
    const { metadata } = document.frontmatter;
    if (!isObject(metadata)) return;
    for (const [key, value] of Object.entries(metadata)) {
      if (typeof value !== 'object' || value === null) continue;
      const list = Array.isArray(value);
      const args = { key: excerpt(key), found: list ? 'list' : 'map' };
      yield { at: keyAt(`metadata.${key}`), args, severity: list ? 'info' : 'warning' };
    }
  },
};
