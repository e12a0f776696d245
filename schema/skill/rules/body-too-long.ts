import type { Rule } from '../rule.js';
import { tokensOf } from '../tokens.js';

/** What the specification advises. */
const LINES = 500;
const TOKENS = 5000;

export const bodyTooLong: Rule = {
  code: 'body-too-long',
  severity: 'info',
  tags: ['host'],
  wording: (a) =>
    `The body has ${a.lines} lines and about ${a.tokens} tokens; the advice is at most ${a.lineLimit} and ${a.tokenLimit}. Move detail to reference files.`,
  page: {
    why: 'The whole body is loaded as soon as the skill is used, and stays in the context. What only some tasks need belongs into files that are read when they are needed.',
    wrong: '# Handbook\n… 900 lines …',
    right: '# Handbook\nFor releases read [the checklist](references/release.md).',
    source: 'https://agentskills.io/specification',
  },
  *check({ document }) {
    const lines = document.body.trimEnd().split('\n').length;
    const tokens = tokensOf(document.body);
    if (lines <= LINES && tokens <= TOKENS) return;
    yield {
      at: { line: document.bodyLine, column: 1 },
      args: { lines, tokens, lineLimit: LINES, tokenLimit: TOKENS },
    };
  },
};
