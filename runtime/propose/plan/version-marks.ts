/** A mark of a whole version number at the end of a title or a text: `(v3)`, `[version 3]`, or `v3` behind a blank. */
const MARK = /(?:\s*[([（](?:v|ver\.?|version)\s?\d{1,6}[)\]）]|\s+(?:v|version\s)\d{1,6})$/iu;
const NUMBER = /(\d{1,6})\D?$/u;

/** A text without the version marks at its end, and their numbers as they stood. */
function cutMarks(text: string): { readonly rest: string; readonly marks: readonly string[] } {
  const marks: string[] = [];
  let rest = text;
  for (let mark = MARK.exec(rest); mark !== null; mark = MARK.exec(rest)) {
    marks.unshift(mark[0]);
    rest = rest.slice(0, mark.index);
  }
  return { rest, marks };
}

/** The text without version marks at its end: `Commits (v2)` and `Commits (v3)` are one section. */
export function withoutMarks(text: string): string {
  return cutMarks(text).rest;
}

/** Several version marks at the end of a text as one, the highest: `Commits (v2) (v3)` is `Commits (v3)`. */
export function oneMark(text: string): string {
  const { rest, marks } = cutMarks(text);
  if (marks.length < 2) return text;
  return rest + marks.reduce((best, mark) => (numberOf(mark) >= numberOf(best) ? mark : best));
}

/** The mark at the end raised to `next` where it names `current`; any other one may be of something else. */
export function raiseMark(text: string, current: number, next: number): string {
  const { marks } = cutMarks(text);
  const mark = marks.at(-1);
  if (mark === undefined || numberOf(mark) !== current) return text;
  return text.slice(0, -mark.length) + mark.replace(/\d+/u, String(next));
}

function numberOf(mark: string): number {
  return Number(NUMBER.exec(mark)![1]);
}
