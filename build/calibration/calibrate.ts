import { type Embedder, embedQuery, type QueryEmbedding } from '../../runtime/embed/embedder.js';
import { directionOf } from '../../runtime/search/signals.js';
import { type Calibration, type GateModel, SIGNALS, type Signals } from '../../schema/calibration.js';
import type { VectorSection } from '../../schema/embedding.js';
import type { LexicalSection } from '../../schema/index.types.js';
import type { SearchableText } from '../lexical.js';
import { type BuildMemo, ofModel, rememberedLater } from '../memo.js';
import { type FitOptions, fitGate } from './fit-gate.js';
import { OFF_TOPIC } from './off-topic.js';
import { ownQueries } from './own-queries.js';
import { type BothSignals, SignalReader } from './signal-reader.js';
import { topicDirection } from './topic.js';

/** What a calibration is made of. */
export interface CalibrationInput {
  /** In the order of the skills. */
  readonly texts: readonly SearchableText[];
  readonly lexical: LexicalSection;
  /** Null where the index has no vectors. */
  readonly vectors: VectorSection | null;
  readonly embedder: Embedder;
  readonly memo?: BuildMemo | undefined;
}

/** Kind of the queries as vectors in a memo; each model has its own. */
export const QUERY_VECTORS = 'query-vectors';

/** Kind of calibrations in a memo; each model has its own. */
export const CALIBRATIONS = 'calibrations';

/** Fewer skills or own queries than these say nothing of what others will ask. */
const LEAST_SKILLS = 3;
const LEAST_QUERIES = 12;
const WHOLE: FitOptions = { ridge: 3, accepted: 0.0175 };
/** Words alone tell less, so they are believed less, and to lose what fits weighs more than to let pass what does not. */
const WORDS: FitOptions = { ridge: 30, accepted: 0.06 };

const UNCALIBRATED: Omit<Calibration, 'own' | 'offTopic'> = {
  method: 'none',
  intercept: 0,
  weights: Object.fromEntries(SIGNALS.map((signal) => [signal, 0])) as unknown as Signals,
  threshold: 0,
  topic: null,
  expected: { lost: 0, accepted: 1 },
  wordsAlone: null,
};

/**
 * Fits the gate to a collection: queries made of the skills' own texts, each clause as if its skill did not have it,
 * against everyday requests that no collection fits.
 */
export async function calibrate(input: CalibrationInput): Promise<Calibration> {
  const { texts, embedder, memo } = input;
  const kind = ofModel(CALIBRATIONS, embedder.fingerprint);
  return memo === undefined
    ? fitCollection(input)
    : memo.later(kind, collectionId(texts), () => fitCollection(input));
}

/** Collections of the same texts, in their order, have the same. */
function collectionId(texts: readonly SearchableText[]): string {
  const ids = texts.map(({ bodyId, ...text }) => {
    const { name, description, headings, references } = text;
    return [name, description, headings, references, bodyId ?? text.body];
  });
  return JSON.stringify(ids);
}

async function fitCollection(input: CalibrationInput): Promise<Calibration> {
  const queries = ownQueries(input.texts, input.memo);
  if (input.texts.length < LEAST_SKILLS || queries.length < LEAST_QUERIES) {
    return { ...UNCALIBRATED, own: queries.length, offTopic: 0 };
  }
  const own = await embedAll(
    input,
    queries.map(({ text }) => text),
  );
  const everyday = await embedAll(input, OFF_TOPIC);
  const topic = input.vectors === null ? null : topicDirection(own, everyday);
  const reader = new SignalReader(input, topic === null ? null : directionOf(topic));
  const positives: BothSignals[] = [];
  for (const [i, query] of queries.entries()) {
    const signals = await reader.own(query, own[i]!);
    // Where nothing but the clause itself has its words, its own skill cannot be told from any other.
    if (signals.words.fields > 0) positives.push(signals);
  }
  if (positives.length < LEAST_QUERIES) return { ...UNCALIBRATED, own: positives.length, offTopic: 0 };
  const negatives = OFF_TOPIC.map((text, i) => reader.read(text, everyday[i]!));
  return {
    method: 'logistic',
    own: own.length,
    offTopic: negatives.length,
    topic,
    ...fitBoth(positives, negatives),
  };
}

function fitBoth(
  own: readonly BothSignals[],
  offTopic: readonly BothSignals[],
): GateModel & Pick<Calibration, 'wordsAlone'> {
  const words = (of: readonly BothSignals[]): Signals[] => of.map((signals) => signals.words);
  const whole = (of: readonly BothSignals[]): Signals[] => of.flatMap((signals) => signals.whole ?? []);
  const wordsAlone = fitGate(words(own), words(offTopic), WORDS);
  if (whole(own).length === 0) return { ...wordsAlone, wordsAlone: null };
  return { ...fitGate(whole(own), whole(offTopic), WHOLE), wordsAlone };
}

async function embedAll(
  { vectors, embedder, memo }: CalibrationInput,
  texts: readonly string[],
): Promise<QueryEmbedding[]> {
  const none = { vector: new Float32Array(0), coverage: 0, content: new Float32Array(0) };
  if (vectors === null) return texts.map(() => none);
  const kind = ofModel(QUERY_VECTORS, embedder.fingerprint);
  const embeddings: QueryEmbedding[] = [];
  for (const text of texts)
    embeddings.push(await rememberedLater(memo, kind, text, async () => embedQuery(embedder, text)));
  return embeddings;
}
