import type { Rule } from '../rule.js';

const RESERVED = ['anthropic', 'claude'];

export const nameReserved: Rule = {
  code: 'name-reserved',
  severity: 'warning',
  profiles: ['claude-code'],
  tags: ['host'],
  wording: (a) =>
    `The name holds the reserved word "${a.word}", which an upload refuses. Choose another name.`,
  page: {
    why: 'An upload to claude.ai or the Claude API refuses names with these words.',
    wrong: 'name: claude-helper',
    right: 'name: session-helper',
    language: 'yaml',
    source: 'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview',
  },
  *check({ document, at }) {
    const { name } = document.frontmatter;
    const word =
      typeof name === 'string' ? RESERVED.find((one) => name.toLowerCase().includes(one)) : undefined;
    if (word !== undefined) yield { at: at('name'), args: { word } };
  },
};
