import { diffArrays } from 'diff';

/** Lines of unchanged text around a change, as git gives them. */
const CONTEXT = 3;

/**
 * Texts that differ in more lines than this are shown as replaced as a whole: the time to find the shortest difference
 * grows with the square of its length.
 */
const MOST_EDITS = 2000;

const NO_NEWLINE = '\n\\ No newline at end of file\n';

interface Line {
  readonly mark: ' ' | '-' | '+';
  /** With its line feed, where it has one. */
  readonly text: string;
}

/** The hunks of a unified diff of two texts; empty where they are equal. Lines end at a line feed only. */
export function diffHunks(before: string, after: string): string {
  const lines = compareLines(splitLines(before), splitLines(after));
  let hunks = '';
  let [old, now, from] = [1, 1, 0];
  for (const [start, end] of changedRanges(lines)) {
    for (; from < start; from++) [old, now] = [old + 1, now + 1];
    const hunk = lines.slice(start, end);
    const removed = hunk.filter(({ mark }) => mark !== '+').length;
    const added = hunk.filter(({ mark }) => mark !== '-').length;
    hunks += `@@ -${range(old, removed)} +${range(now, added)} @@\n`;
    for (const { mark, text } of hunk) hunks += mark + (text.endsWith('\n') ? text : text + NO_NEWLINE);
    [old, now, from] = [old + removed, now + added, end];
  }
  return hunks;
}

/** How many lines two texts do not have in common, each on its side; null where there are too many to count them. */
export function countChangedLines(before: string, after: string): { added: number; removed: number } | null {
  const [a, b] = withoutCommonEnds(splitLines(before), splitLines(after));
  if (a.length === 0 || b.length === 0) return { added: b.length, removed: a.length };
  const parts = shortestDiff(a, b);
  if (parts === undefined) return null;
  const count = (all: typeof parts): number => all.reduce((sum, { value }) => sum + value.length, 0);
  return {
    added: count(parts.filter(({ added }) => added)),
    removed: count(parts.filter(({ removed }) => removed)),
  };
}

/** A hunk without lines on one side names the line before it there; a count of one is left out. */
function range(start: number, count: number): string {
  if (count === 1) return `${start}`;
  return `${count === 0 ? start - 1 : start},${count}`;
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Some shortest difference leaves the lines alone that both texts begin and end with. */
function withoutCommonEnds(before: string[], after: string[]): [string[], string[]] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}

/** Undefined where it takes too long to find. */
function shortestDiff(before: string[], after: string[]) {
  return diffArrays(before, after, { maxEditLength: MOST_EDITS });
}

function compareLines(before: string[], after: string[]): Line[] {
  const parts = shortestDiff(before, after) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return parts.flatMap(({ value, added, removed }) => {
    const mark = added ? '+' : removed ? '-' : ' ';
    return value.map((text): Line => ({ mark, text }));
  });
}

/** Where changes lie, from and to, with their context; ranges whose contexts touch are one. */
function changedRanges(lines: readonly Line[]): [number, number][] {
  const ranges: [number, number][] = [];
  lines.forEach(({ mark }, at) => {
    if (mark === ' ') return;
    const last = ranges.at(-1);
    const end = Math.min(lines.length, at + 1 + CONTEXT);
    if (last !== undefined && at - CONTEXT <= last[1]) last[1] = end;
    else ranges.push([Math.max(0, at - CONTEXT), end]);
  });
  return ranges;
}
