import type { Rule } from '../rule.js';

export const nameMissing: Rule = {
  code: 'name-missing',
  severity: 'error',
  wording: (a) => `The name is missing. It is read as the folder's, "${a.folder}": write it as "name:".`,
  *check({ document, folderName, keyAt }) {
    const { name } = document.frontmatter;
    const empty = name === null || (typeof name === 'string' && name.trim() === '');
    if (name === undefined || empty) yield { at: keyAt('name'), args: { folder: folderName ?? '' } };
  },
};
