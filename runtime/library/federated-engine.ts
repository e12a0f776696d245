import type { RankingEngine, ReadQuery, SearchEngine } from '../search/engine.js';
import { hasTerms } from '../search/engine.js';
import { fuseRanks } from '../search/fuse-ranks.js';
import type { GateReport } from '../search/gate.js';
import type { Hit } from '../search/lexical.js';
import type { Fusion } from '../search/rank.js';
import type { SemanticSearcher } from '../search/semantic.js';
import type { QueryMeaning } from '../search/signals.js';
import type { Wording } from '../search/synonyms.js';
import { topDocuments } from '../search/top-documents.js';

/** One index among several, for one search. */
export interface EnginePart {
  readonly name: string;
  /** Judges by the index's own statistics, as its gate was calibrated. */
  readonly gate: SearchEngine;
  /** Ranks by the statistics of all. */
  readonly ranking: SearchEngine;
  /** What compares meanings by the index's own model; null: words alone. */
  readonly semantic: SemanticSearcher | null;
  /** False: its model is not that of the others, so that its cosines do not count. */
  readonly isComparable: boolean;
  /** Of each of its documents, the one among all; -1 where another one stands for it, or where it is left out. */
  readonly documents: Int32Array;
}

/** What one index makes of a query. */
interface PartQuery {
  readonly own: ReadQuery;
  readonly ranking: ReadQuery;
}

type Accepts = (document: number) => boolean;

/**
 * Several indexes that rank as one. Words are weighed by the statistics of all collections together, so that a skill has
 * the score that it would have in one index of all skills; whether any skill fits is for each index to say by its own
 * gate, and the skills of one that says no do not come in.
 */
export class FederatedEngine implements RankingEngine {
  readonly #parts: readonly EnginePart[];
  /** Of each document, its part and its place there. */
  readonly #origins: readonly { readonly part: number; readonly document: number }[];
  readonly #queries = new WeakMap<ReadQuery, readonly PartQuery[]>();

  /** @param parts in the order of precedence, at least one */
  constructor(
    parts: readonly EnginePart[],
    origins: readonly { readonly source: number; readonly document: number }[],
  ) {
    this.#parts = parts;
    this.#origins = origins.map(({ source, document }) => ({ part: source, document }));
  }

  async read(text: string): Promise<ReadQuery> {
    const own = await Promise.all(this.#parts.map(({ gate, semantic }) => gate.read(text, semantic)));
    const compared = own.find(({ meaning }, i) => meaning !== null && this.#parts[i]!.isComparable);
    const parts = this.#parts.map(({ ranking, isComparable, documents }, i) => {
      const meaning = isComparable ? own[i]!.meaning : null;
      const counted = meaning ?? withoutCosines(compared?.meaning ?? null, documents.length);
      return { own: own[i]!, ranking: ranking.reread(own[i]!, counted) };
    });
    return this.#asked(parts, compared?.meaning ?? null);
  }

  #asked(own: readonly PartQuery[], meaning: QueryMeaning): ReadQuery {
    const parts = this.#measured(own);
    // Synonyms differ, so that a query may have terms in one index only.
    const shown = parts.find(({ ranking }) => hasTerms(ranking)) ?? parts[0]!;
    const query: ReadQuery = { ...shown.ranking, meaning };
    this.#queries.set(query, parts);
    return query;
  }

  /** Where some have recorded queries, the skills of those that have none are not pushed down for that. */
  #measured(parts: readonly PartQuery[]): readonly PartQuery[] {
    const standings = parts.map(({ ranking }, i) => this.#parts[i]!.ranking.standing(ranking));
    const lift = Math.max(...standings.map((standing) => standing.lift));
    if (lift === 0) return parts;
    const among = { lift, best: Math.max(...standings.map((standing) => standing.best)) };
    return parts.map(({ own, ranking }) => ({ own, ranking: { ...ranking, among } }));
  }

  wordings(text: string): readonly Wording[] {
    const all = this.#parts.flatMap(({ gate }) => gate.wordings(text));
    return [...new Map(all.map((wording) => [wording.text, wording])).values()];
  }

  rank(query: ReadQuery, limit: number, fusion: Fusion, accepts: Accepts, all = false): Hit[] {
    if (fusion === 'rrf') return this.#rankByPlaces(query, limit, accepts, all);
    const hits = this.#each(query).flatMap(({ part, queries }) =>
      part.ranking
        .rank(queries.ranking, limit, fusion, within(part, accepts), all)
        .map(({ document, score }) => ({ document: part.documents[document]!, score })),
    );
    return hits.sort((a, b) => b.score - a.score || a.document - b.document).slice(0, limit);
  }

  /** Places are those among the skills of all indexes. */
  #rankByPlaces(query: ReadQuery, limit: number, accepts: Accepts, all: boolean): Hit[] {
    const found: { document: number; words: number; meaning: number; penalty: number }[] = [];
    for (const { part, queries } of this.#each(query)) {
      const { documents, scorings } = part.ranking.candidates(queries.ranking, all);
      const isIn = within(part, accepts);
      documents.forEach((own, i) => {
        if (!isIn(own)) return;
        const [words, meaning] = [scorings[0][i]!, scorings[1][i]!];
        const penalty = part.ranking.penalty(own);
        found.push({ document: part.documents[own]!, words, meaning, penalty });
      });
    }
    const documents = Int32Array.from(found, ({ document }) => document);
    const places = fuseRanks(documents, [
      found.map(({ words }) => words),
      found.map(({ meaning }) => meaning),
    ]);
    const scores = new Float64Array(this.#origins.length);
    found.forEach(({ document, penalty }, i) => {
      scores[document] = places[i]! * penalty;
    });
    return topDocuments(scores, documents, documents.length, limit);
  }

  judge(query: ReadQuery, accepts: Accepts): GateReport {
    const reports = this.#reports(query, accepts);
    return reports.reduce((best, report) => (isSurer(report, best) ? report : best));
  }

  admitted(query: ReadQuery, accepts: Accepts): Accepts {
    const reports = this.#reports(query, accepts);
    return (document) => reports[this.#origins[document]!.part]!.accepted && accepts(document);
  }

  explain(query: ReadQuery, document: number): ReturnType<RankingEngine['explain']> {
    const { part, own, queries } = this.#of(query, document);
    return part.ranking.explain(queries.ranking, own);
  }

  missing(query: ReadQuery, document: number): string[] {
    const { part, own, queries } = this.#of(query, document);
    return part.ranking.missing(queries.ranking, own);
  }

  #reports(query: ReadQuery, accepts: Accepts): GateReport[] {
    return this.#each(query).map(({ part, queries }) => ({
      ...part.gate.judge(queries.own, within(part, accepts)),
      source: part.name,
    }));
  }

  #each(query: ReadQuery): { readonly part: EnginePart; readonly queries: PartQuery }[] {
    const queries = this.#queries.get(query)!;
    return this.#parts.map((part, i) => ({ part, queries: queries[i]! }));
  }

  #of(query: ReadQuery, document: number) {
    const origin = this.#origins[document]!;
    return { ...this.#each(query)[origin.part]!, own: origin.document };
  }
}

/** What is accepted among all, for a part's own documents. */
function within({ documents }: EnginePart, accepts: Accepts): Accepts {
  return (own) => documents[own]! >= 0 && accepts(documents[own]!);
}

/** A meaning in which nothing is near, so that what cannot be compared is measured against the same highest score. */
function withoutCosines(meaning: QueryMeaning, documents: number): QueryMeaning {
  return meaning === null ? null : { ...meaning, scores: new Float32Array(documents) };
}

/** The one that accepts, then the one that has a calibration, then the one that is further above its threshold. */
function isSurer(report: GateReport, best: GateReport): boolean {
  if (report.accepted !== best.accepted) return report.accepted;
  const margin = ({ logOdds, threshold }: GateReport): number =>
    logOdds === null || threshold === null ? Number.NEGATIVE_INFINITY : logOdds - threshold;
  return margin(report) > margin(best);
}
