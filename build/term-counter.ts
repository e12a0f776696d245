import { readTerms } from '../schema/analyzer/analyse.js';
import type { Vocabulary } from '../schema/analyzer/vocabulary.js';

/** How often each term occurs in a text. */
export interface TermCounts {
  /** Terms in all, with repetitions. */
  readonly length: number;
  /** Numbers of terms and how often each occurs, in pairs. */
  readonly pairs: Uint32Array;
  /** True where some of the text is cut into bigrams. */
  readonly hasBigrams: boolean;
}

/** Counts the terms of texts, by their numbers in a vocabulary. */
export class TermCounter {
  readonly #vocabulary: Vocabulary;
  /** By term; zeros between texts. */
  #counts = new Uint32Array(1024);
  /** The terms that occur, `#distinct` of them. */
  readonly #terms: number[] = [];
  #distinct = 0;
  #length = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Counts the terms of a text that is given in pieces. */
  count(pieces: readonly string[]): TermCounts {
    for (const piece of pieces) readTerms(piece, this.#vocabulary, this);
    return this.#take();
  }

  /** Notes one occurrence of a term. */
  push(term: number): void {
    if (term >= this.#counts.length) {
      const larger = new Uint32Array(term * 2);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    const before = this.#counts[term]!;
    if (before === 0) this.#terms[this.#distinct++] = term;
    this.#counts[term] = before + 1;
    this.#length += 1;
  }

  #take(): TermCounts {
    const length = this.#length;
    const pairs = new Uint32Array(this.#distinct * 2);
    let hasBigrams = false;
    for (let i = 0; i < this.#distinct; i += 1) {
      const term = this.#terms[i]!;
      pairs[2 * i] = term;
      pairs[2 * i + 1] = this.#counts[term]!;
      this.#counts[term] = 0;
      if (this.#vocabulary.bigrams.has(term)) hasBigrams = true;
    }
    this.#distinct = 0;
    this.#length = 0;
    return { length, pairs, hasBigrams };
  }
}
