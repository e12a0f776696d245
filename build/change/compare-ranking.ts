import { compareText } from '../../schema/diagnostic.js';
import { isOneOf } from '../evals/score.js';
import type { RankedSkill } from '../evals/types.js';
import type { AskedQuery } from './queries.js';
import type { QueryAnswer, RankingChange, RankingEffect } from './types.js';

/** What a query is answered with, best first, by the skills' names and folders after the change. */
export interface AnsweredQuery {
  readonly query: AskedQuery;
  readonly before: readonly RankedSkill[];
  readonly after: readonly RankedSkill[];
}

/** The most telling first. */
const EFFECTS: readonly RankingEffect[] = [
  'taken',
  'rejected',
  'unrejected',
  'outranked',
  'fell',
  'won',
  'rose',
];
const SOURCES = ['eval', 'trigger', 'description'] as const;

/**
 * Queries whose answer is not what it was, the most telling first: by effect, then the repository's own before triggers
 * and descriptions.
 *
 * @param touched folders, after the change, of skills that are new or not what they were
 * @param fresh those of them that were not there
 */
export function compareRanking(
  answered: readonly AnsweredQuery[],
  touched: ReadonlySet<string>,
  fresh: ReadonlySet<string>,
): RankingChange[] {
  const changes = answered.flatMap((one): RankingChange[] => {
    const [before, after] = [answerOf(one.query, one.before), answerOf(one.query, one.after)];
    const effect = forbiddenFirst(one) ?? effectOf(one.query, before, after, touched, fresh);
    if (effect === null) return [];
    const concerned = [before.first, after.first, one.query.owner ?? null];
    const indirect = !concerned.some((path) => path !== null && touched.has(path));
    return [{ effect, ...describeQuery(one.query), indirect, before, after }];
  });
  return changes.sort(
    (a, b) =>
      EFFECTS.indexOf(a.effect) - EFFECTS.indexOf(b.effect) ||
      SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source) ||
      compareText(a.query, b.query),
  );
}

function describeQuery({ text, source, owner, eval: asked }: AskedQuery) {
  return {
    query: text,
    source,
    ...(asked === undefined ? {} : { file: asked.file, id: asked.id }),
    ...(owner === undefined ? {} : { owner }),
  };
}

function answerOf(query: AskedQuery, results: readonly RankedSkill[]): QueryAnswer {
  const index = results.findIndex((skill) => isRight(query, skill));
  return { first: results[0]?.path ?? null, rank: index === -1 ? null : index + 1 };
}

function isRight({ owner, eval: asked }: AskedQuery, skill: RankedSkill): boolean {
  return asked === undefined ? skill.path === owner : isOneOf(skill, asked.expected);
}

/** A skill that must not win a query, and does so now. */
function forbiddenFirst({ query, before, after }: AnsweredQuery): RankingEffect | null {
  const wins = ([first]: readonly RankedSkill[]): boolean =>
    first !== undefined && isOneOf(first, query.eval?.not ?? []);
  return wins(after) && !wins(before) ? 'taken' : null;
}

function effectOf(
  query: AskedQuery,
  before: QueryAnswer,
  after: QueryAnswer,
  touched: ReadonlySet<string>,
  fresh: ReadonlySet<string>,
): RankingEffect | null {
  if (query.eval?.expected.length === 0) return query.eval.not.length > 0 ? null : ofUnfit(before, after);
  if (query.owner !== undefined && touched.has(query.owner))
    return ofOwnText(query.owner, before, after, fresh);
  if (before.rank === 1 && after.rank !== 1) return after.first === null ? 'rejected' : 'taken';
  if (before.rank !== 1 && after.rank === 1) return 'won';
  const [old, now] = [before.rank ?? Number.POSITIVE_INFINITY, after.rank ?? Number.POSITIVE_INFINITY];
  // Whether it is fifth or sixth is told of what people wrote down as a query, not of any text of a skill.
  if (old === now || query.source === 'description') return null;
  return now > old ? 'fell' : 'rose';
}

/** A query that fits no skill. */
function ofUnfit(before: QueryAnswer, after: QueryAnswer): RankingEffect | null {
  if (before.first === null) return after.first === null ? null : 'unrejected';
  return after.first === null ? 'won' : null;
}

/** A text that the change itself may have brought: that its skill is found by it is what it is there for. */
function ofOwnText(
  owner: string,
  before: QueryAnswer,
  after: QueryAnswer,
  fresh: ReadonlySet<string>,
): RankingEffect | null {
  if (after.first === null) return before.rank === 1 ? 'rejected' : null;
  if (after.rank === 1) return null;
  return fresh.has(owner) || before.rank === 1 ? 'outranked' : null;
}
