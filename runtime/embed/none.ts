import type { Embedder, Embedding } from './embedder.js';

/** The embedder of a search without vectors: every text is a vector of no dimensions. */
export const noEmbedder: Embedder = {
  fingerprint: {
    id: 'none',
    revision: '1',
    dims: 0,
    pooling: 'none',
    prefix: '',
    normalised: true,
    recipe: 'none',
  },
  embed: (texts): readonly Embedding[] => texts.map(() => ({ vector: new Float32Array(0), coverage: 0 })),
};
