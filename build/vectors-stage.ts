import type { Embedder } from '../runtime/embed/embedder.js';
import type { VectorSection } from '../schema/embedding.js';
import { BODY_LIMIT, buildVectors, type EmbeddableText } from './embed.js';
import type { Progress, ReadSkill } from './types.js';

/** UTF-8 takes no more bytes for a code point. */
const BYTES_A_CODE_POINT = 4;
/** Skills between two words of progress. */
const STEP = 64;

/** Embeds every skill; null where the embedder is none. */
export async function readVectors(
  skills: readonly ReadSkill[],
  embedder: Embedder,
  onProgress: (progress: Progress) => void,
): Promise<VectorSection | null> {
  const total = skills.length;
  return buildVectors(embeddableTexts(skills), embedder, (done) => {
    if (done % STEP === 0 || done === total) onProgress({ stage: 'embed', done, total });
  });
}

function* embeddableTexts(skills: readonly ReadSkill[]): Generator<EmbeddableText> {
  for (const { name, own, headings, prose } of skills) {
    yield {
      name,
      description: own.description,
      headings,
      get body() {
        return new TextDecoder().decode(prose[0]!.subarray(0, BODY_LIMIT * BYTES_A_CODE_POINT));
      },
    };
  }
}
