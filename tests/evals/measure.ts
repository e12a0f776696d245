import { readFileSync } from 'node:fs';
import { readQueries } from '../../build/evals/read-queries.js';
import { scoreAnswers } from '../../build/evals/score.js';
import type { EvalAnswer, EvalQuery, EvalScore } from '../../build/evals/types.js';
import { packageRoot } from '../../runtime/package-info.js';
import { LIMIT } from '../../runtime/search/check-options.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import type { SearchOptions } from '../../runtime/types.js';

/** How an index answers a file of queries, and everyday requests that none of its skills fits. */
export interface Measured extends EvalScore {
  readonly skills: number;
  /** Share of the queries with an expected skill that the gate rejects. */
  readonly lost: number;
  /** Share of the off-topic requests that get results. */
  readonly offTopic: number;
}

/** The most off-topic requests that an index may answer. */
export const MOST_OFF_TOPIC = 0.05;

/** Asks an index the queries of a file (JSON lines) and the off-topic ones. */
export async function measure(
  index: SkillIndex,
  queries: string,
  options: SearchOptions = {},
): Promise<Measured> {
  const answers: EvalAnswer[] = [];
  let [expecting, lost] = [0, 0];
  for (const query of parse(queries, 'queries')) {
    const { results, rejected } = await index.search(query.query, { ...options, limit: LIMIT.max });
    answers.push({ query, results });
    if (query.expected.length === 0) continue;
    expecting += 1;
    if (rejected?.reason === 'no-fit') lost += 1;
  }
  return {
    ...scoreAnswers(answers),
    skills: index.skills.length,
    lost: lost / expecting,
    offTopic: await offTopicShare(index, options),
  };
}

/** This folder's file of that name; the compiled copy of this module lies elsewhere. */
export function evalFile(name: string): string {
  return readFileSync(new URL(`tests/evals/${name}`, packageRoot()), 'utf8');
}

async function offTopicShare(index: SkillIndex, options: SearchOptions): Promise<number> {
  const queries = parse(evalFile('off-topic.jsonl'), 'off-topic.jsonl');
  let accepted = 0;
  for (const { query } of queries) {
    const { results } = await index.search(query, { ...options, limit: 1 });
    if (results.length > 0) accepted += 1;
  }
  return accepted / queries.length;
}

function parse(text: string, path: string): readonly EvalQuery[] {
  const { queries, findings } = readQueries(text, path);
  if (findings.length > 0) throw new Error(`${path} has a line that cannot be read: ${findings[0]!.line}`);
  return queries;
}
