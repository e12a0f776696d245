import { secretFound } from '../../../schema/check-kinds.js';
import { type Finding, finding } from '../../../schema/diagnostic.js';
import { positionIndex } from '../../../schema/text.js';
import { formatMessage } from '../trailers.js';
import { type NewText, newTexts } from './new-text.js';
import { openSecretRules } from './secret-rules.js';
import type { ProposalCheck } from './types.js';

/** How a finding calls the commit's message, which is written, too. */
export const MESSAGE_FILE = 'COMMIT_EDITMSG';

/** How a finding calls the commit's author. */
export const AUTHOR_FILE = 'COMMIT_AUTHOR';

/** Refuses new lines, messages and authors that hold what looks like a secret, unless a person allows it. */
export const secrets: ProposalCheck = {
  name: 'secrets',
  async run({ plan, options }) {
    const { author } = options;
    const texts = [
      ...newTexts(plan.changes),
      whole(MESSAGE_FILE, formatMessage(plan)),
      ...(author === undefined ? [] : [whole(AUTHOR_FILE, `${author.name}\n${author.email}`)]),
    ];
    const severity = options.allowSecrets === true ? 'warning' : 'error';
    const scan = await openSecretRules();
    const found = new Map<string, Finding>();
    for (const { path, text, lines } of texts) {
      const place = positionIndex(text);
      for (const { rule, kind, start, end } of await scan(path, text)) {
        const at = place(start);
        if (!isNew(at.line, place(Math.max(end - 1, start)).line, lines)) continue;
        const one = finding(secretFound, path, at, { rule, kind }, { severity });
        found.set(JSON.stringify(one), one);
      }
    }
    return { findings: [...found.values()], notes: [] };
  },
};

function whole(path: string, text: string): NewText {
  return { path, text, lines: new Set(text.split('\n').map((_, i) => i + 1)) };
}

function isNew(first: number, last: number, lines: ReadonlySet<number>): boolean {
  for (let line = first; line <= last; line++) if (lines.has(line)) return true;
  return false;
}
