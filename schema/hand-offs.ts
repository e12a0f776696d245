import { findLimit } from './hand-off-limits.js';
import { namesOf } from './hand-off-names.js';
import { findRedirects } from './hand-off-redirects.js';
import { bracketAround, type Span, segments } from './hand-off-segments.js';

/** A part of a description that says what a skill is not for, or which other one is. */
export interface HandOff extends Span {
  /** Words that look like skills' names, in the order of the text; which of them are skills is for the caller to say. */
  readonly names: readonly string[];
  readonly clause: string;
}

export interface SplitDescription {
  /** What the description says of the skill itself. */
  readonly own: string;
  /** In the order of the text; spans are in UTF-16 code units of the description. */
  readonly handOffs: readonly HandOff[];
}

/**
 * Takes the clauses out of a description that lead elsewhere: 'NOT for X (use y)', 'For X -> y', 'Do NOT use for X',
 * 'See y for X', 'use y instead', 不适用于 X. `self` is the skill's own name, which is never elsewhere.
 */
export function splitHandOffs(description: string, self = ''): SplitDescription {
  const spans = clausesOf(description, self);
  const handOffs = spans.map(({ start, end }) => {
    const clause = description.slice(start, end).trim();
    return { names: namesOf(clause).filter((name) => name !== self), clause, start, end };
  });
  const starts = [0, ...spans.map(({ end }) => end)];
  const ends = [...spans.map(({ start }) => start), description.length];
  const kept = starts.map((start, i) => description.slice(start, ends[i]).trim());
  return { own: kept.filter((part) => part !== '').join(' '), handOffs };
}

/** A longer description is looked at up to here; the rest is the skill's own. */
const LONGEST = 10_000;
const LIST_BEGINS = /[:：]\**\s*(?:[-*•]\s[\s\S]*)?$/;
const LIST_ITEM = /^[-*•]\s/;

function clausesOf(text: string, self: string): Span[] {
  const found: Span[] = [];
  for (const { start, end } of segments(text.slice(0, LONGEST))) {
    const sentence = text.slice(start, end);
    const last = found.at(-1);
    const follows = last?.end === start;
    const isItem = follows && LIST_ITEM.test(sentence) && LIST_BEGINS.test(text.slice(last.start, last.end));
    if (isItem) found.splice(-1, 1, { start: last.start, end });
    else for (const one of clausesIn(sentence, self, follows)) found.push(shift(one, start));
  }
  return apart(found);
}

/** Spans that overlap are one. */
function apart(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last === undefined || span.start >= last.end) found.push(span);
    else found.splice(-1, 1, { start: last.start, end: Math.max(last.end, span.end) });
  }
  return found;
}

/** The clauses of one sentence. */
function clausesIn(sentence: string, self: string, follows: boolean): Span[] {
  const limit = findLimit(sentence);
  if (limit === null) return findRedirects(sentence, self, follows);
  const bracket = bracketAround(sentence, limit.start);
  const end = bracket === null ? sentence.length : bracket.end - 1;
  const before = findRedirects(sentence.slice(0, limit.start), self, false);
  const after = findRedirects(sentence.slice(end), self, false).map((one) => shift(one, end));
  return [...before, { start: limit.start, end }, ...after];
}

function shift({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
