import type { ModelFingerprint } from '../../schema/embedding.js';

/** A text as a vector. */
export interface Embedding {
  /** Of length 1, or all zeros where the model knows nothing of the text. */
  readonly vector: Float32Array;
  /** Share of the text's tokens that the model knows, in [0, 1]; 0 for a text without tokens. */
  readonly coverage: number;
}

/**
 * Turns texts into vectors, in their order. Models in this process answer at once, others with a promise: `await` does
 * for both.
 */
export interface Embedder {
  readonly fingerprint: ModelFingerprint;
  embed(texts: readonly string[]): readonly Embedding[] | Promise<readonly Embedding[]>;
}

/** Embeds a query, with what the model wants before one. */
export async function embedQuery(embedder: Embedder, query: string): Promise<Embedding> {
  const [embedding] = await embedder.embed([embedder.fingerprint.prefix + query]);
  return embedding!;
}
