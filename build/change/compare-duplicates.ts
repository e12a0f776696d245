import type { Duplicates } from '../../runtime/duplicates.js';
import { compareText } from '../../schema/diagnostic.js';
import type { NewDuplicate } from './types.js';

/** What is compared. */
export interface DuplicatesInput {
  readonly before: Pick<Duplicates, 'pairs' | 'copies'>;
  readonly after: Pick<Duplicates, 'pairs' | 'copies'>;
  /** A folder of before as it is after the change. */
  nowOf(path: string): string;
  /** Folders, after the change, of skills that are not what they were. */
  readonly touched: ReadonlySet<string>;
}

/**
 * Pairs that say much the same and did not before, with a skill that changed; pairs of which one sends to the other are
 * left out, since they say what parts them. Nearest first.
 */
export function newDuplicates({ before, after, nowOf, touched }: DuplicatesInput): NewDuplicate[] {
  const known = new Set([
    ...before.pairs.map(({ a, b }) => keyOf(nowOf(a), nowOf(b))),
    ...copyPairs(before.copies).map(([a, b]) => keyOf(nowOf(a), nowOf(b))),
  ]);
  const copies = copyPairs(after.copies).map(([a, b]) => ({
    a,
    b,
    cosine: 1,
    sameBody: true,
    handsOff: false,
  }));
  return [...copies, ...after.pairs]
    .filter(
      ({ a, b, handsOff }) => !handsOff && (touched.has(a) || touched.has(b)) && !known.has(keyOf(a, b)),
    )
    .map(({ a, b, cosine, sameBody }) => ({ a, b, cosine, sameBody }))
    .sort((x, y) => y.cosine - x.cosine || compareText(x.a, y.a) || compareText(x.b, y.b));
}

function keyOf(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}

/** The first of each group of copies with each of the others. */
function copyPairs(groups: Duplicates['copies']): [string, string][] {
  return groups.flatMap(([first, ...others]) => others.map((other): [string, string] => [first!, other]));
}
