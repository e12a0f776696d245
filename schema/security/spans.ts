import type { Span } from './scanned-text.js';

/** How much is read behind a word at least, and before it at most: a sentence can run on, a line can be a megabyte. */
const REACH = 500;

/**
 * The parts of a text that stand near some places, in order and apart from one another: the line of the place, the one
 * above and the one below, as far as they are near. Takes time linear in the text's length.
 *
 * @param places ascending
 */
export function spansAround(text: string, places: readonly number[]): Span[] {
  const spans: Span[] = [];
  let next = 0;
  for (const at of places) {
    if (at < next) continue;
    const before = text.slice(Math.max(0, at - REACH), at);
    const behind = text.slice(at, at + 2 * REACH);
    const own = behind.indexOf('\n');
    const below = own < 0 ? -1 : behind.indexOf('\n', own + 1);
    const line = before.lastIndexOf('\n');
    const above = line < 0 ? 0 : line === 0 ? 1 : before.lastIndexOf('\n', line - 1) + 1;
    spans.push({ start: at - before.length + above, end: at + (below < 0 ? behind.length : below) });
    next = at + Math.max(1, Math.min(own < 0 ? REACH : own, REACH));
  }
  return merged(spans);
}

function merged(spans: Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (last === undefined || span.start > last.end) out.push(span);
    else out[out.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return out;
}
