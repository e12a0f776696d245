import { terminalLine } from '../../runtime/cli/terminal-text.js';
import type { Comparison } from './compare.js';
import type { BelowFloor } from './floors.js';
import type { EvalMiss, EvalScore, Share } from './types.js';

/** `683 queries: hit@1 0.702, hit@5 0.911, MRR 0.792; rejected 30 of 36`. */
export function scoreLine({ queries, hit1, hit5, mrr, rejected, not }: EvalScore): string {
  if (queries === 0) return 'No line of it could be read, so nothing was measured.';
  const ranks = hit1 === null ? [] : [`hit@1 ${figure(hit1)}, hit@5 ${figure(hit5)}, MRR ${figure(mrr)}`];
  const shares = [shareText('rejected', rejected), shareText('not won by the wrong one', not)].flat();
  return `${queries} ${queries === 1 ? 'query' : 'queries'}: ${[...ranks, ...shares].join('; ')}`;
}

/** One line a miss: what was expected, and what came instead. */
export function missLine({ id, query, expected, not, got }: EvalMiss): string {
  const wish =
    expected.length > 0 ? expected.join(' or ') : not === undefined ? 'nothing' : `not ${not.join(' or ')}`;
  const came = got.length > 0 ? got.join(', ') : 'nothing';
  return terminalLine(`${id}: "${cut(query)}" (expected ${wish}, got ${came})`);
}

/** What changed since an earlier run. */
export function comparisonLines({ won, lost, hit1, hit5, mrr }: Comparison): string[] {
  const moved = [
    ['hit@1', hit1],
    ['hit@5', hit5],
    ['MRR', mrr],
  ] as const;
  const parts = moved.flatMap(([name, by]) => (by === null ? [] : [`${name} ${signed(by)}`]));
  return [
    `Since the earlier run: ${[...parts, `${won.length} won, ${lost.length} lost`].join(', ')}`,
    ...won.map((id) => `  won   ${terminalLine(id)}`),
    ...lost.map((id) => `  lost  ${terminalLine(id)}`),
  ];
}

export function floorLine({ metric, floor, reached }: BelowFloor): string {
  return reached === null
    ? `${metric} has a floor of ${floor}, and no query asks for it.`
    : `${metric} is ${figure(reached)}, below its floor of ${floor}.`;
}

function shareText(what: string, { of, correct }: Share): string[] {
  return of === 0 ? [] : [`${what} ${correct} of ${of}`];
}

function figure(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
}

function cut(text: string): string {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  return line.length <= 80 ? line.join('') : `${line.slice(0, 79).join('')}…`;
}
