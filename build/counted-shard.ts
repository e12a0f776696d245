import { VarintWriter } from '../schema/varint.js';
import { MOST_FREQUENCY, type Shard } from './postings-shard.js';

/**
 * Makes the postings that `ShardBuilder` makes, straight from counts that are at hand. For builds that share them:
 * there, handing the terms through FlexSearch would be most of the work.
 */
export class CountedShard {
  /** Units and frequencies in turn, by term. */
  readonly #postings = new Map<string, number[]>();

  /** Adds a unit by how often each term occurs in it. Numbers of units rise. */
  add(unit: number, counts: ReadonlyMap<string, number>): void {
    for (const [term, count] of counts) {
      const pairs = this.#postings.get(term);
      const frequency = Math.min(count, MOST_FREQUENCY);
      if (pairs === undefined) this.#postings.set(term, [unit, frequency]);
      else pairs.push(unit, frequency);
    }
  }

  pack(): Shard {
    const terms = [...this.#postings.keys()].sort();
    const bytes = new VarintWriter(terms.length * 8);
    for (const term of terms) {
      const pairs = this.#postings.get(term)!;
      bytes.write(pairs.length / 2);
      let last = -1;
      for (let i = 0; i < pairs.length; i += 2) {
        bytes.write(pairs[i]! - last - 1);
        bytes.write(pairs[i + 1]!);
        last = pairs[i]!;
      }
    }
    return { terms, postings: bytes.bytes() };
  }
}
