/** A stretch of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The source of a pattern in which a blank stands for any white space. */
export function spaced(source: string): string {
  return source.replaceAll(' ?', '\\s*').replaceAll(' ', '\\s+');
}

/** A bracket that is not closed within this many code units is taken for a stray one. */
const LONGEST_BRACKET = 600;
const CLOSING = new Map([
  ['(', ')'],
  ['（', '）'],
]);
const MARKS = /[(（。；！？\n;.!?]/g;
/** Before a full stop that ends no sentence. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|vs|approx|incl|cf|no)|^[A-Za-z0-9])$/i;

/**
 * Cuts a text where a sentence or a part behind a semicolon ends, outside of brackets. Spans hold their end mark and
 * the blanks behind it, so that all of them together are the text.
 */
export function segments(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (let at = nextMark(text, 0); at < text.length; at = nextMark(text, at + 1)) {
    const closed = closingBracket(text, at);
    if (closed !== null) at = closed;
    if (!endsAt(text, at, start)) continue;
    let end = at + 1;
    while (end < text.length && /[\s"'”’)*]/.test(text[end]!)) end += 1;
    spans.push({ start, end });
    start = end;
    at = end - 1;
  }
  if (start < text.length) spans.push({ start, end: text.length });
  return spans;
}

/** Where a bracket or the end of a part may stand next; the text's end where nowhere. */
function nextMark(text: string, from: number): number {
  MARKS.lastIndex = from;
  return MARKS.test(text) ? MARKS.lastIndex - 1 : text.length;
}

/** The outermost bracket around a place, from its opening to behind its closing; null where there is none. */
export function bracketAround(text: string, place: number): Span | null {
  for (let at = 0; at < place; at += 1) {
    const closed = closingBracket(text, at);
    if (closed === null) continue;
    if (place <= closed) return { start: at, end: closed + 1 };
    at = closed;
  }
  return null;
}

/** Where the bracket that opens at `at` is closed; null where none opens there, or it stays open. */
function closingBracket(text: string, at: number): number | null {
  const close = CLOSING.get(text[at]!);
  if (close === undefined) return null;
  let depth = 0;
  for (let i = at; i < Math.min(text.length, at + LONGEST_BRACKET); i += 1) {
    if (text[i] === text[at]) depth += 1;
    else if (text[i] === close) depth -= 1;
    if (depth === 0) return i;
  }
  return null;
}

function endsAt(text: string, at: number, start: number): boolean {
  const mark = text[at]!;
  const next = text[at + 1];
  if ('。；！？'.includes(mark)) return true;
  if (mark === '\n') return next === undefined || /[\n*•#-]/.test(next) || isLabel(text, at + 1);
  if (mark === ';') return next === undefined || /\s/.test(next);
  if (!'.!?'.includes(mark) || !/^(?:["'”’)*]{0,3}(?:\s|$))/.test(text.slice(at + 1, at + 5))) return false;
  return mark !== '.' || !ABBREVIATION.test(text.slice(Math.max(start, at - 8), at));
}

/** A line such as `Triggers: ...` begins something new. */
function isLabel(text: string, at: number): boolean {
  return /^[A-Z][\w ]{1,30}:/.test(text.slice(at, at + 33));
}
