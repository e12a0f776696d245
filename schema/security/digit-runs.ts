import type { Span } from './scanned-text.js';

/** A shorter run hides no command worth the name. */
const SHORTEST = 48;
const STEP = SHORTEST / 2;

/** 1 for the letters, digits and signs of base64, base64url and hexadecimal, by UTF-16 unit below 128. */
const DIGIT = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[A-Za-z0-9+/_-]/u.test(String.fromCharCode(unit)) ? 1 : 0,
);

/** Unbroken runs of 48 and more characters that base64 or hexadecimal digits may be; every 24th character is looked at. */
export function* digitRuns(text: string): Generator<Span> {
  const isDigit = (at: number): boolean => DIGIT[text.charCodeAt(at)] === 1;
  for (let at = STEP; at < text.length; at += STEP) {
    if (!isDigit(at)) continue;
    let start = at;
    while (start > 0 && at - start < STEP && isDigit(start - 1)) start--;
    let end = at + 1;
    while (end < text.length && isDigit(end)) end++;
    if (end - start >= SHORTEST) yield { start, end };
    at = Math.max(at, end - STEP);
  }
}
