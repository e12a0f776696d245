import { DEFAULT_PROFILE, FIELDS } from '../../../schema/profile.js';
import { SETS } from '../../evals/sets.js';
import { PARTS, readSet } from './features.js';
import { type FitScore, fitWeights, scoreSet, type Weights } from './fit.js';

/**
 * Fits the weights on all sets but one and tries them on that one, for each in turn; then on all. A line of Markdown at
 * a time. Words and meaning alone: no gate, no triggers.
 */
export async function* fitTable(): AsyncGenerator<string> {
  const sets = [];
  for (const { name } of SETS) sets.push(await readSet(name));
  const start = profileWeights();
  yield `| fitted without | ${PARTS.join(' | ')} | there: hit@1 | hit@5 | MRR | the profile there |`;
  yield `|---|${PARTS.map(() => '---').join('|')}|---|---|---|---|`;
  for (const left of sets) {
    const weights = fitWeights(
      sets.filter((set) => set !== left),
      start,
    );
    const { hit1, hit5, mrr } = scoreSet(left, weights);
    yield `| ${left.name} | ${cells(weights)} | ${[hit1, hit5, mrr].map(figure).join(' | ')} | ${figure(scoreSet(left, start).hit1)} |`;
  }
  const all = fitWeights(sets, start);
  yield `| none | ${cells(all)} | ${means(sets.map((set) => scoreSet(set, all)))} | ${figure(mean(sets.map((set) => scoreSet(set, start).hit1)))} |`;
}

function profileWeights(): Weights {
  const fields = FIELDS.map((field) => [field, DEFAULT_PROFILE.fields[field].weight]);
  return { ...Object.fromEntries(fields), semantic: DEFAULT_PROFILE.semantic } as Weights;
}

function cells(weights: Weights): string {
  return PARTS.map((part) => weights[part]).join(' | ');
}

function means(scores: readonly FitScore[]): string {
  return (['hit1', 'hit5', 'mrr'] as const)
    .map((key) => figure(mean(scores.map((score) => score[key]))))
    .join(' | ');
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function figure(value: number): string {
  return value.toFixed(3);
}
