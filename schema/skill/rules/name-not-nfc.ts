import { nfc } from '../../text.js';
import type { Rule } from '../rule.js';

export const nameNotNfc: Rule = {
  code: 'name-not-nfc',
  severity: 'warning',
  tags: ['style'],
  wording: () =>
    'The name is not in Unicode form NFC, so that it looks equal to another spelling. Write it in NFC.',
  page: {
    why: 'Two spellings of a letter look the same and are different names to a program.',
    wrong: 'name: cafe\u0301',
    right: 'name: caf\u00e9',
    language: 'yaml',
    source: 'https://www.unicode.org/reports/tr15/',
  },
  *check({ document, at }) {
    const { name } = document.frontmatter;
    if (typeof name === 'string' && nfc(name) !== name) yield { at: at('name'), fix: nfc(name).trim() };
  },
};
