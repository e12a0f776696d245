import { Index } from 'flexsearch';
import { ANALYZER, analyse } from '../schema/analyzer/analyse.js';
import { toBase64 } from '../schema/codec.js';
import type { LexicalSection, PackedField } from '../schema/index.types.js';
import { DEFAULT_PROFILE, FIELDS, type FieldName, type SearchProfile } from '../schema/profile.js';
import { VarintWriter } from '../schema/varint.js';

/** The text of one skill, by field; every string is a piece of text of its own. */
export type SearchableText = Readonly<Record<FieldName, readonly string[]>>;

/** Term frequencies are capped here: what two bytes of a varint hold, which readers rely on. */
const MOST_FREQUENCY = 16_383;

/** FlexSearch's postings: for each term, an array whose slot index is the term frequency less one. */
type SlotPostings = ReadonlyMap<string, readonly (readonly number[] | undefined)[]>;

/** Builds the exact BM25 index of a collection; document numbers are positions in `texts`. */
export function buildLexical(
  texts: readonly SearchableText[],
  profile: SearchProfile = DEFAULT_PROFILE,
): LexicalSection {
  const pack = (field: FieldName): PackedField => buildField(texts.map((text) => text[field]));
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

/** Has FlexSearch make one field's postings and packs them. */
function buildField(documents: readonly (readonly string[])[]): PackedField {
  const lengths = new VarintWriter(documents.length * 2);
  let terms: string[] = [];
  let counts = new Map<string, number>();
  const index = new Index({
    tokenize: 'strict',
    resolution: MOST_FREQUENCY,
    encode: () => terms,
    // The slot says the term frequency, so that the postings give exact BM25; FlexSearch's own ranking is not used.
    score: (_content: unknown, term: string) => Math.min(counts.get(term) ?? 1, MOST_FREQUENCY) - 1,
  });
  documents.forEach((pieces, id) => {
    terms = pieces.flatMap((piece) => analyse(piece));
    counts = countTerms(terms);
    lengths.write(terms.length);
    // The text itself is not needed: the encoder above answers with the terms, the scorer with their counts.
    if (terms.length > 0) index.add(id, 'x');
  });
  return packPostings((index as unknown as { map: SlotPostings }).map, lengths);
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function packPostings(postings: SlotPostings, lengths: VarintWriter): PackedField {
  const terms = [...postings.keys()].sort();
  const sizes = new VarintWriter(terms.length * 2);
  const bytes = new VarintWriter(terms.length * 8);
  for (const term of terms) {
    const before = bytes.length;
    packTerm(postings.get(term)!, bytes);
    sizes.write(bytes.length - before);
  }
  return {
    lengths: toBase64(lengths.bytes()),
    terms: terms.join('\n'),
    sizes: toBase64(sizes.bytes()),
    postings: toBase64(bytes.bytes()),
  };
}

/** Document frequency, then by document: its distance from the one before (less one), and the term frequency. */
function packTerm(slots: readonly (readonly number[] | undefined)[], bytes: VarintWriter): void {
  const found: (readonly [document: number, frequency: number])[] = [];
  slots.forEach((ids, slot) => {
    for (const id of ids ?? []) found.push([id, slot + 1]);
  });
  found.sort((a, b) => a[0] - b[0]);
  bytes.write(found.length);
  let last = -1;
  for (const [document, frequency] of found) {
    bytes.write(document - last - 1);
    bytes.write(frequency);
    last = document;
  }
}
