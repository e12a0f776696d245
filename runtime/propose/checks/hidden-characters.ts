import { hiddenText } from '../../../schema/check-kinds.js';
import { type Finding, type FindingArgs, finding } from '../../../schema/diagnostic.js';
import { findHidden, type HiddenRun } from '../../../schema/hidden-text.js';
import { excerpt } from '../../../schema/text.js';
import { type NewText, newTexts } from './new-text.js';
import type { ProposalCheck } from './types.js';

/** Lines of one file that are named; of the others the number is told. */
const MOST_LINES = 50;
/** Different characters of one line that are named. */
const MOST_CHARACTERS = 8;

/** Warns of characters in new lines that a reviewer would not see, and tells what they spell. */
export const hiddenCharacters: ProposalCheck = {
  name: 'hidden-characters',
  run: ({ plan }) => ({ findings: newTexts(plan.changes).flatMap(findingsIn), notes: [] }),
};

function findingsIn({ path, text, lines }: NewText): Finding[] {
  const byLine = new Map<number, HiddenRun[]>();
  for (const run of findHidden(text)) {
    if (!lines.has(run.line)) continue;
    byLine.set(run.line, [...(byLine.get(run.line) ?? []), run]);
  }
  const more = byLine.size - MOST_LINES;
  return [...byLine.values()].slice(0, MOST_LINES).map((runs, i) =>
    finding(hiddenText, path, runs[0]!, {
      ...argsOf(runs),
      ...(more > 0 && i === MOST_LINES - 1 ? { more } : {}),
    }),
  );
}

function argsOf(runs: readonly HiddenRun[]): FindingArgs {
  const all = runs.flatMap(({ characters }) => characters);
  const different = [...new Set(all)];
  const named = different.slice(0, MOST_CHARACTERS).join(', ');
  const spelt = runs.flatMap(({ decoded }) => decoded ?? []).join(' ');
  return {
    count: all.length,
    characters: different.length > MOST_CHARACTERS ? `${named}, …` : named,
    ...(spelt === '' ? {} : { decoded: excerpt(spelt) }),
  };
}
