import { evaluateText } from '../../build/evals/evaluate.js';
import type { EvalScore, Share } from '../../build/evals/types.js';
import { sharedPath } from '../helpers/shared.js';
import { buildPool, queriesOf } from './pool.js';
import { SETS } from './sets.js';
import { runSkillMcp, type SuiteResult } from './skill-mcp.js';

/** Runs one shared set over its pool. */
export async function runSet(name: string): Promise<EvalScore & { readonly skills: number }> {
  const pool = await buildPool(name);
  try {
    const { score } = await evaluateText(pool.index, queriesOf(name), name);
    return { ...score, skills: pool.index.skills.length };
  } finally {
    pool.dispose();
  }
}

/** The table of all shared sets as Markdown, a line at a time; one line that says so where they are not there. */
export async function* evalTable(): AsyncGenerator<string> {
  if (sharedPath('evals') === null || sharedPath('corpora') === null) {
    yield 'The shared evaluation sets are not there.';
    return;
  }
  yield '| set | skills | queries | hit@1 prototype | goal | reached | hit@5 (goal) | MRR | rejected | not won |';
  yield '|---|---|---|---|---|---|---|---|---|---|';
  for (const { name, prototype, goal, goalHit5 } of SETS) {
    const { skills, queries, hit1, hit5, mrr, rejected, not } = await runSet(name);
    const five = goalHit5 === undefined ? figure(hit5) : `${figure(hit5)} (${goalHit5})`;
    yield row([
      name,
      skills,
      queries,
      prototype,
      goal,
      figure(hit1),
      five,
      figure(mrr),
      share(rejected),
      share(not),
    ]);
  }
  yield '';
  yield '| skill-mcp suite | skills | first | goal | in the top 3 | goal | rejected | goal |';
  yield '|---|---|---|---|---|---|---|---|';
  for (const triggers of [true, false]) yield suiteRow(await runSkillMcp(triggers), triggers);
}

function suiteRow(result: SuiteResult, triggers: boolean): string {
  const { skills, first, top3, hits, rejected, rejections } = result;
  const name = triggers ? 'with triggers' : 'without triggers';
  const [goalFirst, goalTop3] = triggers ? [21, 22] : [17, 20];
  return row([
    name,
    skills,
    `${first} of ${hits}`,
    goalFirst,
    `${top3} of ${hits}`,
    goalTop3,
    `${rejected} of ${rejections}`,
    12,
  ]);
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function figure(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}

function share({ of, correct }: Share): string {
  return of === 0 ? '-' : `${correct} of ${of}`;
}
