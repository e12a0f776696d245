import type { Catalog } from '../catalog.js';
import type { Notice, ScorePart, SearchAnswer, SearchOptions, SearchResult, SkillSummary } from '../types.js';
import type { RatedSkill } from '../usage/utility.js';
import { checkSearch, LIMIT } from './check-options.js';
import { hasTerms, type RankingEngine, type ReadQuery } from './engine.js';
import { matchesFilter } from './filter.js';
import type { GateReport } from './gate.js';
import type { Hit } from './lexical.js';
import type { BearingRecord } from './recorded.js';
import { rejectQuery } from './reject.js';
import { rerank } from './rerank.js';
import type { SemanticSearcher } from './semantic.js';

/** Longer queries are cut here (code units), with a notice: the answer to a page of text is in its beginning. */
const LONGEST_QUERY = 10_000;

/** What a search reads. */
export interface SearchSource {
  readonly catalog: Catalog;
  readonly engine: RankingEngine;
  /** Null: words alone. */
  readonly semantic: SemanticSearcher | null;
  summary(document: number): SkillSummary;
  formerly(document: number): readonly string[];
  /** What a skill was worth so far; null where nothing was recorded. */
  utility(document: number): RatedSkill | null;
}

/**
 * Answers one query: ranked results, or the reason why there are none.
 *
 * @throws SkillgraftError `bad-option`, `rerank-broken`
 */
export async function search(
  source: SearchSource,
  query: string,
  options: SearchOptions = {},
): Promise<SearchAnswer> {
  checkSearch(query, options);
  const notices: Notice[] = [];
  const asked = await readQuery(source, query, notices);
  const accepts = acceptor(source, options);
  const named = namedFirst(source, asked, accepts);
  const { read, gate } = await reworded(source, asked, accepts, notices);
  const isOpen = hasTerms(read) && (gate.accepted || options.gate === false);
  const hits = isOpen ? await ranked(source, read, options, accepts) : [];
  const rest = hits.filter(({ document }) => !named.hits.some((hit) => hit.document === document));
  const found = [...named.hits, ...rest].slice(0, options.limit ?? LIMIT.default);
  const verbose = options.verbose === true;
  const results = found.map((hit) => resultOf(source, hit, read, named.exact.has(hit.document), verbose));
  return {
    query: shorten(asked.text),
    results,
    rejected: results.length > 0 ? null : rejectQuery(source, asked, options, accepts),
    notices,
    ...(verbose ? { gate } : {}),
  };
}

/** Reads a query for the engine, and says where only its beginning is used. */
export async function readQuery(source: SearchSource, query: string, notices: Notice[]): Promise<ReadQuery> {
  return source.engine.read(cutQuery(query.toWellFormed(), notices), source.semantic);
}

/** What the gate makes of a query; where it is rejected, and is a synonym for the greater part, of its other wordings. */
export async function reworded(
  source: SearchSource,
  asked: ReadQuery,
  accepts: (document: number) => boolean,
  notices: Notice[],
): Promise<{ readonly read: ReadQuery; readonly gate: GateReport }> {
  const { engine, semantic } = source;
  const gate = engine.judge(asked, accepts);
  const wordings = engine.wordings(asked.text);
  if (wordings.length === 0 || (gate.accepted && hasMatch(engine, asked, accepts)))
    return { read: asked, gate };
  for (const { text, key, word } of wordings) {
    const read = await engine.read(text, semantic);
    const other = engine.judge(read, accepts);
    if (!other.accepted || !hasMatch(engine, read, accepts)) continue;
    notices.push({ code: 'synonym-used', message: `"${key}" was searched as "${word}", by the synonyms.` });
    return { read, gate: other };
  }
  return { read: asked, gate };
}

function hasMatch(engine: RankingEngine, read: ReadQuery, accepts: (document: number) => boolean): boolean {
  return engine.rank(read, 1, 'sum', engine.admitted(read, accepts)).length > 0;
}

/** Which skills an answer may hold. */
function acceptor(source: SearchSource, options: SearchOptions): (document: number) => boolean {
  const { skills } = source.catalog;
  return (document) => {
    if (!matchesFilter(skills[document]!, options)) return false;
    return options.current !== true || isCurrent(source.summary(document));
  };
}

/** Neither deprecated nor past its time to live. */
export function isCurrent({ status, expired }: Pick<SkillSummary, 'status' | 'expired'>): boolean {
  return status !== 'deprecated' && !expired;
}

/** A query that is a skill's name, path or former name puts that skill first, whatever its score. */
export function namedFirst(
  source: SearchSource,
  query: ReadQuery,
  accepts: (document: number) => boolean,
): { hits: Hit[]; exact: ReadonlySet<number> } {
  const exact = source.catalog.named(query.text).filter(accepts);
  const documents = exact.length > 0 ? exact : source.catalog.formerly(query.text).filter(accepts);
  const hits = documents.map((document) => ({ document, score: scoreOf(source, query, document) }));
  hits.sort((a, b) => b.score - a.score || a.document - b.document);
  return { hits, exact: new Set(exact) };
}

/** A skill's score by the fusion `sum`. */
export function scoreOf(source: SearchSource, query: ReadQuery, document: number): number {
  const { words, semantic, trigger, recorded, rule } = source.engine.explain(query, document);
  return Math.min(words + semantic + trigger + recorded + rule, 1);
}

async function ranked(
  source: SearchSource,
  query: ReadQuery,
  options: SearchOptions,
  accepts: (document: number) => boolean,
): Promise<Hit[]> {
  const { limit = LIMIT.default, fusion = 'sum' } = options;
  const { engine } = source;
  const all = options.gate === false;
  const admitted = all ? accepts : engine.admitted(query, accepts);
  if (options.rerank === undefined) return engine.rank(query, limit, fusion, admitted, all);
  const hits = engine.rank(query, LIMIT.max, fusion, admitted, all);
  return rerank(options.rerank, query.text, hits, source.catalog.skills);
}

function cutQuery(query: string, notices: Notice[]): string {
  if (query.length <= LONGEST_QUERY) return query;
  notices.push({
    code: 'query-cut',
    message: `Only the first ${LONGEST_QUERY} characters of the query were used.`,
  });
  return query.slice(0, LONGEST_QUERY).toWellFormed();
}

function shorten(text: string): string {
  return text.length > 200 ? `${[...text.slice(0, 200)].slice(0, -1).join('')}…` : text;
}

function resultOf(
  source: SearchSource,
  hit: Hit,
  query: ReadQuery,
  isExact: boolean,
  verbose: boolean,
): SearchResult {
  const formerly = source.formerly(hit.document);
  const utility = verbose ? source.utility(hit.document) : null;
  return {
    ...source.summary(hit.document),
    score: Number(hit.score.toFixed(6)),
    ...(isExact ? { exact: true as const } : {}),
    ...(formerly.length > 0 ? { formerly } : {}),
    ...(verbose ? { parts: partsOf(source.engine, query, hit.document) } : {}),
    ...(utility === null ? {} : { utility }),
  };
}

/** What adds up to a skill's score (of the fusion `sum`): each field, then meaning, trigger, records and rule where they count. */
export function partsOf(engine: RankingEngine, query: ReadQuery, document: number): ScorePart[] {
  const { fields, semantic, trigger, recorded, rule, triggerTerms, record } = engine.explain(query, document);
  const parts: ScorePart[] = [...fields, { field: 'semantic', score: semantic, terms: [] }];
  if (trigger !== 0) parts.push({ field: 'trigger', score: trigger, terms: triggerTerms });
  if (recorded !== 0) parts.push({ field: 'recorded', score: recorded, terms: [], ...recordIn(record) });
  if (rule !== 0) parts.push({ field: 'rule', score: rule, terms: [] });
  return parts.map((part) => ({ ...part, score: Number(part.score.toFixed(6)) }));
}

function recordIn(record: BearingRecord | null): Pick<ScorePart, 'record'> {
  if (record === null) return {};
  const { query, likeness, evidence } = record;
  return { record: { query, likeness: Number(likeness.toFixed(4)), evidence: Number(evidence.toFixed(4)) } };
}
