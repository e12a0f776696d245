import { ANALYZER, analyse, isBigramTerm } from '../schema/analyzer/analyse.js';
import { toBase64 } from '../schema/codec.js';
import type { LexicalSection, PackedField } from '../schema/index.types.js';
import {
  CLAUSE_FIELDS,
  DEFAULT_PROFILE,
  FIELDS,
  type FieldName,
  type SearchProfile,
} from '../schema/profile.js';
import { VarintWriter } from '../schema/varint.js';
import { CountedPostings } from './counted-postings.js';
import { type BuildMemo, remembered } from './memo.js';
import { type MergedPostings, mergeShards } from './postings-merge.js';
import { type Shard, ShardBuilder } from './postings-shard.js';

/** The text of one skill, by field; every string is a piece of text of its own, in some fields a clause. */
export type SearchableText = Readonly<Record<FieldName, readonly string[]>>;

/** Documents that FlexSearch holds at once: its postings take some twenty times what they take packed. */
const SHARD = 256;

/** Builds the exact BM25 index of a collection; document numbers are positions in `texts`. */
export function buildLexical(
  texts: readonly SearchableText[],
  profile: SearchProfile = DEFAULT_PROFILE,
  memo?: BuildMemo,
): LexicalSection {
  const fields = FIELDS.map((field) => [
    field,
    new FieldBuilder(CLAUSE_FIELDS.has(field), memo).build(texts, field),
  ]);
  return {
    analyzer: { ...ANALYZER },
    profile: structuredClone(profile),
    documents: texts.length,
    fields: Object.fromEntries(fields) as LexicalSection['fields'],
  };
}

/** Packs one field. A unit is what is scored: a document's whole text, or one of its clauses. */
class FieldBuilder {
  readonly #byClause: boolean;
  readonly #memo: BuildMemo | undefined;
  readonly #lengths = new VarintWriter(1024);
  readonly #units = new VarintWriter(1024);
  /** Document of each unit. */
  readonly #documentOf: number[] = [];
  #bigramDocuments = 0;

  constructor(byClause: boolean, memo: BuildMemo | undefined) {
    this.#byClause = byClause;
    this.#memo = memo;
  }

  build(texts: readonly SearchableText[], field: FieldName): PackedField {
    const { terms, sizes, postings } =
      this.#memo === undefined ? this.#inShards(texts, field) : this.#atOnce(texts, field);
    return {
      lengths: toBase64(this.#lengths.bytes()),
      ...(this.#byClause ? { units: toBase64(this.#units.bytes()) } : {}),
      bigramDocuments: this.#bigramDocuments,
      terms: terms.join('\n'),
      sizes: toBase64(sizes),
      postings: toBase64(postings),
    };
  }

  #inShards(texts: readonly SearchableText[], field: FieldName): MergedPostings {
    const shards: Shard[] = [];
    for (let start = 0; start < texts.length; start += SHARD) {
      const shard = new ShardBuilder();
      texts.slice(start, start + SHARD).forEach((text, i) => {
        this.#addDocument(start + i, text[field], shard);
      });
      shards.push(shard.pack());
    }
    return mergeShards(shards, this.#documentOf);
  }

  #atOnce(texts: readonly SearchableText[], field: FieldName): MergedPostings {
    const postings = new CountedPostings();
    for (const [i, text] of texts.entries()) this.#addDocument(i, text[field], postings);
    return postings.pack(this.#documentOf);
  }

  #addDocument(document: number, pieces: readonly string[], shard: Pick<ShardBuilder, 'add'>): void {
    const kind = this.#byClause ? 'clauses' : 'terms';
    const { units, hasBigrams } = remembered(this.#memo, kind, pieces.join('\0'), () => this.#read(pieces));
    for (const { length, counts } of units) {
      shard.add(this.#documentOf.length, counts);
      this.#documentOf.push(document);
      this.#lengths.write(length);
    }
    if (this.#byClause) this.#units.write(units.length);
    if (hasBigrams) this.#bigramDocuments += 1;
  }

  #read(pieces: readonly string[]) {
    const terms = pieces.map(analyse);
    const units = this.#byClause ? terms.filter((unit) => unit.length > 0) : [terms.flat()];
    return {
      units: units.map((unit) => ({ length: unit.length, counts: countTerms(unit) })),
      hasBigrams: units.some((unit) => unit.some(isBigramTerm)),
    };
  }
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
