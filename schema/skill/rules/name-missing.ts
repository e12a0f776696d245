import type { Rule } from '../rule.js';

export const nameMissing: Rule = {
  code: 'name-missing',
  severity: 'error',
  tags: ['file'],
  wording: (a) => `The name is missing. It is read as the folder's, "${a.folder}": write it as "name:".`,
  page: {
    why: "Hosts that follow the specification refuse the file. Here the folder's name stands in.",
    wrong: '---\ndescription: Tidies log files.\n---',
    right: '---\nname: tidy-logs\ndescription: Tidies log files.\n---',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, folderName, keyAt }) {
    const { name } = document.frontmatter;
    const empty = name === null || (typeof name === 'string' && name.trim() === '');
    if (name === undefined || empty) yield { at: keyAt('name'), args: { folder: folderName ?? '' } };
  },
};
