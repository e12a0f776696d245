import { analyse } from '../../schema/analyzer/analyse.js';
import { toBase64 } from '../../schema/codec.js';
import type { PackedField } from '../../schema/index.types.js';
import type { RoutingProfile, RoutingSection } from '../../schema/usage/section.js';
import { VarintWriter } from '../../schema/varint.js';
import { mergeShards } from '../postings-merge.js';
import { type Shard, ShardBuilder } from '../postings-shard.js';
import type { EvidentQuery } from './evidence.js';

/** Units that FlexSearch holds at once. */
const SHARD = 4096;

/**
 * Packs recorded queries. A unit has each of its terms once, and a term's document frequency counts units: a word that
 * is in each record of one skill is none that tells records apart.
 *
 * @param queries for each document
 */
export function packQueries(
  queries: readonly (readonly EvidentQuery[])[],
  profile: RoutingProfile,
): RoutingSection {
  const units = queries.flat();
  const counts = new VarintWriter(queries.length);
  for (const { length } of queries) counts.write(length);
  return {
    profile,
    queries: units.map(({ query }) => query),
    field: packUnits(units, counts.bytes()),
    evidence: toBase64(new Uint8Array(Int8Array.from(units, ({ evidence }) => evidence).buffer)),
  };
}

function packUnits(units: readonly EvidentQuery[], counts: Uint8Array): PackedField {
  const lengths = new VarintWriter(units.length);
  const shards: Shard[] = [];
  for (let start = 0; start < units.length; start += SHARD) {
    const shard = new ShardBuilder();
    units.slice(start, start + SHARD).forEach(({ query }, i) => {
      const terms = new Set(analyse(query));
      shard.add(start + i, new Map([...terms].map((term) => [term, 1])));
      lengths.write(terms.size);
    });
    shards.push(shard.pack());
  }
  const each = units.map((_, unit) => unit);
  const { terms, sizes, postings } = mergeShards(shards, each);
  return {
    lengths: toBase64(lengths.bytes()),
    units: toBase64(counts),
    bigramDocuments: 0,
    terms: terms.join('\n'),
    sizes: toBase64(sizes),
    postings: toBase64(postings),
  };
}
