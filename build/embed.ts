import type { Embedder } from '../runtime/embed/embedder.js';
import { BODY_LIMIT, type EmbeddableText, embedText } from '../runtime/embed/recipe.js';
import { toBase64 } from '../schema/codec.js';
import type { VectorSection } from '../schema/embedding.js';
import { packSevenBits } from '../schema/seven-bits.js';
import { type BuildMemo, ofModel, rememberedLater } from './memo.js';

export { BODY_LIMIT, type EmbeddableText };

const LARGEST_STORED = 63;
/** Kind of the vectors of documents in a memo; each model has its own. */
export const VECTORS = 'vectors';

/**
 * Embeds every document, one after the other, and packs the vectors, 7 bits a component. Null for a model of no
 * dimensions.
 *
 * @param texts in the order of the artifact's skills; taken one by one, so that they need not all be in memory
 * @param memo remembers vectors by the ids of texts
 * @param onDone hears how many documents are embedded, after each
 * @throws RangeError where the model names a recipe that is not known here, or gives vectors of other dimensions
 */
export async function buildVectors(
  texts: Iterable<EmbeddableText & { readonly id?: string }>,
  embedder: Embedder,
  onDone?: (done: number) => void,
  memo?: BuildMemo,
): Promise<VectorSection | null> {
  const { dims } = embedder.fingerprint;
  if (dims === 0) return null;
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    vectors.push(await vectorOf(text, embedder, memo, text.id));
    onDone?.(vectors.length);
  }
  return { model: { ...embedder.fingerprint }, dims, documents: vectors.length, ...quantise(vectors, dims) };
}

/**
 * A document's vector, from the memo where that has it.
 *
 * @param id what the text follows from; absent: it is embedded
 * @throws RangeError as `buildVectors`
 */
export async function vectorOf(
  text: EmbeddableText,
  embedder: Embedder,
  memo: BuildMemo | undefined,
  id: string | undefined,
): Promise<Float32Array> {
  const embed = () => embedText(text, embedder);
  return id === undefined
    ? embed()
    : rememberedLater(memo, ofModel(VECTORS, embedder.fingerprint), id, embed);
}

/** Whole numbers with one scale for all: the largest component is 63, so that the small ones keep most of their bits. */
function quantise(
  vectors: readonly Float32Array[],
  dims: number,
): Pick<VectorSection, 'scale' | 'bits' | 'vectors'> {
  let largest = 0;
  for (const vector of vectors) for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = (largest || 1) / LARGEST_STORED;
  const values = new Int8Array(vectors.length * dims);
  vectors.forEach((vector, document) => {
    for (let i = 0; i < dims; i += 1) values[document * dims + i] = Math.round(vector[i]! / scale);
  });
  return { scale, bits: 7, vectors: toBase64(packSevenBits(values)) };
}
