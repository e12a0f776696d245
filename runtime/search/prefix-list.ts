/** Many short texts, to find which of them stand at a place of a long one: one binary search a place. */
export class PrefixList {
  /** Sorted by code unit, each once. */
  readonly #texts: readonly string[];
  /** For each text, the longest other one that it begins with, or -1. */
  readonly #shorter: Int32Array;
  /** Code units that a text begins with: most places of a long text are passed over by them. */
  readonly #first: ReadonlySet<number>;
  /** Code units of the longest text. */
  readonly #longest: number;

  constructor(texts: Iterable<string>) {
    this.#texts = [...new Set(texts)].filter((text) => text !== '').sort();
    this.#shorter = shorterOnes(this.#texts);
    this.#first = new Set(this.#texts.map((text) => text.charCodeAt(0)));
    this.#longest = this.#texts.reduce((most, { length }) => Math.max(most, length), 0);
  }

  /** The texts that stand at an offset of `long`, longest first. */
  at(long: string, offset: number): string[] {
    if (!this.#first.has(long.charCodeAt(offset))) return [];
    const part = long.slice(offset, offset + this.#longest);
    let found = this.#lastUpTo(part);
    // Whatever `part` begins with, the last text that is not behind it begins with, too.
    while (found >= 0 && !part.startsWith(this.#texts[found]!)) found = this.#shorter[found]!;
    const texts: string[] = [];
    for (; found >= 0; found = this.#shorter[found]!) texts.push(this.#texts[found]!);
    return texts;
  }

  /** Place of the last text that does not sort behind `part`, or -1. */
  #lastUpTo(part: string): number {
    let low = 0;
    let high = this.#texts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#texts[middle]! <= part) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function shorterOnes(sorted: readonly string[]): Int32Array {
  const shorter = new Int32Array(sorted.length);
  const open: number[] = [];
  sorted.forEach((text, i) => {
    while (open.length > 0 && !text.startsWith(sorted[open.at(-1)!]!)) open.pop();
    shorter[i] = open.at(-1) ?? -1;
    open.push(i);
  });
  return shorter;
}
