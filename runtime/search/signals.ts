import type { Direction, Signals } from '../../schema/calibration.js';
import { fromBase64 } from '../../schema/codec.js';
import { semanticFade } from '../../schema/profile.js';
import type { LexicalQuery, LexicalScores } from './lexical.js';
import type { QueryCosines } from './semantic.js';

/** Cosine that a query is taken to have as far as the model does not know its words: that of a passable match. */
const NEUTRAL_COSINE = 0.35;

/** A query's vector and how near the documents are to it; null where the index has no vectors. */
export type QueryMeaning = QueryCosines | null;

/**
 * Works out the gate's signals over the documents for which `accepts` holds.
 *
 * @param weights sum of the fields' weights
 */
export function gateSignals(
  query: LexicalQuery,
  scores: LexicalScores,
  meaning: QueryMeaning,
  topic: Float32Array | null,
  weights: number,
  accepts: (document: number) => boolean = () => true,
): Signals {
  const fade = meaning === null ? 0 : semanticFade(meaning.coverage);
  const { totals, descriptions } = scores;
  const cosines = meaning?.scores ?? new Float64Array(totals.length);
  const unknown = (1 - fade) * NEUTRAL_COSINE;
  let description = 0;
  let total = 0;
  let product = 0;
  let cosine = 0;
  for (let document = 0; document < totals.length; document += 1) {
    const all = totals[document]!;
    const own = descriptions[document]!;
    const near = cosines[document]!;
    const both = own === 0 ? 0 : own * (fade * Math.max(0, near) + unknown);
    // Most are not above the best so far in anything: they need not be asked.
    if (all <= total && own <= description && both <= product && near <= cosine) continue;
    if (!accepts(document)) continue;
    total = Math.max(total, all);
    description = Math.max(description, own);
    product = Math.max(product, both);
    cosine = Math.max(cosine, near);
  }
  return {
    description: Math.log1p(description),
    fields: Math.log1p(total),
    share:
      query.bound === 0 ? 0 : (total / (query.bound * weights)) * Math.sqrt(query.own || query.terms.length),
    cosine: fade * cosine + unknown,
    product: Math.log1p(product),
    topic: topic === null || meaning === null ? 0 : fade * dot(meaning.content, topic),
  };
}

/** Unpacks a direction. */
export function directionOf({ scale, values }: Direction): Float32Array {
  const bytes = fromBase64(values);
  const whole = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float32Array.from(whole, (value) => value * scale);
}

/** Of vectors of one length; the rest of a longer one counts nothing. */
function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) sum += a[i]! * b[i]!;
  return sum;
}
