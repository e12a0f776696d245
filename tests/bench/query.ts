import { buildLexical, type SearchableText } from '../../build/lexical.js';
import { LexicalSearcher } from '../../runtime/search/lexical.js';
import { canonicalJson } from '../../schema/codec.js';
import type { LexicalSection } from '../../schema/index.types.js';
import { FIELDS } from '../../schema/profile.js';
import { kendallTau } from '../helpers/kendall.js';
import { referenceBm25 } from '../helpers/reference-bm25.js';
import { barePostings } from './bare-postings.js';
import { against, quantile, timeEach } from './measure.js';
import { queriesOf } from './queries.js';
import { realTexts } from './real-texts.js';
import type { BenchRow } from './row.js';
import { type Engine, flexSearch, miniSearch } from './text-engines.js';

const JUDGED = 100;

/** Queries over the real files: time against bare postings and peers, agreement with the reference. */
export async function benchQuery(): Promise<BenchRow[]> {
  const texts = [...realTexts().values()];
  if (texts.length === 0) return [];
  const searcher = new LexicalSearcher(JSON.parse(canonicalJson(buildLexical(texts))) as LexicalSection);
  const ours: Engine = (query) => searcher.search(searcher.parse(query), 10).map((hit) => hit.document);
  const bare = barePostings(texts);
  const queries = queriesOf(texts);
  const times = await inTurns(queries, { ours, bare });
  const peers = { minisearch: miniSearch(texts), 'FlexSearch, its own ranking': flexSearch(texts) };
  const rows = [
    against(
      `query p50, ${texts.length} skills, ${FIELDS.length} fields`,
      times.ours!,
      'bare typed postings',
      times.bare!,
      {
        limit: 1.5,
        note: `p99 ${quantile(times.ours!, 0.99).toFixed(2)} against ${quantile(times.bare!, 0.99).toFixed(2)} ms`,
      },
    ),
  ];
  for (const [name, engine] of Object.entries(peers)) {
    rows.push(
      against(`query p50 against ${name}`, times.ours!, name, await timeEach(queries, engine), { limit: 1 }),
    );
  }
  return [...rows, ...agreement({ ours, 'bare typed postings': bare, ...peers }, texts, queries)];
}

/** 1 - Kendall's tau-b of each engine's first ten against the reference's: 0 is the same order. */
function agreement(
  engines: Record<string, Engine>,
  texts: readonly SearchableText[],
  queries: readonly string[],
): BenchRow[] {
  const reference = referenceBm25(texts);
  const judged = queries.slice(0, JUDGED);
  const expected = judged.map((query) =>
    reference(query)
      .slice(0, 10)
      .map((hit) => hit.document),
  );
  return Object.entries(engines).map(([name, engine]) => {
    const taus = judged.map((query, i) => kendallTau(engine(query).slice(0, 10), expected[i]!));
    const mean = taus.reduce((sum, tau) => sum + tau, 0) / taus.length;
    const first = judged.filter((query, i) => engine(query)[0] === expected[i]![0]).length;
    return {
      name: `distance from the reference (1 - tau), ${name}`,
      median: 1 - mean,
      unit: '',
      ...(name === 'ours' ? { limit: 0 } : {}),
      note: `same first result in ${first} of ${judged.length}`,
    };
  });
}

/** Each engine answers all queries three times, in turn; the first round warms up. */
async function inTurns(
  queries: readonly string[],
  engines: Record<string, Engine>,
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < 3; round += 1) {
    for (const [name, engine] of Object.entries(engines)) {
      const taken = await timeEach(queries, engine);
      if (round > 0) times[name] = [...(times[name] ?? []), ...taken];
    }
  }
  return times;
}
