import type { Vocabulary } from '../../schema/analyzer/vocabulary.js';
import type { LineageSection } from '../../schema/lineage.js';
import type { JsonObject } from '../../schema/skill/types.js';
import { CALIBRATIONS, QUERY_VECTORS } from '../calibration/calibrate.js';
import { OWN_QUERIES } from '../calibration/own-queries.js';
import { VECTORS } from '../embed.js';
import { TERM_KINDS, vocabularyOf } from '../lexical.js';
import type { BuildMemo, Memoised } from '../memo.js';
import { type KnownReading, READINGS } from '../read.js';
import type { TermCounts } from '../term-counter.js';

/** Kinds that each model has of its own. */
const OF_MODELS = [VECTORS, QUERY_VECTORS, CALIBRATIONS];

/** Which values of a memo are meant. */
export type Choice = (kind: string, one: Memoised) => boolean;

/** Values of a memo that a later process can go on from, as structured clone takes them. */
export interface Kept {
  readonly readings: readonly (readonly [key: string, readings: readonly KeptReading[]])[];
  readonly queries: readonly (readonly [key: string, queries: unknown])[];
  readonly terms: KeptTerms;
  readonly models: readonly KeptOfModel[];
  /** Of the commit that was built last. */
  readonly lineage: LineageSection | undefined;
}

/** Of front matter the text: structured clone gives every object a prototype. */
type KeptReading = readonly [frontmatter: string | null, reading: KnownReading];

/** Counts of terms; their numbers are places in `terms`. */
interface KeptTerms {
  readonly terms: readonly string[];
  readonly counts: readonly (readonly [kind: string, key: string, counts: readonly TermCounts[]])[];
}

interface KeptOfModel {
  readonly kind: string;
  readonly values: readonly (readonly [key: string, value: unknown])[];
}

/** Gathers what is worth keeping. */
export function gather(memo: BuildMemo, choice: Choice): Kept {
  const chosen = (kind: string): Memoised[] => memo.all(kind).filter((one) => choice(kind, one));
  return {
    readings: chosen(READINGS).map(({ key, value }) => [key, (value as KnownReading[]).map(keptReading)]),
    queries: chosen(OWN_QUERIES).map(({ key, value }) => [key, value]),
    terms: keptTerms(vocabularyOf(memo), (kind) => chosen(kind)),
    models: memo.kinds
      .filter((kind) => OF_MODELS.some((one) => kind.startsWith(`${one} `)))
      .map((kind) => ({
        kind,
        values: chosen(kind).map(({ key, value }) => [key, value] as const),
      })),
    lineage: memo.lineage,
  };
}

/** True where there is nothing in it. */
export function isEmpty({ readings, queries, terms, models }: Kept): boolean {
  const all = models.flatMap((one) => one.values);
  return [readings, queries, terms.counts, all].every(({ length }) => length === 0);
}

/** Puts what was kept into a memo, and says what that is: kind and key of each value. */
export function takeIn(
  memo: BuildMemo,
  { readings, queries, terms, models, lineage }: Kept,
): [string, string][] {
  const taken: [string, string][] = [];
  const take = (kind: string, key: string, value: unknown): void => {
    memo.take(kind, key, value);
    taken.push([kind, key]);
  };
  for (const [key, all] of readings) take(READINGS, key, all.map(readingOf));
  for (const [key, value] of queries) take(OWN_QUERIES, key, value);
  const vocabulary = vocabularyOf(memo);
  const numbers = Uint32Array.from(terms.terms, (term) => vocabulary.numberOf(term));
  for (const [kind, key, counts] of terms.counts) {
    for (const { pairs } of counts) renumber(pairs, numbers);
    take(kind, key, counts);
  }
  for (const { kind, values } of models) for (const [key, value] of values) take(kind, key, value);
  memo.lineage = lineage ?? memo.lineage;
  return taken;
}

function keptReading({ reading, answers }: KnownReading): KeptReading {
  const { read } = reading;
  if (read === null) return [null, { reading, answers }];
  const skill = { ...read.skill, frontmatter: {} };
  return [
    JSON.stringify(read.skill.frontmatter),
    { reading: { ...reading, read: { ...read, skill } }, answers },
  ];
}

function readingOf([frontmatter, { reading, answers }]: KeptReading): KnownReading {
  const { read } = reading;
  if (read === null || frontmatter === null) return { reading, answers };
  const skill = { ...read.skill, frontmatter: JSON.parse(frontmatter, bare) as JsonObject };
  return { reading: { ...reading, read: { ...read, skill } }, answers };
}

/** Objects of front matter have no prototype. */
function bare(_key: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.setPrototypeOf(value, null) : value;
}

function keptTerms(vocabulary: Vocabulary, chosen: (kind: string) => Memoised[]): KeptTerms {
  const all = TERM_KINDS.flatMap((kind) =>
    chosen(kind).map(({ key, value }) => [kind, key, value as readonly TermCounts[]] as const),
  );
  const used = new Set<number>();
  for (const { pairs } of all.flatMap(([, , counts]) => counts)) {
    for (let i = 0; i < pairs.length; i += 2) used.add(pairs[i]!);
  }
  // What is in order when it is read needs not be sorted then.
  const numbers = vocabulary.inOrder().filter((number) => used.has(number));
  const places = new Uint32Array(vocabulary.terms.length);
  for (const [place, number] of numbers.entries()) places[number] = place;
  const placed = ({ pairs, ...one }: TermCounts): TermCounts => {
    const copy = pairs.slice();
    renumber(copy, places);
    return { ...one, pairs: copy };
  };
  return {
    terms: numbers.map((number) => vocabulary.terms[number]!),
    counts: all.map(([kind, key, counts]) => [kind, key, counts.map(placed)]),
  };
}

function renumber(pairs: Uint32Array, numbers: Uint32Array): void {
  for (let i = 0; i < pairs.length; i += 2) pairs[i] = numbers[pairs[i]!]!;
}
