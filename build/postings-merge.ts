import { VarintWriter } from '../schema/varint.js';
import type { Shard } from './postings-shard.js';

/** Postings of all units, as the artifact keeps them. */
export interface MergedPostings {
  readonly terms: readonly string[];
  /** Bytes of each term's postings, as varints. */
  readonly sizes: Uint8Array;
  readonly postings: Uint8Array;
}

/** Reads a shard's terms one after the other. */
class ShardReader {
  readonly #shard: Shard;
  #term = 0;
  #at = 0;

  constructor(shard: Shard) {
    this.#shard = shard;
  }

  get term(): string | undefined {
    return this.#shard.terms[this.#term];
  }

  /** Appends the units and frequencies of this term, in pairs, and goes on to the next term. */
  take(pairs: number[]): void {
    const units = this.#next();
    let last = -1;
    for (let i = 0; i < units; i += 1) {
      last += this.#next() + 1;
      pairs.push(last, this.#next());
    }
    this.#term += 1;
  }

  #next(): number {
    let value = 0;
    let scale = 1;
    let byte = 128;
    while (byte > 127) {
      byte = this.#shard.postings[this.#at++]!;
      value += (byte & 127) * scale;
      scale *= 128;
    }
    return value;
  }
}

/**
 * Joins the postings of shards whose units follow one another.
 *
 * @param documentOf document of each unit: a term's document frequency counts a document once, however many of its units
 * have the term
 */
export function mergeShards(shards: readonly Shard[], documentOf: readonly number[]): MergedPostings {
  const readers = shards.map((shard) => new ShardReader(shard));
  const terms = [...new Set(shards.flatMap((shard) => shard.terms))].sort();
  const writer = new PostingsWriter(terms, documentOf);
  const pairs: number[] = [];
  for (const term of terms) {
    pairs.length = 0;
    for (const reader of readers) if (reader.term === term) reader.take(pairs);
    writer.write(pairs);
  }
  return writer.packed();
}

/** Writes the postings of terms, one after the other. */
export class PostingsWriter {
  readonly #terms: readonly string[];
  readonly #documentOf: readonly number[];
  readonly #sizes: VarintWriter;
  readonly #postings: VarintWriter;

  /**
   * @param terms all of them, in the order that they are written in
   * @param documentOf document of each unit
   */
  constructor(terms: readonly string[], documentOf: readonly number[]) {
    this.#terms = terms;
    this.#documentOf = documentOf;
    this.#sizes = new VarintWriter(terms.length * 2);
    this.#postings = new VarintWriter(terms.length * 8);
  }

  /** The next term's units, rising, and frequencies: pairs in a range of a list. */
  write(pairs: ArrayLike<number>, from = 0, to = pairs.length): void {
    const postings = this.#postings;
    const before = postings.length;
    postings.write(this.#documentFrequency(pairs, from, to));
    let last = -1;
    for (let i = from; i < to; i += 2) {
      postings.write(pairs[i]! - last - 1);
      postings.write(pairs[i + 1]!);
      last = pairs[i]!;
    }
    this.#sizes.write(postings.length - before);
  }

  #documentFrequency(pairs: ArrayLike<number>, from: number, to: number): number {
    let count = 0;
    let last = -1;
    for (let i = from; i < to; i += 2) {
      const document = this.#documentOf[pairs[i]!]!;
      if (document !== last) count += 1;
      last = document;
    }
    return count;
  }

  packed(): MergedPostings {
    return { terms: this.#terms, sizes: this.#sizes.bytes(), postings: this.#postings.bytes() };
  }
}
