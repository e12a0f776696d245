import type { Rule } from '../rule.js';

export const nameNotText: Rule = {
  code: 'name-not-text',
  severity: 'error',
  tags: ['file'],
  wording: (a) =>
    `The name is a ${a.found}, not text. Put it in quotes, or write the folder's name "${a.folder}".`,
  page: {
    why: 'YAML reads `123` as a number and `yes` as true: hosts then find no name.',
    wrong: 'name: 2024',
    right: 'name: "2024"',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, folderName, at }) {
    const { name } = document.frontmatter;
    if (name === undefined || name === null || typeof name === 'string') return;
    const found = Array.isArray(name) ? 'list' : typeof name === 'object' ? 'map' : typeof name;
    const fix = typeof name === 'object' ? undefined : `"${name}"`;
    yield { at: at('name'), args: { found, folder: folderName ?? '' }, fix };
  },
};
