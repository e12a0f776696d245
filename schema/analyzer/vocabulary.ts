import { stem } from './stem.js';
import { STOP_WORDS } from './stopwords.js';

/** Words longer than this (encoded data, mostly) are cut, in documents and queries alike. */
const LONGEST_WORD = 64;
/** Short words of ASCII letters and digits are kept packed: as three numbers, each of so many signs, six bits a sign. */
const SIGNS = 5;
const LONGEST_PACKED = 3 * SIGNS;
/** Numbers in a slot: those of the word (the first is 0 where the slot is free), and that of its term. */
const SLOT = 4;

/** Parts of a text. */
export interface Ranges {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Numbers the terms of words in the order that they are met. Most words of a text are short repetitions: these are found
 * without a string made of them.
 */
export class Vocabulary {
  /** Terms by number. The first, of no letters, stands for words that are dropped. */
  readonly terms: string[] = [''];
  /** Numbers of terms that are cut out of a run of Han, kana or Hangul. */
  readonly bigrams = new Set<number>();
  readonly #numbers = new Map([['', 0]]);
  /** Numbers of the terms of words that are not packed. */
  readonly #words = new Map<string, number>();
  /** Packed words by their hash, in at most half of the slots. */
  #table = new Int32Array(8192 * SLOT);
  #packed = 0;
  /** Starts each hash, so that no text can be made whose words all meet in one slot. */
  readonly #seed = Math.floor(Math.random() * 0x7fffffff);
  #order: number[] = [];

  /** How many words it has met. */
  get words(): number {
    return this.#words.size + this.#packed;
  }

  /** Number of the term of a word: some parts of a text, joined, in lower case. 0 for a word that is dropped. */
  termOf(text: string, parts: Ranges, from: number, to: number): number {
    let first = 0;
    let second = 0;
    let third = 0;
    let signs = 0;
    for (let part = from; part < to; part += 1) {
      const end = parts.ends[part]!;
      for (let i = parts.starts[part]!; i < end; i += 1) {
        const unit = text.charCodeAt(i);
        const code = unit < 128 ? CODES[unit]! : 0;
        signs += 1;
        if (code === 0 || signs > LONGEST_PACKED) return this.#termOf(joined(text, parts, from, to));
        if (signs <= SIGNS) first = (first << 6) | code;
        else if (signs <= 2 * SIGNS) second = (second << 6) | code;
        else third = (third << 6) | code;
      }
    }
    const slot = this.#slotOf(first, second, third);
    if (this.#table[slot] !== 0) return this.#table[slot + 3]!;
    const term = this.numberOf(cut(joinedAscii(text, parts, from, to)));
    this.#table[slot] = first;
    this.#table[slot + 1] = second;
    this.#table[slot + 2] = third;
    this.#table[slot + 3] = term;
    this.#packed += 1;
    if (this.#packed * 2 * SLOT > this.#table.length) this.#grow();
    return term;
  }

  /** Numbers of all terms, in the order of the terms' code units. */
  inOrder(): readonly number[] {
    const known = this.#order;
    if (known.length === this.terms.length) return known;
    const order: number[] = [];
    let at = 0;
    for (const term of this.terms.slice(known.length).sort()) {
      while (at < known.length && this.terms[known[at]!]! < term) order.push(known[at++]!);
      order.push(this.#numbers.get(term)!);
    }
    while (at < known.length) order.push(known[at++]!);
    this.#order = order;
    return order;
  }

  /** Number of a term, as it stands in `terms` or comes to stand there. */
  numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.terms.push(term) - 1;
    this.#numbers.set(term, number);
    return number;
  }

  #termOf(word: string): number {
    let term = this.#words.get(word);
    if (term === undefined) {
      term = this.numberOf(cut(word));
      this.#words.set(word, term);
    }
    return term;
  }

  /** Where a packed word is, or the free slot where it belongs. */
  #slotOf(first: number, second: number, third: number): number {
    const table = this.#table;
    let hash = Math.imul(first ^ this.#seed, 0x9e3779b1);
    hash = Math.imul((hash ^ (hash >>> 15)) + second, 0x85ebca6b);
    hash = Math.imul((hash ^ (hash >>> 13)) + third, 0xc2b2ae35);
    let slot = ((hash ^ (hash >>> 16)) * SLOT) & (table.length - 1);
    while (table[slot] !== 0) {
      if (table[slot] === first && table[slot + 1] === second && table[slot + 2] === third) break;
      slot = (slot + SLOT) & (table.length - 1);
    }
    return slot;
  }

  #grow(): void {
    const table = this.#table;
    this.#table = new Int32Array(table.length * 2);
    for (let slot = 0; slot < table.length; slot += SLOT) {
      if (table[slot] === 0) continue;
      const to = this.#slotOf(table[slot]!, table[slot + 1]!, table[slot + 2]!);
      for (let i = 0; i < SLOT; i += 1) this.#table[to + i] = table[slot + i]!;
    }
  }
}

/** What each sign of a packed word is; 0 for all others. */
const CODES = new Uint8Array(128);
for (const [i, sign] of [...'abcdefghijklmnopqrstuvwxyz0123456789'].entries()) {
  CODES[sign.charCodeAt(0)] = i + 1;
  CODES[sign.toUpperCase().charCodeAt(0)] = i + 1;
}

/** A string of its own, one byte a sign: engines compare and hash such ones soonest. */
function joinedAscii(text: string, { starts, ends }: Ranges, from: number, to: number): string {
  const units: number[] = [];
  for (let part = from; part < to; part += 1) {
    for (let i = starts[part]!; i < ends[part]!; i += 1) units.push(text.charCodeAt(i) | 32);
  }
  return String.fromCharCode(...units);
}

/** Each part in lower case by itself: what a letter becomes may depend on its neighbours. */
function joined(text: string, { starts, ends }: Ranges, from: number, to: number): string {
  let word = '';
  for (let i = from; i < to; i += 1) word += text.slice(starts[i], ends[i]).toLowerCase();
  return word;
}

/** The term of a word; '' where it is dropped. */
function cut(word: string): string {
  const isDropped = word.length === 1 ? /^\p{Script=Latin}$/u.test(word) : STOP_WORDS.has(word);
  return isDropped ? '' : stem(word.slice(0, LONGEST_WORD));
}
