import { contentWords } from '../../schema/analyzer/content-words.js';
import type { ModelFingerprint } from '../../schema/embedding.js';
import { askEmbedder } from './ask-embedder.js';

/** A text as a vector. */
export interface Embedding {
  /** As many finite numbers as the fingerprint has `dims`; of length 1, or all zeros for a text that the model does not know. */
  readonly vector: Float32Array;
  /** Share of the text's tokens that the model knows, in [0, 1]; 0 for a text without tokens. */
  readonly coverage: number;
}

/**
 * Turns texts into vectors: one for each, in their order, the same for the same text. Models in this process answer at
 * once, others with a promise: `await` does for both. An answer that is otherwise, or a failure, ends a search with
 * SkillgraftError `embedder-broken`; a SkillgraftError of its own is handed on.
 */
export interface Embedder {
  /** All of it has to be that of the index's vectors, or the embedder is not used. Without `dims`, it asks for none. */
  readonly fingerprint: ModelFingerprint;
  embed(texts: readonly string[]): readonly Embedding[] | Promise<readonly Embedding[]>;
}

/**
 * An embedder, or what finds one for an index that was built with a certain model; null: it has none, and the packaged
 * model is tried. A SkillgraftError that it throws becomes the notice `embedder-missing`, any other error SkillgraftError
 * `embedder-broken`.
 */
export type EmbedderSource =
  | Embedder
  | ((wanted: ModelFingerprint) => Embedder | null | Promise<Embedder | null>);

/** A query as vectors. */
export interface QueryEmbedding extends Embedding {
  /** The vector of its content words alone: what it is about, however it is asked. */
  readonly content: Float32Array;
}

/**
 * Embeds a query, with what the model wants before one. Answers at once where the embedder does.
 *
 * @throws SkillgraftError `embedder-broken`
 */
export function embedQuery(embedder: Embedder, query: string): QueryEmbedding | Promise<QueryEmbedding> {
  const { prefix } = embedder.fingerprint;
  const answer = askEmbedder(embedder, [prefix + query, prefix + contentWords(query)]);
  return 'then' in answer ? answer.then(joined) : joined(answer);
}

function joined([whole, content]: readonly Embedding[]): QueryEmbedding {
  return { ...whole!, content: content!.vector };
}
