import type { Embedder } from '../../runtime/embed/embedder.js';
import { SearchEngine } from '../../runtime/search/engine.js';
import { matchesFilter } from '../../runtime/search/filter.js';
import { LexicalSearcher } from '../../runtime/search/lexical.js';
import { RecordedQueries } from '../../runtime/search/recorded.js';
import { SemanticSearcher } from '../../runtime/search/semantic.js';
import { Synonyms } from '../../runtime/search/synonyms.js';
import { analyse } from '../../schema/analyzer/analyse.js';
import type { Calibration } from '../../schema/calibration.js';
import type { VectorSection } from '../../schema/embedding.js';
import type { LexicalSection, SkillEntry, SynonymTable } from '../../schema/index.types.js';
import type { RoutingProfile, RoutingSection } from '../../schema/usage/section.js';
import { chooseRouting, type TriedQuery } from './choose-routing.js';
import type { EvidentQuery } from './evidence.js';
import { packQueries } from './pack-queries.js';

/** The parts of an artifact by which recorded queries are tried. */
export interface RoutingInput {
  readonly skills: readonly SkillEntry[];
  readonly lexical: LexicalSection;
  readonly vectors: VectorSection | null;
  readonly calibration: Calibration;
  readonly synonyms: SynonymTable | undefined;
  readonly embedder: Embedder;
}

/** Chosen on six sets, see tests/bench; weight and imputed are chosen by each build. */
const PROFILE: Omit<RoutingProfile, 'weight' | 'imputed'> = {
  pair: 0.5,
  nearest: 3,
  smoothing: 3,
  k1: 1.2,
  b: 0.5,
};
/** Recorded queries that are tried, evenly spread, and skills of each answer that records may move. */
const MOST_TRIED = 2000;
const MOST_HITS = 50;
/** Fewer queries tell nothing of others. */
const LEAST_TRIED = 8;

/**
 * Packs the recorded queries for searches, and chooses how much they count.
 *
 * @param queries of each skill, by its position
 * @returns null where there are none
 */
export async function buildRouting(
  input: RoutingInput,
  queries: readonly (readonly EvidentQuery[])[],
): Promise<RoutingSection | null> {
  if (queries.every(({ length }) => length === 0)) return null;
  const section = packQueries(queries, { ...PROFILE, weight: 0, imputed: 1 });
  const tried = await tryQueries(input, queries);
  if (tried.length < LEAST_TRIED) return section;
  const recorded = new RecordedQueries(section, input.skills.length);
  return { ...section, profile: { ...section.profile, ...chooseRouting(tried, recorded) } };
}

/** Asks what a search without records answers. */
async function tryQueries(
  { skills, lexical, vectors, calibration, synonyms, embedder }: RoutingInput,
  queries: readonly (readonly EvidentQuery[])[],
): Promise<TriedQuery[]> {
  const engine = new SearchEngine({
    skills,
    searcher: new LexicalSearcher(lexical),
    synonyms: new Synonyms(synonyms),
    calibration,
  });
  const { searcher } = await SemanticSearcher.open(vectors, skills.length, { embedder });
  const accepts = (document: number): boolean => matchesFilter(skills[document]!, {});
  const tried: TriedQuery[] = [];
  for (const { text, ...query } of evenly(askedOf(queries), MOST_TRIED)) {
    const read = await engine.read(text, searcher);
    const hits = engine.rank(read, MOST_HITS, 'sum', accepts, true);
    tried.push({ ...query, hits });
  }
  return tried;
}

/** The queries that some skill helped with, each once. */
function askedOf(
  queries: readonly (readonly EvidentQuery[])[],
): (Omit<TriedQuery, 'hits'> & { readonly text: string })[] {
  const byKey = new Map<string, { text: string; units: Set<number>; right: Set<number> }>();
  const unitsOf: Set<number>[] = [];
  let unit = 0;
  for (const [document, own] of queries.entries()) {
    const ownUnits = new Set<number>();
    for (const { key, query, evidence } of own) {
      const known = byKey.get(key) ?? { text: query, units: new Set(), right: new Set() };
      byKey.set(key, known);
      known.units.add(unit);
      if (evidence > 0) known.right.add(document);
      ownUnits.add(unit);
      unit += 1;
    }
    unitsOf.push(ownUnits);
  }
  return [...byKey.values()]
    .filter(({ right }) => right.size > 0)
    .map(({ text, units, right }) => ({
      text,
      units,
      right,
      kin: new Set([...units, ...[...right].flatMap((document) => [...unitsOf[document]!])]),
      terms: [...new Set(analyse(text))],
    }));
}

function evenly<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / most)]!);
}
