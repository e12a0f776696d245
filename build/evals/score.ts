import { nfc } from '../../schema/text.js';
import type { EvalAnswer, EvalMiss, EvalScore, RankedSkill, Share } from './types.js';

/** Works out the metrics of a file from what its queries were answered. Pure. */
export function scoreAnswers(answers: readonly EvalAnswer[]): EvalScore {
  const ranks = answers.filter(({ query }) => query.expected.length > 0).map(rankOf);
  const hits = (k: number): number => ranks.filter((rank) => rank <= k).length;
  const fitNone = answers.filter(({ query }) => query.expected.length === 0 && query.not.length === 0);
  return {
    queries: answers.length,
    hit1: mean(hits(1), ranks.length),
    hit5: mean(hits(5), ranks.length),
    mrr: mean(
      ranks.reduce((sum, rank) => sum + 1 / rank, 0),
      ranks.length,
    ),
    rejected: shareOf(fitNone),
    not: shareOf(answers.filter(({ query }) => query.not.length > 0)),
    misses: answers.filter((answer) => !isCorrect(answer)).map(missOf),
  };
}

/** Rank of the first expected skill, from 1; infinite where none is among the results. */
function rankOf({ query, results }: EvalAnswer): number {
  const index = results.findIndex((skill) => isOneOf(skill, query.expected));
  return index === -1 ? Number.POSITIVE_INFINITY : index + 1;
}

function isCorrect(answer: EvalAnswer): boolean {
  const { query, results } = answer;
  const first = results[0];
  if (first !== undefined && isOneOf(first, query.not)) return false;
  if (query.expected.length > 0) return rankOf(answer) === 1;
  return query.not.length > 0 || first === undefined;
}

/** An expected word is a skill's name, or the name of its folder. */
export function isOneOf({ name, path }: RankedSkill, words: readonly string[]): boolean {
  const folder = path.slice(path.lastIndexOf('/') + 1);
  return words.includes(nfc(name)) || words.includes(nfc(folder));
}

function shareOf(answers: readonly EvalAnswer[]): Share {
  return { of: answers.length, correct: answers.filter(isCorrect).length };
}

function missOf({ query, results }: EvalAnswer): EvalMiss {
  return {
    id: query.id,
    query: query.query,
    expected: query.expected,
    ...(query.not.length > 0 ? { not: query.not } : {}),
    got: results.slice(0, 3).map(({ name }) => name),
  };
}

function mean(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum / count) * 10_000) / 10_000;
}
