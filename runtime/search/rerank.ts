import { SkillgraftError } from '../../schema/errors.js';
import type { SkillEntry } from '../../schema/index.types.js';
import type { Rerank } from '../types.js';
import type { Hit } from './lexical.js';

/**
 * Has a caller's hook score the hits anew; it is not asked about none.
 *
 * @throws SkillgraftError `rerank-broken` where it does not give a number for each
 */
export async function rerank(
  hook: Rerank,
  query: string,
  hits: readonly Hit[],
  skills: readonly SkillEntry[],
): Promise<Hit[]> {
  if (hits.length === 0) return [];
  const candidates = hits.map(({ document, score }) => {
    const { path, name, description } = skills[document]!;
    return { path, name, description, score };
  });
  const scores = numbersOf(await hook(query, candidates));
  if (scores.length !== hits.length || !scores.every(Number.isFinite)) {
    const message = `The rerank hook did not give one number for each of ${hits.length} candidates.`;
    const hint = 'Return a list of scores in the order of the candidates.';
    throw new SkillgraftError('rerank-broken', message, hint);
  }
  return hits
    .map(({ document }, i) => ({ document, score: scores[i]!, place: i }))
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .map(({ document, score }) => ({ document, score }));
}

/** A list with its holes as undefined; models give their scores as typed arrays. */
function numbersOf(scores: unknown): readonly number[] {
  return Array.isArray(scores) || ArrayBuffer.isView(scores)
    ? Array.from(scores as unknown as ArrayLike<number>)
    : [];
}
