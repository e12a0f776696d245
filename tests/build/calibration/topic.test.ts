import { describe, expect, it } from 'vitest';
import { topicDirection } from '../../../build/calibration/topic.js';
import type { QueryEmbedding } from '../../../runtime/embed/embedder.js';
import { directionOf } from '../../../runtime/search/signals.js';
import { seededRandom } from '../../helpers/random.js';

/** `values` are of the content words; how the whole is put plays no part. */
const embedding = (values: readonly number[], coverage = 1): QueryEmbedding => ({
  vector: Float32Array.from(values, (_, i) => i),
  content: Float32Array.from(values),
  coverage,
});

describe('topicDirection', () => {
  it('leads from the mean of the off-topic requests to that of the own queries, to half a step', () => {
    const random = seededRandom(3);
    const some = (count: number): number[][] =>
      Array.from({ length: count }, () => Array.from({ length: 16 }, () => random.next() - 0.5));
    const [own, off] = [some(5), some(8)];
    const direction = topicDirection(
      own.map((one) => embedding(one)),
      off.map((one) => embedding(one)),
    )!;
    const mean = (list: number[][], i: number): number =>
      list.reduce((sum, one) => sum + one[i]!, 0) / list.length;
    const values = directionOf(direction);
    expect(values).toHaveLength(16);
    values.forEach((value, i) => {
      expect(Math.abs(value - (mean(own, i) - mean(off, i)))).toBeLessThan(direction.scale * 0.51);
    });
    expect(Math.max(...values.map(Math.abs))).toBeCloseTo(127 * direction.scale, 6);
  });

  it('passes over texts that the model knows nothing of', () => {
    const unknown = embedding([0, 0], 0);
    const own = [embedding([1, 0])];
    const off = [embedding([0, 1])];
    expect(topicDirection([...own, unknown, unknown], [unknown, ...off])).toEqual(topicDirection(own, off));
    expect([...directionOf(topicDirection(own, [unknown])!)].map(Math.round)).toEqual([1, 0]);
  });

  it('is null where both are one', () => {
    expect(topicDirection([embedding([0.6, 0.8])], [embedding([0.6, 0.8])])).toBeNull();
    expect(topicDirection([embedding([0, 0], 0)], [embedding([0, 0], 0)])).toBeNull();
  });
});
