import type { QueryEmbedding } from '../../runtime/embed/embedder.js';
import type { Direction } from '../../schema/calibration.js';
import { toBase64 } from '../../schema/codec.js';

/** Steps of the largest component. */
const LARGEST = 127;

/**
 * The direction from the mean of off-topic requests to that of a collection's own queries, both by their content words;
 * null where they are one.
 */
export function topicDirection(
  own: readonly QueryEmbedding[],
  offTopic: readonly QueryEmbedding[],
): Direction | null {
  const from = mean(offTopic);
  const difference = mean(own).map((value, i) => value - from[i]!);
  const largest = difference.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return null;
  const scale = Number((largest / LARGEST).toPrecision(6));
  const values = Int8Array.from(difference, (value) =>
    Math.max(-LARGEST, Math.min(LARGEST, Math.round(value / scale))),
  );
  return { scale, values: toBase64(new Uint8Array(values.buffer)) };
}

/** Of the embeddings that the model knows something of. */
function mean(embeddings: readonly QueryEmbedding[]): Float64Array {
  const known = embeddings.filter(({ coverage }) => coverage > 0);
  const sum = new Float64Array(embeddings[0]?.content.length ?? 0);
  for (const { content } of known)
    content.forEach((value, i) => {
      sum[i] = sum[i]! + value;
    });
  return sum.map((value) => value / Math.max(1, known.length));
}
