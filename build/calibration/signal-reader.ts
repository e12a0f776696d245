import type { QueryEmbedding } from '../../runtime/embed/embedder.js';
import { BruteForceVectors } from '../../runtime/embed/vector-index.js';
import { LexicalSearcher } from '../../runtime/search/lexical.js';
import { gateSignals, type QueryMeaning } from '../../runtime/search/signals.js';
import type { Signals } from '../../schema/calibration.js';
import { vectorOf } from '../embed.js';
import type { CalibrationInput } from './calibrate.js';
import type { OwnQuery } from './own-queries.js';

/** The signals of one query: of words and meaning, and of words alone. */
export interface BothSignals {
  /** Null where the index has no vectors. */
  readonly whole: Signals | null;
  readonly words: Signals;
}

/** Reads signals the way that a search does. */
export class SignalReader {
  readonly #input: CalibrationInput;
  readonly #searcher: LexicalSearcher;
  readonly #vectors: BruteForceVectors | null;
  readonly #topic: Float32Array | null;

  constructor(input: CalibrationInput, topic: Float32Array | null) {
    this.#input = input;
    this.#searcher = new LexicalSearcher(input.lexical);
    this.#vectors = input.vectors === null ? null : new BruteForceVectors(input.vectors);
    this.#topic = topic;
  }

  read(text: string, embedding: QueryEmbedding): BothSignals {
    return this.#signals(text, this.#meaning(embedding));
  }

  /** A clause is held out of the words of its skill and of its vector. */
  async own(query: OwnQuery, embedding: QueryEmbedding): Promise<BothSignals> {
    const meaning = this.#meaning(embedding);
    if (query.clause === null) return this.#signals(query.text, meaning);
    if (meaning !== null && query.rest !== null) {
      const { embedder, memo } = this.#input;
      const rest = await vectorOf(query.rest, embedder, memo, query.restId);
      let cosine = 0;
      for (let i = 0; i < rest.length; i += 1) cosine += rest[i]! * embedding.vector[i]!;
      (meaning.scores as Float64Array)[query.document] = cosine;
    }
    return this.#signals(query.text, meaning, { document: query.document, clause: query.clause });
  }

  #meaning(embedding: QueryEmbedding): QueryMeaning {
    return this.#vectors === null ? null : { ...embedding, scores: this.#vectors.scores(embedding.vector) };
  }

  #signals(text: string, meaning: QueryMeaning, heldOut?: { document: number; clause: number }): BothSignals {
    const query = this.#searcher.parse(text);
    const scores = this.#searcher.score(query, heldOut);
    const of = (known: QueryMeaning): Signals =>
      gateSignals(query, scores, known, this.#topic, this.#searcher.weights);
    return { whole: meaning === null ? null : of(meaning), words: of(null) };
  }
}
