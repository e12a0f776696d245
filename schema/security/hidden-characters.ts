import { hiddenText } from '../check-kinds.js';
import { type Finding, type FindingArgs, finding } from '../diagnostic.js';
import { findHidden, type HiddenRun } from '../hidden-text.js';
import { excerpt } from '../text.js';

/** Lines of one file that are named; of the others the number is told. */
const MOST_LINES = 50;
/** Different characters of one line that are named. */
const MOST_CHARACTERS = 8;

/**
 * One finding for each line of a text (LF line ends) that holds characters a reader does not see, and what they spell.
 *
 * @param lines the lines that are looked at, from 1; all of them if not given
 */
export function hiddenCharacters(path: string, text: string, lines?: ReadonlySet<number>): Finding[] {
  const byLine = new Map<number, HiddenRun[]>();
  for (const run of findHidden(text)) {
    if (lines?.has(run.line) === false) continue;
    const there = byLine.get(run.line);
    if (there === undefined) byLine.set(run.line, [run]);
    else there.push(run);
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
