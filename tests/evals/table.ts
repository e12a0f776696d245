import type { Share } from '../../build/evals/types.js';
import { sharedPath } from '../helpers/shared.js';
import { type Measured, MOST_OFF_TOPIC, measure } from './measure.js';
import { buildPool, queriesOf } from './pool.js';
import { type EvalSet, SETS } from './sets.js';
import { runSkillMcp, SUITES, type SuiteName, type SuiteResult } from './skill-mcp.js';

/** What the suite is to reach, in queries. */
const SUITE_GOALS: Readonly<Record<SuiteName, { readonly first: number; readonly top3: number }>> = {
  with: { first: 21, top3: 22 },
  without: { first: 17, top3: 20 },
};
const COLUMNS = [
  'set',
  'skills',
  'queries',
  'hit@1 prototype',
  'hit@1 (goal)',
  'hit@5 (goal)',
  'MRR',
  'rejected',
  'not won',
  'lost',
  `off-topic accepted (at most ${MOST_OFF_TOPIC})`,
];

/** Runs one shared set over its pool. */
export async function runSet(name: string): Promise<Measured> {
  const pool = await buildPool(name);
  try {
    return await measure(pool.index, queriesOf(name));
  } finally {
    pool.dispose();
  }
}

/** The table of all shared sets as Markdown, a line at a time; one line that says so where they are not there. */
export async function* evalTable(): AsyncGenerator<string> {
  if (!areThere()) {
    yield MISSING;
    return;
  }
  yield* head(COLUMNS);
  for (const set of SETS) yield setRow(set, await runSet(set.name));
  yield '';
  yield* head(['skill-mcp suite', 'skills', 'first (goal)', 'in the top 3 (goal)', 'rejected', 'missed']);
  for (const name of Object.keys(SUITES) as SuiteName[]) yield suiteRow(name, await runSkillMcp(name));
}

export const MISSING = 'The shared evaluation sets are not there.';

export function areThere(): boolean {
  return sharedPath('evals') !== null && sharedPath('corpora') !== null;
}

function setRow({ name, prototype, goal, goalHit5 }: EvalSet, measured: Measured): string {
  const { skills, queries, hit1, hit5, mrr, rejected, not, lost, offTopic } = measured;
  const five = goalHit5 === undefined ? figure(hit5) : `${figure(hit5)} (${goalHit5})`;
  const ranks = [prototype, `${figure(hit1)} (${goal})`, five, figure(mrr)];
  return row([name, skills, queries, ...ranks, share(rejected), share(not), figure(lost), figure(offTopic)]);
}

function suiteRow(name: SuiteName, result: SuiteResult): string {
  const { skills, first, top3, hits, rejected, rejections, missed } = result;
  const goal = SUITE_GOALS[name];
  return row([
    `${name} triggers`,
    skills,
    `${first} of ${hits} (${goal.first})`,
    `${top3} of ${hits} (${goal.top3})`,
    `${rejected} of ${rejections}`,
    missed.join(' '),
  ]);
}

/** The two lines that a table of Markdown begins with. */
export function head(columns: readonly string[]): readonly string[] {
  return [row(columns), `|${columns.map(() => '---').join('|')}|`];
}

export function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

export function figure(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}

function share({ of, correct }: Share): string {
  return of === 0 ? '-' : `${correct} of ${of}`;
}
