import type { Catalog } from '../catalog.js';
import type {
  Notice,
  Rejection,
  SearchAnswer,
  SearchOptions,
  SearchResult,
  SkillFilter,
  SkillSummary,
} from '../types.js';
import { checkSearch, LIMIT } from './check-options.js';
import { matchesFilter } from './filter.js';
import type { Hit, LexicalQuery, LexicalSearcher } from './lexical.js';

/** Longer queries are cut here (code units), with a notice: the answer to a page of text is in its beginning. */
const LONGEST_QUERY = 10_000;

/** What a search reads. */
export interface SearchSource {
  readonly catalog: Catalog;
  readonly searcher: LexicalSearcher;
  summary(document: number): SkillSummary;
  formerly(document: number): readonly string[];
}

/**
 * Answers one query: ranked results, or the reason why there are none.
 *
 * @throws SkillgraftError `bad-option`
 */
export function search(source: SearchSource, query: string, options: SearchOptions = {}): SearchAnswer {
  checkSearch(query, options);
  const notices: Notice[] = [];
  const text = cutQuery(query.toWellFormed(), notices);
  const shown = text.length > 200 ? `${[...text.slice(0, 200)].slice(0, -1).join('')}…` : text;
  const parsed = source.searcher.parse(text);
  const accepts = (document: number): boolean => matchesFilter(source.catalog.skills[document]!, options);
  const exact = source.catalog.named(text).filter(accepts);
  const first = exact.length > 0 ? exact : source.catalog.formerly(text).filter(accepts);
  const hits = firstThenRanked(source, parsed, first, options.limit ?? LIMIT.default, accepts);
  const results = hits.map((hit) =>
    resultOf(source, hit, parsed, exact.includes(hit.document), options.verbose === true),
  );
  const rejected = results.length > 0 ? null : reject(source, text, parsed, options);
  return { query: shown, results, rejected, notices };
}

function cutQuery(query: string, notices: Notice[]): string {
  if (query.length <= LONGEST_QUERY) return query;
  notices.push({
    code: 'query-cut',
    message: `Only the first ${LONGEST_QUERY} characters of the query were used.`,
  });
  return query.slice(0, LONGEST_QUERY).toWellFormed();
}

/** A query that is a skill's name, path or former name puts that skill first, whatever its score. */
function firstThenRanked(
  source: SearchSource,
  query: LexicalQuery,
  named: readonly number[],
  limit: number,
  accepts: (document: number) => boolean,
): Hit[] {
  const hits = source.searcher.search(query, limit, accepts);
  if (named.length === 0) return hits;
  const first = named.slice(0, limit).map((document) => ({
    document,
    score: source.searcher.explain(query, document).reduce((sum, part) => sum + part.score, 0),
  }));
  const rest = hits.filter((hit) => !named.includes(hit.document));
  return [...first.sort((a, b) => b.score - a.score || a.document - b.document), ...rest].slice(0, limit);
}

function resultOf(
  source: SearchSource,
  hit: Hit,
  query: LexicalQuery,
  isExact: boolean,
  verbose: boolean,
): SearchResult {
  const formerly = source.formerly(hit.document);
  return {
    ...source.summary(hit.document),
    score: Number(hit.score.toFixed(6)),
    ...(isExact ? { exact: true as const } : {}),
    ...(formerly.length > 0 ? { formerly } : {}),
    ...(verbose ? { parts: source.searcher.explain(query, hit.document) } : {}),
  };
}

function reject(source: SearchSource, text: string, query: LexicalQuery, filter: SkillFilter): Rejection {
  if (source.catalog.skills.length === 0) {
    return {
      reason: 'empty-index',
      message: 'The index holds no skills. Add one under skills/ and build again.',
    };
  }
  if (text.trim() === '')
    return { reason: 'empty-query', message: 'The query is empty. Say in a few words what is to be done.' };
  if (query.terms.length === 0) {
    return {
      reason: 'no-terms',
      message: 'The query has no word to search for. Name the task, the tool or the error.',
    };
  }
  const unfiltered = source.searcher.search(query, 1);
  if (unfiltered.length > 0) {
    const best = source.catalog.skills[unfiltered[0]!.document]!;
    const message = `Skills match, but none passes the filter (${describeFilter(filter)}); the best of the others is ${best.name} (${best.path}).`;
    return { reason: 'filtered', message };
  }
  return {
    reason: 'no-match',
    message: 'No skill has any of the words of the query. Try other words, or list the skills.',
  };
}

function describeFilter(filter: SkillFilter): string {
  const parts = [
    filter.tags !== undefined && filter.tags.length > 0 ? `tags ${filter.tags.join(', ')}` : '',
    filter.repo === undefined ? '' : `repository ${filter.repo}`,
    filter.type === undefined ? '' : `type ${filter.type}`,
    filter.status === undefined ? 'not archived' : `status ${filter.status}`,
  ];
  return parts.filter((part) => part !== '').join('; ');
}
