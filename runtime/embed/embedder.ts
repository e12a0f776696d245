import { contentWords } from '../../schema/analyzer/content-words.js';
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

/** An embedder, or what finds one for an index that was built with a certain model; null: there is none. */
export type EmbedderSource =
  | Embedder
  | ((wanted: ModelFingerprint) => Embedder | null | Promise<Embedder | null>);

/** A query as vectors. */
export interface QueryEmbedding extends Embedding {
  /** The vector of its content words alone: what it is about, however it is asked. */
  readonly content: Float32Array;
}

/** Embeds a query, with what the model wants before one. Answers at once where the embedder does. */
export function embedQuery(embedder: Embedder, query: string): QueryEmbedding | Promise<QueryEmbedding> {
  const { prefix } = embedder.fingerprint;
  const answer = embedder.embed([prefix + query, prefix + contentWords(query)]);
  return 'then' in answer ? answer.then(joined) : joined(answer);
}

function joined([whole, content]: readonly Embedding[]): QueryEmbedding {
  return { ...whole!, content: content!.vector };
}
