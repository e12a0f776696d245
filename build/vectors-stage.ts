import type { Embedder } from '../runtime/embed/embedder.js';
import type { VectorSection } from '../schema/embedding.js';
import { BODY_LIMIT, buildVectors, type EmbeddableText } from './embed.js';
import type { BuildMemo } from './memo.js';
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
  memo?: BuildMemo,
): Promise<VectorSection | null> {
  const total = skills.length;
  const onDone = (done: number): void => {
    if (done % STEP === 0 || done === total) onProgress({ stage: 'embed', done, total });
  };
  return buildVectors(embeddableTexts(skills), embedder, onDone, memo);
}

function* embeddableTexts(skills: readonly ReadSkill[]): Generator<EmbeddableText & { readonly id: string }> {
  for (const { name, own, headings, prose, bodyDigest } of skills) {
    yield {
      id: JSON.stringify([bodyDigest, name, own.description]),
      name,
      description: own.description,
      headings,
      get body() {
        return new TextDecoder().decode(prose[0]!.subarray(0, BODY_LIMIT * BYTES_A_CODE_POINT));
      },
    };
  }
}
