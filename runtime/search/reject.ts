import type { Rejection, SearchOptions } from '../types.js';
import { hasTerms, type ReadQuery } from './engine.js';
import type { SearchSource } from './search.js';

/** Why a query has no result, and what came nearest. */
export function rejectQuery(
  source: SearchSource,
  query: ReadQuery,
  options: SearchOptions,
  accepts: (document: number) => boolean,
): Rejection {
  const plain = withoutMatch(source, query) ?? filteredOut(source, query, options, accepts);
  if (plain !== null) return plain;
  const nearest = nearestOf(source, query, accepts);
  if (nearest === undefined) return NO_MATCH;
  const message = `No skill seems to fit. The nearest is ${nearest.name} (${nearest.path}); it shares too little with the query.`;
  return { reason: 'no-fit', message, nearest };
}

const NO_MATCH: Rejection = {
  reason: 'no-match',
  message: 'No skill has any of the words of the query. Try other words, or list the skills.',
};

function withoutMatch(source: SearchSource, query: ReadQuery): Rejection | null {
  if (source.catalog.skills.length === 0) {
    return {
      reason: 'empty-index',
      message: 'The index holds no skills. Add one under skills/ and build again.',
    };
  }
  if (query.text.trim() === '')
    return { reason: 'empty-query', message: 'The query is empty. Say in a few words what is to be done.' };
  if (hasTerms(query)) return null;
  return {
    reason: 'no-terms',
    message: 'The query has no word to search for. Name the task, the tool or the error.',
  };
}

function nearestOf(
  source: SearchSource,
  query: ReadQuery,
  accepts: (document: number) => boolean,
): Rejection['nearest'] {
  const [best] = source.engine.rank(query, 1, 'sum', accepts);
  if (best === undefined) return undefined;
  const { path, name, description } = source.catalog.skills[best.document]!;
  return { path, name, description, score: Number(best.score.toFixed(6)) };
}

/** Null where nothing fits without the filter either. */
function filteredOut(
  source: SearchSource,
  query: ReadQuery,
  options: SearchOptions,
  accepts: (document: number) => boolean,
): Rejection | null {
  const isOut = (document: number): boolean => !accepts(document);
  const nearest = nearestOf(source, query, isOut);
  if (nearest === undefined) return null;
  if (options.gate !== false && !source.engine.judge(query, isOut).accepted) return null;
  const message = `No skill that passes the filter (${describeFilter(options)}) fits; the best of the others is ${nearest.name} (${nearest.path}).`;
  return { reason: 'filtered', message, nearest };
}

function describeFilter(filter: SearchOptions): string {
  const parts = [
    filter.tags !== undefined && filter.tags.length > 0 ? `tags ${filter.tags.join(', ')}` : '',
    filter.repo === undefined ? '' : `repository ${filter.repo}`,
    filter.type === undefined ? '' : `type ${filter.type}`,
    filter.status === undefined ? 'not archived' : `status ${filter.status}`,
    filter.current === true ? 'neither deprecated nor expired' : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** Why there is nothing, where several indexes have something. */
export function allLeftOut(count: number): string {
  return `There are no skills: allow and block leave out all ${count} that the indexes hold.`;
}
