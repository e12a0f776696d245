import type { Vocabulary } from '../schema/analyzer/vocabulary.js';
import { type MergedPostings, PostingsWriter } from './postings-merge.js';
import { MOST_FREQUENCY } from './postings-shard.js';

/**
 * Makes the postings that shards give when they are merged, straight from counts that are at hand. For builds that share
 * them: there, handing the terms through FlexSearch would be most of the work.
 */
export class CountedPostings {
  readonly #units: { readonly unit: number; readonly counts: Uint32Array }[] = [];

  /** Adds a unit by numbers of terms and how often each occurs in it, in pairs. Numbers of units rise. */
  add(unit: number, counts: Uint32Array): void {
    this.#units.push({ unit, counts });
  }

  /**
   * @param vocabulary what the terms' numbers are of
   * @param documentOf document of each unit
   */
  pack(vocabulary: Vocabulary, documentOf: readonly number[]): MergedPostings {
    const { terms } = vocabulary;
    // First how much each term has, one place on; summed up, where its pairs start; once they are filled in, where they end.
    const ends = new Uint32Array(terms.length + 1);
    for (const { counts } of this.#units) {
      for (let i = 0; i < counts.length; i += 2) ends[counts[i]! + 1]! += 2;
    }
    for (let term = 1; term < ends.length; term += 1) ends[term]! += ends[term - 1]!;
    const pairs = new Uint32Array(ends[terms.length]!);
    for (const { unit, counts } of this.#units) {
      for (let i = 0; i < counts.length; i += 2) {
        const at = ends[counts[i]!]!;
        pairs[at] = unit;
        pairs[at + 1] = Math.min(counts[i + 1]!, MOST_FREQUENCY);
        ends[counts[i]!] = at + 2;
      }
    }
    const startOf = (term: number): number => (term === 0 ? 0 : ends[term - 1]!);
    const used = vocabulary.inOrder().filter((term) => startOf(term) < ends[term]!);
    const writer = new PostingsWriter(
      used.map((term) => terms[term]!),
      documentOf,
    );
    for (const term of used) writer.write(pairs, startOf(term), ends[term]);
    return writer.packed();
  }
}
