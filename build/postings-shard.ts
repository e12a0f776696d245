import { Index } from 'flexsearch';
import { VarintWriter } from '../schema/varint.js';

/** Term frequencies are capped here: what two bytes of a varint hold, which readers rely on. */
export const MOST_FREQUENCY = 16_383;

/** Postings of some units, packed: for each term how many have it, then deltas of unit numbers and frequencies. */
export interface Shard {
  /** Sorted by code unit. */
  readonly terms: readonly string[];
  readonly postings: Uint8Array;
}

/** FlexSearch's postings: for each term, an array whose slot index is the term frequency less one. */
type SlotPostings = ReadonlyMap<string, readonly (readonly number[] | undefined)[]>;

/** Has FlexSearch make the postings of some units: documents, or clauses of them. */
export class ShardBuilder {
  #terms: string[] = [];
  #frequencies: number[] = [];
  readonly #index = new Index({
    tokenize: 'strict',
    resolution: MOST_FREQUENCY,
    encode: () => this.#terms,
    // The slot says the term frequency, so that the postings give exact BM25; FlexSearch's own ranking is not used.
    score: (_content: unknown, _term: string, i: number) =>
      Math.min(this.#frequencies[i]!, MOST_FREQUENCY) - 1,
  });

  /** Adds a unit by how often each term occurs in it. Numbers of units rise. */
  add(unit: number, counts: ReadonlyMap<string, number>): void {
    if (counts.size === 0) return;
    this.#terms = [...counts.keys()];
    this.#frequencies = [...counts.values()];
    // The text itself is not needed: the encoder above answers with the terms, the scorer with their frequencies.
    this.#index.add(unit, 'x');
  }

  pack(): Shard {
    const postings = (this.#index as unknown as { map: SlotPostings }).map;
    const terms = [...postings.keys()].sort();
    const bytes = new VarintWriter(terms.length * 8);
    for (const term of terms) packTerm(postings.get(term)!, bytes);
    return { terms, postings: bytes.bytes() };
  }
}

const SLOTS = MOST_FREQUENCY + 1;

/** The number of units, then for each its distance from the one before (less one) and the term frequency. */
function packTerm(slots: readonly (readonly number[] | undefined)[], bytes: VarintWriter): void {
  const found: number[] = [];
  slots.forEach((ids, slot) => {
    for (const id of ids ?? []) found.push(id * SLOTS + slot);
  });
  if (found.length > 1) found.sort((a, b) => a - b);
  bytes.write(found.length);
  let last = -1;
  for (const both of found) {
    const unit = Math.floor(both / SLOTS);
    bytes.write(unit - last - 1);
    bytes.write((both % SLOTS) + 1);
    last = unit;
  }
}
