import type { ModelFingerprint, VectorSection } from '../../schema/embedding.js';
import { SkillgraftError } from '../../schema/errors.js';
import { asksForNone } from '../embed/find-embedder.js';
import type { Notice, OpenOptions } from '../types.js';
import { checkVectors, type SemanticOpening, SemanticSearcher } from './semantic.js';

/** How an index's searches compare meanings. */
export interface Meaning {
  /** The model that made the vectors; null where the index has none, or where they cannot be read. */
  readonly model: ModelFingerprint | null;
  /** False: searches go by words alone. */
  readonly isCompared: boolean;
  /** Why they do, unless it was asked for; or that the embedder that was given was not used. */
  readonly notice: Notice | null;
}

/** Where an index's vectors come from, and how they are used. */
export interface VectorSource {
  /** @throws SkillgraftError `artifact-…` where they cannot be read */
  read(): Promise<VectorSection | null>;
  /** The artifact's skills. */
  readonly documents: number;
  readonly options: Pick<OpenOptions, 'embedder' | 'vectorIndex'>;
}

/** An artifact's vectors: read by the first search, with their model; opening an index loads neither. */
export class IndexVectors {
  readonly #source: VectorSource;
  #opening: Promise<SemanticOpening> | undefined;

  constructor(source: VectorSource) {
    this.#source = source;
  }

  /**
   * What compares meanings. None, with a notice, where the vectors or their model cannot be had; vectors are then looked
   * for again the next time. A reader that wants no embedder never reads them.
   *
   * @throws SkillgraftError `bad-option`, `embedder-broken`, `vector-index-broken` where what the caller gave is at fault
   */
  open(): Promise<SemanticOpening> {
    this.#opening ??= this.#read();
    return this.#opening;
  }

  async #read(): Promise<SemanticOpening> {
    const { documents, options } = this.#source;
    if (asksForNone(options.embedder)) return { searcher: null, notice: null };
    try {
      return await SemanticSearcher.open(await this.#source.read(), documents, options);
    } catch (error) {
      // What could not be read may be there the next time.
      this.#opening = undefined;
      return { searcher: null, notice: unreadableVectors(error) };
    }
  }

  /**
   * Reads the vectors, where a search would, and checks that they fit.
   *
   * @throws SkillgraftError `artifact-…`
   */
  async check(): Promise<void> {
    const { documents, options } = this.#source;
    if (asksForNone(options.embedder)) return;
    const section = await this.#source.read();
    if (section !== null) checkVectors(section, documents);
  }

  /** Opens the vectors as a search does, and says what came of it. */
  async meaning(): Promise<Meaning> {
    const { searcher, notice } = await this.open();
    try {
      const section = await this.#source.read();
      return { model: section?.model ?? null, isCompared: searcher !== null, notice };
    } catch (error) {
      return { model: null, isCompared: false, notice: notice ?? unreadableVectors(error) };
    }
  }
}

/**
 * The notice of vectors that cannot be read.
 *
 * @throws every error that is of something else
 */
export function unreadableVectors(error: unknown): Notice {
  if (!(error instanceof SkillgraftError && error.code.startsWith('artifact-'))) throw error;
  const isAway = error.code === 'artifact-unreachable' || error.code === 'artifact-unreadable';
  const advice = isAway ? error.hint : 'Build the index again, and keep all of its files together.';
  const message = `Searches go by words alone, for the vectors cannot be read. ${error.message} ${advice}`;
  return { code: 'vectors-unreadable', message };
}
