import { ANALYZER, analyse } from '../schema/analyzer/analyse.js';
import { toBase64 } from '../schema/codec.js';
import type { LexicalSection, PackedField } from '../schema/index.types.js';
import { DEFAULT_PROFILE, FIELDS, type FieldName, type SearchProfile } from '../schema/profile.js';
import { VarintWriter } from '../schema/varint.js';
import { mergeShards } from './postings-merge.js';
import { type Shard, ShardBuilder } from './postings-shard.js';

/** The text of one skill, by field; every string is a piece of text of its own. */
export type SearchableText = Readonly<Record<FieldName, readonly string[]>>;

/** Documents that FlexSearch holds at once: its postings take some twenty times what they take packed. */
const SHARD = 256;

/** Builds the exact BM25 index of a collection; document numbers are positions in `texts`. */
export function buildLexical(
  texts: readonly SearchableText[],
  profile: SearchProfile = DEFAULT_PROFILE,
): LexicalSection {
  const pack = (field: FieldName): PackedField => buildField(texts, field);
  const [name, description, headings, body] = FIELDS.map(pack) as [
    PackedField,
    PackedField,
    PackedField,
    PackedField,
  ];
  return {
    analyzer: { ...ANALYZER },
    profile: { k1: profile.k1, b: profile.b, weights: { ...profile.weights } },
    documents: texts.length,
    fields: { name, description, headings, body },
  };
}

function buildField(texts: readonly SearchableText[], field: FieldName): PackedField {
  const lengths = new VarintWriter(texts.length * 2);
  const shards: Shard[] = [];
  for (let start = 0; start < texts.length; start += SHARD) {
    const shard = new ShardBuilder();
    texts.slice(start, start + SHARD).forEach((text, i) => {
      shard.add(start + i, countTerms(text[field], lengths));
    });
    shards.push(shard.pack());
  }
  const { terms, sizes, postings } = mergeShards(shards);
  return {
    lengths: toBase64(lengths.bytes()),
    terms: terms.join('\n'),
    sizes: toBase64(sizes),
    postings: toBase64(postings),
  };
}

/** How often each term occurs in a document; its length is written on the way. */
function countTerms(pieces: readonly string[], lengths: VarintWriter): Map<string, number> {
  const counts = new Map<string, number>();
  let length = 0;
  for (const piece of pieces) {
    const terms = analyse(piece);
    length += terms.length;
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  lengths.write(length);
  return counts;
}
