import type { Rule } from '../rule.js';

export const linkToFolder: Rule = {
  code: 'link-to-folder',
  severity: 'info',
  optional: true,
  tags: ['links'],
  wording: (a) => `The link's target ${a.target} is a folder. Link to a file in it.`,
  page: {
    why: 'A folder is no text to read: an agent has to guess which of its files is meant.',
    wrong: 'Read [the references](references/).',
    right: 'Read [the overview](references/overview.md).',
  },
  *check({ links, files }) {
    for (const { target, line, column } of links()) {
      if (target !== null && files?.kindOf(target) === 'folder')
        yield { at: { line, column }, args: { target } };
    }
  },
};
