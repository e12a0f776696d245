import type { VectorSection } from '../../schema/embedding.js';
import { SkillgraftError } from '../../schema/errors.js';
import { type Embedder, embedQuery, type QueryEmbedding } from '../embed/embedder.js';
import { findEmbedder } from '../embed/find-embedder.js';
import { openGivenIndex } from '../embed/given-vector-index.js';
import { BruteForceVectors, storedNumbers, type VectorIndex } from '../embed/vector-index.js';
import type { Notice, OpenOptions } from '../types.js';

/** How near a query's meaning is to each document's. */
export interface QueryCosines {
  /** Cosine by document number, in [-1, 1]; zeros for a query that the model knows nothing of. */
  readonly scores: Float32Array | Float64Array;
  /** Share of the query's tokens that the model knows, in [0, 1]. */
  readonly coverage: number;
  /** Vector of the query's content words, of length 1 or 0. */
  readonly content: Float32Array;
}

/** What opening gave: a searcher, or none, with the reason unless none was asked for; a notice may come with a searcher. */
export interface SemanticOpening {
  readonly searcher: SemanticSearcher | null;
  readonly notice: Notice | null;
}

/** Compares queries with the vectors of an artifact, by the model that made them. */
export class SemanticSearcher {
  readonly #embedder: Embedder;
  readonly #vectors: VectorIndex;

  private constructor(embedder: Embedder, vectors: VectorIndex) {
    this.#embedder = embedder;
    this.#vectors = vectors;
  }

  /**
   * Opens an artifact's vectors and their model; null for an artifact without vectors gives no searcher.
   *
   * @param documents the artifact's skills
   * @throws SkillgraftError `artifact-broken` where the section's parts do not fit each other or the skills; `bad-option`,
   * `embedder-broken`, `vector-index-broken` where what the caller gave is at fault
   */
  static async open(
    section: VectorSection | null,
    documents: number,
    options: Pick<OpenOptions, 'embedder' | 'vectorIndex'>,
  ): Promise<SemanticOpening> {
    if (section === null) return { searcher: null, notice: null };
    checkNumber(section, documents);
    const { vectorIndex } = options;
    // A caller's index compares whole vectors only.
    const found = await findEmbedder(section.model, options.embedder, vectorIndex === undefined);
    const { embedder, notice } = found;
    if (embedder === null) return { searcher: null, notice };
    const vectors =
      vectorIndex === undefined
        ? unpackVectors(section, documents, embedder.fingerprint.dims)
        : await openGivenIndex(vectorIndex, section, documents);
    return { searcher: new SemanticSearcher(embedder, vectors), notice };
  }

  /**
   * Answers at once where the model does, as the packaged one; an `await` does for both.
   *
   * @throws SkillgraftError `embedder-broken`, `vector-index-broken` where one in place of ours fails or answers amiss
   */
  cosines(query: string): QueryCosines | Promise<QueryCosines> {
    const embedding = embedQuery(this.#embedder, query);
    return 'then' in embedding ? embedding.then((late) => this.#compare(late)) : this.#compare(embedding);
  }

  #compare({ vector, coverage, content }: QueryEmbedding): QueryCosines {
    return { scores: this.#vectors.scores(vector), coverage, content };
  }
}

/**
 * Unpacks an artifact's vectors.
 *
 * @param documents the artifact's skills
 * @param dims the first dimensions of the vectors, where not all are wanted
 * @throws SkillgraftError `artifact-broken` where the section's parts do not fit each other or the skills
 */
export function unpackVectors(section: VectorSection, documents: number, dims?: number): BruteForceVectors {
  return fitting(section, documents, () => new BruteForceVectors(section, dims));
}

/**
 * Checks that an artifact's vectors can be unpacked, at less cost than that.
 *
 * @param documents the artifact's skills
 * @throws SkillgraftError `artifact-broken` where the section's parts do not fit each other or the skills
 */
export function checkVectors(section: VectorSection, documents: number): void {
  fitting(section, documents, () => storedNumbers(section));
}

function fitting<T>(section: VectorSection, documents: number, unpack: () => T): T {
  checkNumber(section, documents);
  try {
    return unpack();
  } catch (error) {
    throw broken('do not have the size that it says', error);
  }
}

function checkNumber(section: VectorSection, documents: number): void {
  if (section.documents !== documents) throw broken('are not as many as its skills');
}

function broken(reason: string, cause?: unknown): SkillgraftError {
  const message = `The vectors of the index ${reason}.`;
  return new SkillgraftError('artifact-broken', message, 'Build the index again.', { cause });
}
