import { excerpt } from '../../text.js';
import { type NameFault, nameFault } from '../name.js';
import type { Rule } from '../rule.js';

const WORDS: Readonly<Record<NameFault['problem'], string>> = {
  'upper-case': 'has an upper-case letter',
  character: 'has a character that is no letter, digit or hyphen',
  'leading-hyphen': 'starts with a hyphen',
  'trailing-hyphen': 'ends with a hyphen',
  'double-hyphen': 'has two hyphens in a row',
};

export const namePattern: Rule = {
  code: 'name-pattern',
  severity: 'warning',
  severities: { spec: 'error' },
  tags: ['host'],
  wording: (a) =>
    `The name "${a.name}" ${WORDS[a.problem as NameFault['problem']] ?? 'is not spelt as names are'} (${a.character} at character ${a.index})${a.ascii === true ? '; only a to z, 0 to 9 and hyphens are taken' : ''}. Use lower-case letters, digits and single hyphens between them.`,
  page: {
    why: 'Hosts make commands and paths of the name, and strict ones refuse other characters.',
    wrong: 'name: Tidy_Logs',
    right: 'name: tidy-logs',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, profile, at }) {
    const { name } = document.frontmatter;
    if (typeof name !== 'string' || name.trim() === '') return;
    const ascii = profile === 'claude-code';
    // The reference validator compares names in NFKC; the others as they are shown.
    const form = name.trim().normalize(profile === 'spec' ? 'NFKC' : 'NFC');
    const found = nameFault(form, ascii);
    if (!found) return;
    const { problem, character, index, fix } = found;
    yield { at: at('name'), args: { name: excerpt(name), problem, character, index, ascii }, fix };
  },
};
