import type { BudgetChange, ChangeReport, EvalChange } from '../types.js';
import { bad, code, type Line, line, type Section, warn } from './document.js';

/** Figures of the repository's queries, near twins, and what a list of all skills costs. */
export function collectionSection(report: ChangeReport): Section | null {
  const lines = [
    ...report.evals.map(evalLine),
    ...report.budgets.flatMap(budgetLine),
    ...report.duplicates.map(({ a, b, cosine, sameBody }) =>
      warn(
        code(a),
        ' and ',
        code(b),
        sameBody ? ' have the same text' : ` are near in meaning (cosine ${cosine.toFixed(2)})`,
      ),
    ),
    ...listingLine(report),
  ];
  if (lines.length === 0) return null;
  return { title: ['Collection'], lines, open: lines.some(({ mood }) => mood !== undefined) };
}

function evalLine({ file, before, after }: EvalChange): Line {
  const parts = [
    figure('hit@1', before.hit1, after.hit1),
    figure('hit@5', before.hit5, after.hit5),
    figure('MRR', before.mrr, after.mrr),
    after.rejected.of === 0
      ? ''
      : `rejected ${before.rejected.correct} → ${after.rejected.correct} of ${after.rejected.of}`,
    after.not.of === 0 ? '' : `not first ${before.not.correct} → ${after.not.correct} of ${after.not.of}`,
  ].filter((part) => part !== '');
  return (isWorse(before, after) ? bad : line)(
    code(file),
    `: ${parts.join(', ')} (${after.queries === 1 ? '1 query' : `${after.queries} queries`})`,
  );
}

function figure(name: string, before: number | null, after: number | null): string {
  return before === null || after === null ? '' : `${name} ${before.toFixed(3)} → ${after.toFixed(3)}`;
}

/** True where a figure of a file of queries is lower than it was. */
export function isWorse(before: EvalChange['before'], after: EvalChange['after']): boolean {
  const shares = [before.hit1, before.hit5, before.mrr, before.rejected.correct, before.not.correct];
  const now = [after.hit1, after.hit5, after.mrr, after.rejected.correct, after.not.correct];
  return shares.some((one, i) => one !== null && now[i]! < one);
}

/** Told where the list grew and the limit is not far. */
function budgetLine({ host, limit, before, after }: BudgetChange): Line[] {
  if (before === after || after < limit / 2) return [];
  const make = after > limit && before <= limit ? bad : line;
  const over = after > limit ? ', which is over it' : '';
  return [make(`${host}: the list of skills takes ${before} → ${after} of ${limit} characters${over}`)];
}

function listingLine({ listing: { before, after } }: ChangeReport): Line[] {
  if (before.characters === after.characters && before.skills === after.skills) return [];
  return [
    line(
      `Names and descriptions of all skills that agents choose from: ${before.skills} → ${after.skills} skills, ` +
        `${before.characters} → ${after.characters} characters, about ${before.tokens} → ${after.tokens} tokens`,
    ),
  ];
}
