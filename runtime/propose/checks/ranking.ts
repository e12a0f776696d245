import { rankingTaken } from '../../../schema/check-kinds.js';
import { type Finding, finding } from '../../../schema/diagnostic.js';
import { excerpt, nfc } from '../../../schema/text.js';
import { type EvalQuery, readQueries } from '../../evals/read-queries.js';
import type { SkillIndex } from '../../skill-index.js';
import type { SearchResult } from '../../types.js';
import type { Plan, SkillAction } from '../types.js';
import type { CheckInput, CheckReport, ProposalCheck } from './types.js';

/** Actions after which a skill may be found that was not, or is found by other words. */
const FINDABLE: ReadonlySet<SkillAction> = new Set<SkillAction>([
  'ARCHIVE',
  'FIX',
  'DERIVE',
  'MERGE',
  'RESTORE',
]);
/** Queries that are asked: twice a millisecond or so each. */
const MOST_QUERIES = 2000;
/** Queries that are named. */
const MOST_FINDINGS = 20;

interface Asked extends EvalQuery {
  readonly file: string;
}

/** Warns where the proposed text takes the first place of queries that the repository keeps for other skills. */
export const ranking: ProposalCheck = {
  name: 'ranking',
  async run({ plan, index, options }) {
    const file = `${plan.path}/SKILL.md`;
    const isWritten = plan.changes.some(({ path, after }) => path === file && after !== null);
    const queries = queriesIn(options.evals ?? []);
    if (!FINDABLE.has(plan.changelog.action) || !isWritten || queries.length === 0) return report([]);
    if (options.rankWith === undefined) {
      const message =
        'What the new text does to the ranking of other skills was not looked at: there is no build here.';
      return report([], [{ code: 'ranking-not-checked', message }]);
    }
    const before = await indexOfBase(index, plan, options.rankWith);
    const after = await options.rankWith(plan.changes);
    const taken: Finding[] = [];
    for (const query of queries.slice(0, MOST_QUERIES)) {
      const found = await takenBy(query, plan, before, after);
      if (found !== null) taken.push(finding(rankingTaken, file, { line: 1, column: 1 }, found));
    }
    return report(taken.slice(0, MOST_FINDINGS), notesOn(queries.length, taken.length));
  },
};

function report(findings: readonly Finding[], notes: CheckReport['notes'] = []): CheckReport {
  return { findings, notes };
}

function queriesIn(evals: NonNullable<CheckInput['options']['evals']>): Asked[] {
  return evals.flatMap(({ path, text }) =>
    readQueries(text, path).queries.map((query) => ({ ...query, file: path })),
  );
}

/** The index that is served may be of another commit than the plan's base. */
async function indexOfBase(
  index: SkillIndex | null,
  plan: Plan,
  rankWith: NonNullable<CheckInput['options']['rankWith']>,
): Promise<SkillIndex> {
  return index?.artifact.source.commit === plan.base ? index : rankWith([]);
}

/** What changes hands for a query, as a finding's arguments; null where nothing does that should not. */
async function takenBy(query: Asked, plan: Plan, before: SkillIndex, after: SkillIndex) {
  const proposed = await firstOf(after, query);
  if (proposed?.path !== plan.path || isExpected(query, proposed)) return null;
  const former = await firstOf(before, query);
  if (former?.path === plan.path || (former !== undefined && isSource(plan, former))) return null;
  return {
    query: excerpt(query.query),
    id: excerpt(query.id),
    file: query.file,
    proposed: plan.path,
    before: former?.path ?? '',
  };
}

async function firstOf(index: SkillIndex, { query }: Asked): Promise<SearchResult | undefined> {
  return (await index.search(query, { limit: 1 })).results[0];
}

/** An expected word is a skill's name, or the name of its folder. */
function isExpected({ expected }: Asked, { name, path }: SearchResult): boolean {
  return expected.includes(nfc(name)) || expected.includes(nfc(path.slice(path.lastIndexOf('/') + 1)));
}

/** What a merge takes over from its sources is theirs to give. */
function isSource({ changelog }: Plan, { name, path }: SearchResult): boolean {
  if (changelog.action !== 'MERGE') return false;
  return changelog.sources.some((source) => [path, name].includes(source.replace(/@\d+$/, '')));
}

function notesOn(queries: number, taken: number): CheckReport['notes'] {
  const left = queries - MOST_QUERIES;
  const more = taken - MOST_FINDINGS;
  return [
    ...(left > 0 ? [{ code: 'ranking-cut', message: `${left} of ${queries} queries were not asked.` }] : []),
    ...(more > 0
      ? [{ code: 'ranking-more', message: `${more} more queries would lead to the new text.` }]
      : []),
  ];
}
