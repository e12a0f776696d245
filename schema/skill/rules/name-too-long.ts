import { hostsRefusing } from '../../host-limits.js';
import { codePointLength } from '../../text.js';
import type { Rule } from '../rule.js';
import { LIMITS } from '../shape.js';

export const nameTooLong: Rule = {
  code: 'name-too-long',
  severity: 'warning',
  severities: { spec: 'error' },
  tags: ['host'],
  wording: (a) =>
    `The name has ${a.length} characters, the limit is ${a.limit}. Not loaded by: ${[a.hosts].flat().join(', ')}. Shorten it.`,
  page: {
    why: 'Hosts that follow the specification do not load a skill with a longer name.',
    wrong: 'name: … 70 characters …',
    right: 'name: tidy-logs',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, profile, at }) {
    const { name } = document.frontmatter;
    if (typeof name !== 'string') return;
    const length = codePointLength(name.trim().normalize(profile === 'spec' ? 'NFKC' : 'NFC'));
    const hosts = hostsRefusing('nameLength', length);
    if (length > LIMITS.name) yield { at: at('name'), args: { length, limit: LIMITS.name, hosts } };
  },
};
