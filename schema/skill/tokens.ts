/** Estimated tokens: of the listing line that an agent always sees, and of the body that it loads. */
export interface TokenEstimate {
  readonly listing: number;
  readonly body: number;
}

export function estimateTokens(name: string, description: string, body: string): TokenEstimate {
  return { listing: tokensOf(`${name}: ${description}`), body: tokensOf(body) };
}

/**
 * An estimate that needs no tokenizer: a quarter token for each ASCII character, half a one for each other character
 * below U+2E80 (European and Middle Eastern letters, arrows, box lines), one for each of the rest (CJK, emoji).
 * Common tokenizers lie within about a quarter of it on prose and code; it serves budgets, not bills.
 */
export function tokensOf(text: string): number {
  let quarters = text.length;
  for (const [run] of text.matchAll(/[^\0-\x7f]+/g)) {
    for (let i = 0; i < run.length; i++) {
      const unit = run.charCodeAt(i);
      // Half of a surrogate pair is half a character.
      quarters += unit < 0x2e80 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 3;
    }
  }
  return Math.ceil(quarters / 4);
}
