import type { Rule } from '../rule.js';

export const requiresShape: Rule = {
  code: 'requires-shape',
  severity: 'warning',
  wording: () =>
    'requires is a map of bins, env, skills and mcp, each a list of names. Other shapes are not read.',
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
