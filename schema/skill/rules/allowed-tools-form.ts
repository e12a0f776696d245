import { tools as toolsOf } from '../metadata.js';
import type { Rule } from '../rule.js';

export const allowedToolsForm: Rule = {
  code: 'allowed-tools-form',
  severity: 'info',
  profiles: ['spec'],
  tags: ['host'],
  wording: (a) =>
    `allowed-tools is ${a.found}; the specification separates tools by blanks. Some hosts read one form only.`,
  page: {
    why: "Hosts read this key in different ways: the specification's blanks are what all of them take.",
    wrong: 'allowed-tools: Read, Grep',
    right: 'allowed-tools: Read Grep',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, at }) {
    const tools = document.frontmatter['allowed-tools'];
    if (Array.isArray(tools)) yield { at: at('allowed-tools'), args: { found: 'a list' } };
    if (typeof tools === 'string' && separatesByComma(tools))
      yield { at: at('allowed-tools'), args: { found: 'separated by commas' }, severity: 'warning' };
  },
};

/** True where a comma stands outside of every tool, and so between two. */
function separatesByComma(text: string): boolean {
  const inside = (toolsOf(text) ?? []).join('').split(',').length;
  return text.split(',').length > inside;
}
