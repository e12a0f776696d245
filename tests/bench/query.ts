import { Index } from 'flexsearch';
import MiniSearch from 'minisearch';
import { buildLexical, type SearchableText } from '../../build/lexical.js';
import { LexicalSearcher } from '../../runtime/search/lexical.js';
import { analyse } from '../../schema/analyzer/analyse.js';
import { canonicalJson } from '../../schema/codec.js';
import type { LexicalSection } from '../../schema/index.types.js';
import { FIELDS } from '../../schema/profile.js';
import { corpusFiles } from '../helpers/corpus.js';
import { kendallTau } from '../helpers/kendall.js';
import { referenceBm25 } from '../helpers/reference-bm25.js';
import { searchableText } from '../helpers/searchable.js';
import { barePostings } from './bare-postings.js';
import { against, quantile, timeEach } from './measure.js';
import type { BenchRow } from './row.js';

const QUERIES = 300;
const JUDGED = 100;
type Engine = (query: string) => readonly number[];

/** Queries over the real files: time against bare postings and peers, agreement with the reference. */
export async function benchQuery(): Promise<BenchRow[]> {
  const texts = corpusFiles().flatMap((file) => searchableText(file) ?? []);
  if (texts.length === 0) return [];
  const searcher = new LexicalSearcher(JSON.parse(canonicalJson(buildLexical(texts))) as LexicalSection);
  const ours: Engine = (query) => searcher.search(searcher.parse(query), 10).map((hit) => hit.document);
  const bare = barePostings(texts);
  const queries = queriesOf(texts);
  const times = await inTurns(queries, { ours, bare });
  const peers = { minisearch: miniSearch(texts), 'FlexSearch, its own ranking': flexSearch(texts) };
  const rows = [
    against(
      `query p50, ${texts.length} skills, four fields`,
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

function queriesOf(texts: readonly SearchableText[]): string[] {
  const step = Math.floor(texts.length / QUERIES);
  return texts
    .filter((_, i) => i % step === 0)
    .map((text, i) => (i % 2 === 0 ? text.description : text.headings).join(' ').slice(0, 20 + (i % 80)))
    .filter((query) => analyse(query).length > 0);
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

function miniSearch(texts: readonly SearchableText[]): Engine {
  const index = new MiniSearch<{ id: number } & Record<string, string | number>>({
    fields: [...FIELDS],
    tokenize: analyse,
    processTerm: (term) => term,
    searchOptions: { boost: { name: 1, description: 2, headings: 0.5, body: 2 } },
  });
  index.addAll(texts.map((text, id) => ({ id, ...joined(text) })));
  return (query) =>
    index
      .search(query)
      .slice(0, 10)
      .map((hit) => hit.id as number);
}

function flexSearch(texts: readonly SearchableText[]): Engine {
  const index = new Index({ tokenize: 'strict', encode: analyse });
  for (const [id, text] of texts.entries()) {
    index.add(id, FIELDS.flatMap((field) => text[field]).join('\n'));
  }
  return (query) => index.search(query, { limit: 10, suggest: true }) as number[];
}

function joined(text: SearchableText): Record<string, string> {
  return Object.fromEntries(FIELDS.map((field) => [field, text[field].join('\n')]));
}
