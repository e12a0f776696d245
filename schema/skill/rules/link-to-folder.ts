import type { Rule } from '../rule.js';

export const linkToFolder: Rule = {
  code: 'link-to-folder',
  severity: 'info',
  optional: true,
  wording: (a) => `The link's target ${a.target} is a folder. Link to a file in it.`,
  *check({ links, files }) {
    for (const { target, line, column } of links()) {
      if (target !== null && files?.kindOf(target) === 'folder')
        yield { at: { line, column }, args: { target } };
    }
  },
};
