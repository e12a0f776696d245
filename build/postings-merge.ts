import { VarintWriter } from '../schema/varint.js';
import type { Shard } from './postings-shard.js';

/** Postings of all documents, as the artifact keeps them. */
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

  /** Appends the documents and frequencies of this term, in pairs, and goes on to the next term. */
  take(pairs: number[]): void {
    const documents = this.#next();
    let last = -1;
    for (let i = 0; i < documents; i += 1) {
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

/** Joins the postings of shards whose documents follow one another. */
export function mergeShards(shards: readonly Shard[]): MergedPostings {
  const readers = shards.map((shard) => new ShardReader(shard));
  const terms = [...new Set(shards.flatMap((shard) => shard.terms))].sort();
  const sizes = new VarintWriter(terms.length * 2);
  const postings = new VarintWriter(terms.length * 8);
  const pairs: number[] = [];
  for (const term of terms) {
    pairs.length = 0;
    for (const reader of readers) if (reader.term === term) reader.take(pairs);
    const before = postings.length;
    writePairs(pairs, postings);
    sizes.write(postings.length - before);
  }
  return { terms, sizes: sizes.bytes(), postings: postings.bytes() };
}

function writePairs(pairs: readonly number[], postings: VarintWriter): void {
  postings.write(pairs.length / 2);
  let last = -1;
  for (let i = 0; i < pairs.length; i += 2) {
    postings.write(pairs[i]! - last - 1);
    postings.write(pairs[i + 1]!);
    last = pairs[i]!;
  }
}
