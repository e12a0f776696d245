import type { VectorSection } from '../../schema/embedding.js';
import { SkillgraftError } from '../../schema/errors.js';
import { badOption } from '../search/check-options.js';
import type { OpenOptions } from '../types.js';
import type { VectorIndex } from './vector-index.js';

/**
 * Opens a caller's index in place of ours; each answer of its `scores` is checked.
 *
 * @param documents the artifact's skills
 * @throws SkillgraftError `bad-option` where it is no index, `vector-index-broken` where it fails or answers amiss
 */
export async function openGivenIndex(
  open: NonNullable<OpenOptions['vectorIndex']>,
  section: VectorSection,
  documents: number,
): Promise<VectorIndex> {
  let given: VectorIndex | null | undefined;
  try {
    given = await open(section);
  } catch (error) {
    throw failed(error);
  }
  if (typeof given?.scores === 'function') return checkedIndex(given, documents);
  throw badOption('vectorIndex gave no index.', 'Let it give an object with the function `scores`.');
}

function checkedIndex(given: VectorIndex, documents: number): VectorIndex {
  return {
    scores(query) {
      let scores: ReturnType<VectorIndex['scores']> | null | undefined;
      try {
        scores = given.scores(query);
      } catch (error) {
        throw failed(error);
      }
      if (scores?.length !== documents)
        throw broken(`gave ${scores?.length ?? 'no'} cosines for ${documents} skills`);
      for (let document = 0; document < documents; document += 1) {
        if (!Number.isFinite(scores[document])) throw broken(`gave no number for skill ${document}`);
      }
      return scores;
    },
  };
}

function failed(error: unknown): SkillgraftError {
  if (error instanceof SkillgraftError) return error;
  return broken(`failed: ${error instanceof Error ? error.message : String(error)}`, error);
}

function broken(reason: string, cause?: unknown): SkillgraftError {
  const hint = 'Let it give one finite number for each document, by its number, or leave it out.';
  return new SkillgraftError('vector-index-broken', `The vector index ${reason}.`, hint, { cause });
}
