import { LIMIT } from '../../runtime/search/check-options.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import type { EvalAnswer, EvalQuery } from './types.js';

/** Asks an index every query, the way that users search it. */
export async function runQueries(index: SkillIndex, queries: readonly EvalQuery[]): Promise<EvalAnswer[]> {
  const answers: EvalAnswer[] = [];
  for (const query of queries) {
    const { results } = await index.search(query.query, { limit: LIMIT.max });
    answers.push({ query, results: results.map(({ name, path }) => ({ name, path })) });
  }
  return answers;
}
