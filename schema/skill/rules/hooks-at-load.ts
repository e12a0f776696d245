import type { Rule } from '../rule.js';

export const hooksAtLoad: Rule = {
  code: 'hooks-at-load',
  severity: 'warning',
  tags: ['security'],
  wording: () =>
    'The front matter has hooks: commands that Claude Code runs by itself while the skill is in use. Keep them only where nothing else will do, and look at each.',
  page: {
    why: 'Hooks run outside of the model and of its permissions, at every tool call that they match. Whoever installs the skill seldom reads that far.',
    wrong: 'hooks:\n  PreToolUse:\n    - hooks: [{ type: command, command: ./scripts/log.sh }]',
    right: 'allowed-tools: Bash(./scripts/log.sh:*)',
    language: 'yaml',
    source: 'https://code.claude.com/docs/en/skills',
  },
  *check({ document, keyAt }) {
    const { hooks } = document.frontmatter;
    if (hooks !== undefined && hooks !== null) yield { at: keyAt('hooks') };
  },
};
