import { ANALYZER } from '../schema/analyzer/analyse.js';
import { Vocabulary } from '../schema/analyzer/vocabulary.js';
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
import type { BuildMemo } from './memo.js';
import { type MergedPostings, mergeShards } from './postings-merge.js';
import { type Shard, ShardBuilder } from './postings-shard.js';
import { TermCounter, type TermCounts } from './term-counter.js';

/** Kinds of counts of terms in a memo, whole texts and clauses. */
export const TERM_KINDS = ['terms', 'clauses'] as const;

/** What the numbers of the terms in a memo are of. */
export function vocabularyOf(memo: BuildMemo): Vocabulary {
  return memo.of('vocabulary', '', () => new Vocabulary());
}

/** The text of one skill, by field; every string is a piece of text of its own, in some fields a clause. */
export type SearchableText = Readonly<Record<FieldName, readonly string[]>> & {
  /** What `body` follows from: the same id, the same text. Absent: only the text tells. */
  readonly bodyId?: string;
};

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
      this.#memo === undefined ? this.#inShards(texts, field) : this.#atOnce(texts, field, this.#memo);
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
      const vocabulary = new Vocabulary();
      const counter = new TermCounter(vocabulary);
      texts.slice(start, start + SHARD).forEach((text, i) => {
        this.#addDocument(start + i, this.#read(text[field], counter), (unit, pairs) => {
          shard.add(unit, byTerm(pairs, vocabulary));
        });
      });
      shards.push(shard.pack());
    }
    return mergeShards(shards, this.#documentOf);
  }

  #atOnce(texts: readonly SearchableText[], field: FieldName, memo: BuildMemo): MergedPostings {
    const vocabulary = vocabularyOf(memo);
    const counter = new TermCounter(vocabulary);
    const postings = new CountedPostings();
    const kind = TERM_KINDS[this.#byClause ? 1 : 0];
    for (const [i, text] of texts.entries()) {
      const id = field === 'body' ? text.bodyId : undefined;
      const units = memo.of(kind, id ?? JSON.stringify(text[field]), () => this.#read(text[field], counter));
      this.#addDocument(i, units, (unit, pairs) => postings.add(unit, pairs));
    }
    return postings.pack(vocabulary, this.#documentOf);
  }

  #addDocument(
    document: number,
    units: readonly TermCounts[],
    add: (unit: number, pairs: TermCounts['pairs']) => void,
  ): void {
    for (const { length, pairs } of units) {
      add(this.#documentOf.length, pairs);
      this.#documentOf.push(document);
      this.#lengths.write(length);
    }
    if (this.#byClause) this.#units.write(units.length);
    if (units.some(({ hasBigrams }) => hasBigrams)) this.#bigramDocuments += 1;
  }

  #read(pieces: readonly string[], counter: TermCounter): TermCounts[] {
    if (!this.#byClause) return [counter.count(pieces)];
    return pieces.map((piece) => counter.count([piece])).filter(({ length }) => length > 0);
  }
}

function byTerm(pairs: TermCounts['pairs'], { terms }: Vocabulary): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i < pairs.length; i += 2) counts.set(terms[pairs[i]!]!, pairs[i + 1]!);
  return counts;
}
