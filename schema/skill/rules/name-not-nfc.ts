import { nfc } from '../../text.js';
import type { Rule } from '../rule.js';

export const nameNotNfc: Rule = {
  code: 'name-not-nfc',
  severity: 'warning',
  wording: () =>
    'The name is not in Unicode form NFC, so that it looks equal to another spelling. Write it in NFC.',
  *check({ document, at }) {
    const { name } = document.frontmatter;
    if (typeof name === 'string' && nfc(name) !== name) yield { at: at('name'), fix: nfc(name).trim() };
  },
};
