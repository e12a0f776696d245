import type { FitSet, Part } from './features.js';
import { PARTS } from './features.js';

export type Weights = Readonly<Record<Part, number>>;

/** Shares of a set's queries, and the mean of 1 / rank. */
export interface FitScore {
  readonly hit1: number;
  readonly hit5: number;
  readonly mrr: number;
}

/** What a weight may be. */
const STEPS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1, 1.25, 1.5, 2, 2.7, 3.5];
/** The scale of all is free: this one stands still. */
const FIXED: Part = 'description';
const ROUNDS = 4;

/** Ranks every query of a set by a weighted sum; ties by the skills' order. */
export function scoreSet({ queries }: FitSet, weights: Weights): FitScore {
  let [hit1, hit5, mrr] = [0, 0, 0];
  for (const { parts, isRight } of queries) {
    const scores = isRight.map((_, i) =>
      PARTS.reduce((sum, part) => sum + weights[part] * parts[part][i]!, 0),
    );
    let best = -1;
    scores.forEach((score, i) => {
      if (isRight[i] && score > 0 && (best === -1 || score > scores[best]!)) best = i;
    });
    if (best === -1) continue;
    const above = scores.filter(
      (score, i) => score > scores[best]! || (score === scores[best] && i < best),
    ).length;
    hit1 += above === 0 ? 1 : 0;
    hit5 += above < 5 ? 1 : 0;
    mrr += 1 / (above + 1);
  }
  return { hit1: hit1 / queries.length, hit5: hit5 / queries.length, mrr: mrr / queries.length };
}

/** Coordinate ascent from some weights on: the mean over the sets of hit@1 and MRR, large sets counting more. */
export function fitWeights(sets: readonly FitSet[], start: Weights): Weights {
  const goal = (weights: Weights): number => {
    const counts = sets.map(({ queries }) => Math.min(1, queries.length / 100));
    const sum = sets.reduce((total, set, i) => {
      const { hit1, mrr } = scoreSet(set, weights);
      return total + counts[i]! * (hit1 + mrr);
    }, 0);
    return sum / counts.reduce((a, b) => a + b, 0);
  };
  let best = { weights: start, value: goal(start) };
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = best.value;
    for (const part of PARTS.filter((one) => one !== FIXED)) {
      for (const step of STEPS) {
        const weights = { ...best.weights, [part]: step };
        const value = goal(weights);
        if (value > best.value + 1e-4) best = { weights, value };
      }
    }
    if (best.value === before) break;
  }
  return best.weights;
}
