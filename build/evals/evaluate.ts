import type { SkillIndex } from '../../runtime/skill-index.js';
import { compareFindings, type Finding } from '../../schema/diagnostic.js';
import { SkillgraftError } from '../../schema/errors.js';
import { checkQueries } from './check-queries.js';
import { readQueries } from './read-queries.js';
import { runQueries } from './run.js';
import { scoreAnswers } from './score.js';
import type { EvalQuery, EvalScore } from './types.js';

/** A file of queries, run. */
export interface EvaluatedFile {
  readonly path: string;
  readonly score: EvalScore;
  /** Lines that could not be read (errors), and what is odd about the others (warnings); by line. */
  readonly findings: readonly Finding[];
  readonly queries: readonly EvalQuery[];
}

/**
 * Runs the queries of a file's text against an index; `path` is how messages call the file.
 *
 * @throws SkillgraftError `no-queries` where the file holds nothing: that measures nothing
 */
export async function evaluateText(index: SkillIndex, text: string, path: string): Promise<EvaluatedFile> {
  const { queries, findings } = readQueries(text, path);
  if (queries.length === 0 && findings.length === 0) {
    const hint = 'Write a line such as {"id": "1", "query": "...", "expected": ["a-skill"]}.';
    throw new SkillgraftError('no-queries', `${path} holds no query.`, hint);
  }
  const score = scoreAnswers(await runQueries(index, queries));
  const all = [...findings, ...checkQueries(index.skills, queries, path)].sort(compareFindings);
  return { path, score, findings: all, queries };
}
