import type { Identity, Plan } from '../types.js';
import { addressHeader, mailDate, textHeader } from './mail-header.js';
import { quotedPrintable } from './quoted-printable.js';
import { applicableDiff } from './unified-diff.js';

/** The date by which programs know a mailbox that git made. */
const MAGIC = 'Mon Sep 17 00:00:00 2001';

/** Longest line that is sent as it is, in UTF-16 code units; in UTF-8 it stays below mail's limit of 998 bytes. */
const LINE_LIMIT = 300;

/** What git takes for the start of the patch within a commit message (`patchbreak` of its mailinfo.c). */
const PATCH_START = /^(?:diff -|Index: |--- ?\S|---\s*$)/;

/** What git takes for a header at the top of a body. */
const BODY_HEADER = /^(?:>From\s|\[PATCH\]\s|(?:From|Subject|Date):)/i;

/**
 * A proposal as a mail that `git am` takes. `message` is the whole commit message, `at` in Unix seconds, `base` the id
 * of the commit that it applies to. A message line that git would take for the patch gets a blank before it; git
 * itself reads leading `[…]` and `Re:` out of a subject, and an author's name of less than 3 or more than 60 bytes
 * as no name.
 *
 * @throws SkillgraftError `patch-binary`
 */
export function formatPatch(
  plan: Pick<Plan, 'changes'>,
  message: string,
  author: Identity,
  at: number,
  base: string,
): string {
  const { subject, body } = splitMessage(message);
  const from = addressHeader('From', author);
  const diff = applicableDiff(plan.changes, base.length === 64 ? 'sha256' : 'sha1');
  const top = BODY_HEADER.test(body) ? `${from}\n\n` : '';
  const content = `${top}${body}---\n\n${diff}\nbase-commit: ${base}\n-- \nskillgraft\n`;
  const encode = needsEncoding(content);
  return [
    `From ${'0'.repeat(base.length)} ${MAGIC}`,
    from,
    `Date: ${mailDate(at)}`,
    textHeader('Subject', `[PATCH] ${subject}`),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    `Content-Transfer-Encoding: ${encode ? 'quoted-printable' : '8bit'}`,
    '',
    `${encode ? quotedPrintable(content) : content}\n`,
  ].join('\n');
}

/** The first paragraph is the subject; the rest ends with one line feed, or is empty. */
function splitMessage(message: string): { subject: string; body: string } {
  const text = message.replace(/^\s*\n/, '').trimEnd();
  const end = /\n\s*\n/.exec(text);
  if (end === null) return { subject: text, body: '' };
  const lines = text.slice(end.index + end[0].length).split('\n');
  const body = lines.map((line) => (PATCH_START.test(line) ? ` ${line}` : line)).join('\n');
  return { subject: text.slice(0, end.index), body: `${body}\n` };
}

function needsEncoding(content: string): boolean {
  if (/[\x00-\x08\x0b-\x1f\x7f]|^>*From /m.test(content)) return true;
  return content.split('\n').some((line) => line.length > LINE_LIMIT);
}
