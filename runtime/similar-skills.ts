import { compareText } from '../schema/diagnostic.js';
import type { VectorSection } from '../schema/embedding.js';
import type { SkillEntry } from '../schema/index.types.js';
import type { EmbedderSource } from './embed/embedder.js';
import { findEmbedder } from './embed/find-embedder.js';
import { type EmbeddableText, embedText } from './embed/recipe.js';
import { unpackVectors } from './search/semantic.js';
import type { Notice } from './types.js';

/** A skill that is near in meaning to a text. */
export interface SimilarSkill {
  readonly path: string;
  readonly name: string;
  /** Of a vector as the model gives it with one as the index holds it, 7 bits a component. */
  readonly cosine: number;
}

export interface SimilarSkills {
  /** Nearest first, ties by path. */
  readonly near: readonly SimilarSkill[];
  /** Why nothing could be compared; null where it was. */
  readonly notice: Notice | null;
}

/** What a text is compared with. */
export interface SimilarSource {
  readonly skills: readonly SkillEntry[];
  readonly vectors: VectorSection | null;
  readonly embedder?: EmbedderSource | undefined;
}

/**
 * Compares a text with every skill but archived ones, as if it were one of them.
 *
 * @param least cosine from which on a skill is near
 * @throws SkillgraftError `artifact-broken`
 */
export async function findSimilar(
  { skills, vectors, embedder: given }: SimilarSource,
  text: EmbeddableText,
  least: number,
): Promise<SimilarSkills> {
  if (vectors === null) return notCompared('the index has no vectors');
  const { embedder } = await findEmbedder(vectors.model, given);
  if (embedder === null) return notCompared(`the model ${vectors.model.id} is not at hand`);
  const compared = unpackVectors(vectors, skills.length, embedder.fingerprint.dims);
  const scores = compared.scores(await embedText(text, embedder));
  const near = skills.flatMap(({ path, name, metadata }, i) => {
    if (metadata.status === 'archived' || scores[i]! < least) return [];
    return [{ path, name, cosine: Number(Math.min(scores[i]!, 1).toFixed(4)) }];
  });
  return {
    near: near.sort((a, b) => b.cosine - a.cosine || compareText(a.path, b.path)),
    notice: null,
  };
}

function notCompared(why: string): SimilarSkills {
  return {
    near: [],
    notice: { code: 'not-compared', message: `Skills were not compared by meaning: ${why}.` },
  };
}
