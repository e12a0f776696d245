import { isSameModel, type ModelFingerprint } from '../../schema/embedding.js';
import { MergedStatistics } from '../search/collection-statistics.js';
import { SearchEngine } from '../search/engine.js';
import { LexicalSearcher } from '../search/lexical.js';
import type { RankingParts, SkillIndex } from '../skill-index.js';
import type { Notice } from '../types.js';
import type { EnginePart } from './federated-engine.js';
import type { Identities } from './identities.js';

/** One of the indexes that rank together. */
interface RankedMember {
  readonly name: string;
  readonly index: SkillIndex;
}

/**
 * What several indexes rank by. The statistics are those of whole indexes: what is blocked or folded still counts in how
 * rare a word is, as it did when the index's gate was calibrated, and no postings have to be counted anew.
 */
export class FederatedRanking {
  readonly parts: readonly RankingParts[];
  readonly #members: readonly RankedMember[];
  readonly #documents: readonly Int32Array[];
  /** Made by the first search. */
  #engines: readonly SearchEngine[] | undefined;

  constructor(members: readonly RankedMember[], { skills, places }: Identities) {
    this.#members = members;
    this.parts = members.map(({ index }) => index.rankingParts());
    this.#documents = places.map((positions, source) =>
      positions.map((position, document) => {
        const standing = position === -1 ? undefined : skills[position]!;
        return standing?.source === source && standing.document === document ? position : -1;
      }),
    );
  }

  /**
   * The parts of an engine, with what compares meanings: cosines count for the indexes that have the model of the first
   * one that has any; the others go by words.
   *
   * @throws SkillgraftError `bad-option`, `embedder-broken`, `vector-index-broken` where what the caller gave is at fault
   */
  async open(): Promise<{ parts: readonly EnginePart[]; notices: readonly Notice[] }> {
    const openings = await Promise.all(this.parts.map(({ vectors }) => vectors()));
    const models = await Promise.all(
      this.#members.map(({ index }, i) => (openings[i]!.searcher === null ? null : modelOf(index))),
    );
    const shared = models.find((model) => model !== null) ?? null;
    const isComparable = models.map((model) => model !== null && isSameModel(model, shared!));
    this.#engines ??= this.#rankingEngines();
    const parts = this.#members.map(({ name }, i) => ({
      name,
      gate: this.parts[i]!.engine,
      ranking: this.#engines![i]!,
      semantic: openings[i]!.searcher,
      isComparable: isComparable[i]!,
      documents: this.#documents[i]!,
    }));
    const notices = this.#members.flatMap(({ name }, i) => {
      const { notice } = openings[i]!;
      if (notice !== null) return [{ ...notice, message: `Index ${name}: ${notice.message}` }];
      return models[i] === null || isComparable[i] ? [] : [otherModel(name, models[i]!, shared!)];
    });
    return { parts, notices };
  }

  #rankingEngines(): SearchEngine[] {
    const statistics = new MergedStatistics(this.parts.map(({ searcher }) => searcher.postings));
    // Scores can be compared where they are made by the same weights: those of the first index.
    const { profile } = this.parts[0]!.searcher;
    return this.#members.map(({ index }, i) => {
      const { searcher, synonyms, routing } = this.parts[i]!;
      return new SearchEngine({
        skills: index.skills,
        searcher: new LexicalSearcher(searcher.postings, profile, statistics),
        synonyms,
        calibration: index.artifact.calibration,
        routing,
      });
    });
  }
}

async function modelOf(index: SkillIndex): Promise<ModelFingerprint | null> {
  return (await index.meaning()).model;
}

function otherModel(name: string, model: ModelFingerprint, shared: ModelFingerprint): Notice {
  const message =
    `Index ${name} is ranked by words alone: its vectors are of the model ${model.id} ${model.revision}, ` +
    `those before it of ${shared.id} ${shared.revision}. Build both with the same \`embedder\`.`;
  return { code: 'models-differ', message };
}
