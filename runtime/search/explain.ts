import type { Notice, ScorePart, SearchAnswer } from '../types.js';
import { checkSearch } from './check-options.js';
import { hasTerms, type ReadQuery } from './engine.js';
import { matchesFilter } from './filter.js';
import type { GateReport } from './gate.js';
import { namedFirst, partsOf, readQuery, reworded, type SearchSource, scoreOf, search } from './search.js';

/** A skill's place for a query, and what it is made of. */
export interface Placed {
  readonly path: string;
  readonly name: string;
  /** From 1; null where it is not among the answers at all, as an archived one never is. */
  readonly rank: number | null;
  readonly score: number;
  readonly parts: readonly ScorePart[];
}

/** Why a skill has its place for a query. */
export interface Explanation {
  readonly query: string;
  readonly skill: Placed;
  /** No search shows it unless it asks for that status, whatever its score. */
  readonly archived: boolean;
  /** Number of skills that are ranked: those of a search without limit and gate. */
  readonly ranked: number;
  /** The query is the skill's name or path, or a former one: it comes first whatever its score. */
  readonly exact: boolean;
  /** The one that is just above it, for a skill without a rank the first one; null for the first. */
  readonly above: Placed | null;
  /** What the one above has more in each part, largest first; negative where it has less. */
  readonly behind: readonly { readonly field: ScorePart['field']; readonly by: number }[];
  /** Terms of the query that the skill has in no field. */
  readonly missing: readonly string[];
  readonly gate: GateReport;
  /** What a search answers in place of results; null where it has some. */
  readonly rejected: SearchAnswer['rejected'];
  /** Skills that its description names as the ones for something else, by path; their clauses are not searched as its own. */
  readonly handsOffTo: readonly string[];
  readonly notices: readonly Notice[];
}

/**
 * Explains the place of one skill among all that a search without filters looks at, by the fusion `sum`.
 *
 * @throws SkillgraftError `bad-option`
 */
export async function explain(
  source: SearchSource,
  query: string,
  document: number,
  handsOffTo: readonly string[],
): Promise<Explanation> {
  checkSearch(query, {});
  const notices: Notice[] = [];
  const answer = await search(source, query, { limit: 1 });
  const asked = await readQuery(source, query, notices);
  const { read, gate } = await reworded(source, asked, (one) => isShown(source, one), notices);
  const { order, named } = orderOf(source, asked, read);
  const place = (one: number): Placed => placed(source, read, one, order);
  const skill = place(document);
  const aboveIt = skill.rank === null ? order[0] : order[skill.rank - 2];
  const above = aboveIt === undefined ? null : place(aboveIt);
  return {
    query: answer.query,
    skill,
    archived: source.summary(document).status === 'archived',
    ranked: order.length,
    exact: named.has(document),
    above,
    behind: above === null ? [] : differences(above.parts, skill.parts),
    missing: source.engine.missing(read, document),
    gate,
    rejected: answer.rejected,
    handsOffTo,
    notices: [...notices, ...remarks(source, document, aboveIt, { named, handsOffTo })],
  };
}

/** All answers in their order, as if there were no limit and no gate, and those that the query names. */
function orderOf(
  source: SearchSource,
  asked: ReadQuery,
  read: ReadQuery,
): { order: readonly number[]; named: ReadonlySet<number> } {
  const { skills } = source.catalog;
  const accepts = (one: number): boolean => isShown(source, one);
  const first = namedFirst(source, asked, accepts).hits.map((hit) => hit.document);
  const named = new Set(first);
  const hits = hasTerms(read) ? source.engine.rank(read, skills.length, 'sum', accepts) : [];
  const rest = hits.map((hit) => hit.document).filter((one) => !named.has(one));
  return { order: [...first, ...rest], named };
}

/** What a search without filters may show. */
function isShown({ catalog }: SearchSource, document: number): boolean {
  return matchesFilter(catalog.skills[document]!, {});
}

function placed(source: SearchSource, read: ReadQuery, document: number, order: readonly number[]): Placed {
  const { path, name } = source.catalog.skills[document]!;
  const rank = order.indexOf(document) + 1;
  const score = Number(scoreOf(source, read, document).toFixed(6));
  return { path, name, rank: rank === 0 ? null : rank, score, parts: partsOf(source.engine, read, document) };
}

function differences(above: readonly ScorePart[], skill: readonly ScorePart[]): Explanation['behind'] {
  const scoreIn = (parts: readonly ScorePart[], field: ScorePart['field']): number =>
    parts.find((part) => part.field === field)?.score ?? 0;
  return [...new Set([...above, ...skill].map(({ field }) => field))]
    .map((field) => ({ field, by: Number((scoreIn(above, field) - scoreIn(skill, field)).toFixed(6)) }))
    .filter(({ by }) => by !== 0)
    .sort((a, b) => b.by - a.by);
}

const LEFT_OUT =
  'its score does not depend on that, but a search for what is current (`--current`) leaves it out.';

/** What else bears on a skill's place. */
function remarks(
  source: SearchSource,
  document: number,
  above: number | undefined,
  { named, handsOffTo }: { named: ReadonlySet<number>; handsOffTo: readonly string[] },
): Notice[] {
  const { status, expired } = source.summary(document);
  const other = above === undefined ? undefined : source.catalog.skills[above]!;
  const sends = other !== undefined && handsOffTo.includes(other.path);
  const all: readonly (readonly [boolean, string, string])[] = [
    [
      status === 'archived',
      'archived',
      'It is archived: no search shows it unless it asks for that status (`--status archived`), so it has no rank.',
    ],
    [status === 'deprecated', 'deprecated', `It is deprecated: ${LEFT_OUT}`],
    [expired, 'expired', `Its time to live has passed: ${LEFT_OUT}`],
    [
      above !== undefined && named.has(above),
      'above-named',
      'The query is the name of the one above it, which puts that first.',
    ],
    [sends, 'hands-off', `Its own description sends to ${other?.name} for something else.`],
  ];
  return all.flatMap(([holds, code, message]) => (holds ? [{ code, message }] : []));
}
