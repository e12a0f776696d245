import type { EvalFile } from '../../runtime/evals/read-eval-files.js';
import { type EvalQuery, readQueries } from '../../runtime/evals/read-queries.js';
import { contentWords } from '../../schema/analyzer/content-words.js';
import { splitClauses } from '../../schema/clauses.js';
import { compareText } from '../../schema/diagnostic.js';
import type { SkillEntry } from '../../schema/index.types.js';
import { ownTexts } from '../own-texts.js';
import type { QuerySource } from './types.js';

/** A query that both sides are asked. */
export interface AskedQuery {
  readonly text: string;
  readonly source: QuerySource;
  /** Of a query of the repository. */
  readonly eval?: EvalQuery & { readonly file: string };
  /** Folder after the change of the skill whose text it is. */
  readonly owner?: string;
}

/** Queries of a repository that are asked, and texts of skills: each twice, a millisecond or so. */
const MOST_EVALS = 2000;
const MOST_OWN = 400;
/** A shorter text names no task, a longer one is none. In words that say what it is about. */
const LEAST_WORDS = 3;
const MOST_WORDS = 30;
/** Words by which descriptions say when a skill is to be used, and not what for. */
const ABOUT_USE = new Set(
  'use used using useful skill skills user users ask asks asked asking need needs want wants say says mention mentions request requests'.split(
    ' ',
  ),
);

/** The repository's own queries. `left` counts those that are too many. */
export function evalQueries(files: readonly EvalFile[]): { queries: AskedQuery[]; left: number } {
  const all = files.flatMap(({ path, text }) =>
    readQueries(text, path).queries.map(
      (query): AskedQuery => ({ text: query.query, source: 'eval', eval: { ...query, file: path } }),
    ),
  );
  return { queries: all.slice(0, MOST_EVALS), left: Math.max(0, all.length - MOST_EVALS) };
}

/**
 * What skills say of when they are for, put as queries: their triggers, then the clauses of their descriptions, taken in
 * turn from each skill so that none crowds out the others.
 */
export function ownQueries(skills: readonly SkillEntry[], most = MOST_OWN): AskedQuery[] {
  const sorted = [...skills].sort((a, b) => compareText(a.path, b.path));
  const names = new Set(sorted.map(({ name }) => name).filter((name) => name.includes('-')));
  const lists = sorted.map((skill) => queriesOf(skill, names));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const queries = new Map<string, AskedQuery>();
  for (let turn = 0; turn < longest && queries.size < most; turn += 1) {
    for (const list of lists) {
      const query = list[turn];
      if (query !== undefined && queries.size < most && !queries.has(query.text))
        queries.set(query.text, query);
    }
  }
  return [...queries.values()];
}

function queriesOf(
  { path, name, description, metadata }: SkillEntry,
  names: ReadonlySet<string>,
): AskedQuery[] {
  const { own } = ownTexts(name, description, metadata);
  // A clause with a skill's name leads to that one, as it should.
  const clauses = [...splitClauses(own.description), ...splitClauses(own.whenToUse)].filter(
    (clause) => isTask(clause) && !clause.split(/[^\p{L}\p{N}-]+/u).some((word) => names.has(word)),
  );
  return [
    ...(metadata.triggers ?? []).map((text): AskedQuery => ({ text, source: 'trigger', owner: path })),
    ...clauses.map((text): AskedQuery => ({ text, source: 'description', owner: path })),
  ];
}

function isTask(text: string): boolean {
  const words = contentWords(text)
    .split(' ')
    .filter((word) => word !== '' && !ABOUT_USE.has(word.toLowerCase()));
  return words.length >= LEAST_WORDS && words.length <= MOST_WORDS;
}
