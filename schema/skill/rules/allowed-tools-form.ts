import { tools as toolsOf } from '../metadata.js';
import type { Rule } from '../rule.js';

export const allowedToolsForm: Rule = {
  code: 'allowed-tools-form',
  severity: 'info',
  profiles: ['spec'],
  wording: (a) =>
    `allowed-tools is ${a.found}; the specification separates tools by blanks. Some hosts read one form only.`,
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
