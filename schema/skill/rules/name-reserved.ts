import type { Rule } from '../rule.js';

const RESERVED = ['anthropic', 'claude'];

export const nameReserved: Rule = {
  code: 'name-reserved',
  severity: 'warning',
  profiles: ['claude-code'],
  wording: (a) =>
    `The name holds the reserved word "${a.word}", which an upload refuses. Choose another name.`,
  *check({ document, at }) {
    const { name } = document.frontmatter;
    const word =
      typeof name === 'string' ? RESERVED.find((one) => name.toLowerCase().includes(one)) : undefined;
    if (word !== undefined) yield { at: at('name'), args: { word } };
  },
};
