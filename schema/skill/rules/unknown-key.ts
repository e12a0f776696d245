import { excerpt } from '../../text.js';
import type { Rule } from '../rule.js';

const SPECIFICATION = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];

/** The keys that Claude Code documents beyond the specification's. */
const CLAUDE_CODE = [
  'when_to_use',
  'argument-hint',
  'arguments',
  'disable-model-invocation',
  'user-invocable',
  'disallowed-tools',
  'model',
  'effort',
  'context',
  'agent',
  'background',
  'hooks',
  'paths',
  'shell',
];

const KNOWN = { spec: new Set(SPECIFICATION), 'claude-code': new Set([...SPECIFICATION, ...CLAUDE_CODE]) };

export const unknownKey: Rule = {
  code: 'unknown-key',
  severity: 'info',
  severities: { spec: 'error' },
  profiles: ['spec', 'claude-code'],
  tags: ['host'],
  wording: (a) =>
    a.profile === 'spec'
      ? `The specification has no key "${a.key}", and strict hosts refuse the file. ${CLAUDE_CODE.includes(`${a.key}`) ? 'Claude Code reads it where it is, and not in metadata: keep it there if it has to act.' : 'Move it into metadata.'}`
      : `Claude Code does not read the key "${a.key}". It may stay; metadata is the place for it.`,
  page: {
    why: 'Strict hosts refuse a file with keys that they do not know; others pass over them.',
    wrong: '---\nname: tidy-logs\nteam: ops\n---',
    right: '---\nname: tidy-logs\nmetadata:\n  team: ops\n---',
    language: 'yaml',
    source: 'https://agentskills.io/specification',
  },
  *check({ document, profile, keyAt }) {
    if (profile === 'lenient') return;
    for (const key of Object.keys(document.frontmatter)) {
      if (!KNOWN[profile].has(key)) yield { at: keyAt(key), args: { key: excerpt(key), profile } };
    }
  },
};
