import { type MergedPostings, PostingsWriter } from './postings-merge.js';
import { MOST_FREQUENCY } from './postings-shard.js';

/**
 * Makes the postings that shards give when they are merged, straight from counts that are at hand. For builds that share
 * them: there, handing the terms through FlexSearch would be most of the work.
 */
export class CountedPostings {
  /** Units and frequencies in turn, by term. */
  readonly #pairs = new Map<string, number[]>();

  /** Adds a unit by how often each term occurs in it. Numbers of units rise. */
  add(unit: number, counts: ReadonlyMap<string, number>): void {
    for (const [term, count] of counts) {
      const pairs = this.#pairs.get(term);
      const frequency = Math.min(count, MOST_FREQUENCY);
      if (pairs === undefined) this.#pairs.set(term, [unit, frequency]);
      else pairs.push(unit, frequency);
    }
  }

  /** @param documentOf document of each unit */
  pack(documentOf: readonly number[]): MergedPostings {
    const terms = [...this.#pairs.keys()].sort();
    const writer = new PostingsWriter(terms, documentOf);
    for (const term of terms) writer.write(this.#pairs.get(term)!);
    return writer.packed();
  }
}
