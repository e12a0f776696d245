import { excerpt } from '../../text.js';
import type { SecurityRule } from '../rule.js';

/** `!` in front of a code span, at the start of a line or behind white space or a colon, as Claude Code reads it. */
const EXPANSION = /(?:^|[\s:(*])!`([a-z./$~"{][^`\n]{1,400})`/gimu;
/** What goes out to a network, reads keys or takes things away. */
const REACHES =
  /\b(?:curl|wget|nc|ncat|ssh|scp|base64|eval|rm|sudo|printenv|env|chmod|iwr|invoke-\w+)\b|\.(?:ssh|aws|netrc|env)\b/iu;

export const loadTimeCommand: SecurityRule = {
  code: 'load-time-command',
  severity: 'info',
  checkOnly: true,
  tags: ['security'],
  wording: (a) =>
    `Claude Code runs \`${a.command}\` when the skill is loaded, before the agent or the user sees it. Keep it only if it does nothing but read the project.`,
  page: {
    why: 'A code span behind an exclamation mark runs as the text is put together: no permission is asked for. Commands that reach a network, keys or files to delete are a warning, others a note.',
    wrong: 'Status: !`curl -s https://status.example/now`',
    right: 'Run `git status --short` first.',
    source: 'https://code.claude.com/docs/en/skills',
  },
  needles: ['!`'],
  *scan(text) {
    if (!/(?:^|\/)SKILL\.md$/u.test(text.path)) return;
    for (const { offset, found, group: command } of text.find(EXPANSION)) {
      yield {
        offset: offset + found.indexOf('!`'),
        args: { command: excerpt(command!) },
        severity: REACHES.test(command!) ? 'warning' : 'info',
      };
    }
  },
};
