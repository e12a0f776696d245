import type { Rule } from '../rule.js';

export const requiresShape: Rule = {
  code: 'requires-shape',
  severity: 'warning',
  tags: ['file'],
  wording: () =>
    'requires is a map of bins, env, skills and mcp, each a list of names. Other shapes are not read.',
  page: {
    why: 'In another shape nothing of it is read, so that nobody learns what is missing on a machine.',
    wrong: 'requires: git',
    right: 'requires:\n  bins: [git]',
    language: 'yaml',
  },
  *check({ shape, at }) {
    const seen = new Set<string>();
    for (const { key } of shape()) {
      const root = /^(?:metadata\.)?requires(?=\.|$)/u.exec(key)?.[0];
      if (root === undefined || seen.has(root)) continue;
      seen.add(root);
      yield { at: at(root) };
    }
  },
};
