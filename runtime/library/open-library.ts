import { SkillgraftError } from '../../schema/errors.js';
import { listenersOf } from '../listeners.js';
import type { LiveLibrary, SkillLibrary } from '../skill-library.js';
import type { Notice } from '../types.js';
import type { FederationMember } from './federation.js';
import { openSource, type SourceTools } from './open-source.js';
import { punctual } from './punctual.js';
import { byPrecedence, isHttpUrl, type LibrarySource, withOwnNames } from './source.js';
import type { SourceState } from './source-state.js';

/** What became of a source: it was loaded anew (null), or why it is not what it should be. `name`: null for the only one. */
export type SourceListener = (name: string | null, problem: SkillgraftError | null) => void;

/**
 * Opens one index or several as one library, and keeps it up to date: what changed in a source is taken up, what is bad is
 * refused and its last good index goes on. A single plain index on disk is given as it is; every other library says with
 * each search which of its sources is not there, or not the newest.
 *
 * @param onChange hears of each change of a source after the first load
 * @throws SkillgraftError `no-index` where no source can be opened, with the reason of each; for a single one its own error
 */
export async function openLibrary(
  given: readonly LibrarySource[],
  tools: SourceTools,
  onChange: SourceListener = () => undefined,
): Promise<LiveLibrary> {
  const sources = withOwnNames(byPrecedence(given));
  const all = await Promise.all(sources.map((source) => openSource(source, tools)));
  const live =
    sources.length === 1 ? all : all.map((one, i) => (isHttpUrl(sources[i]!.index) ? punctual(one) : one));
  const look = (from = live): Promise<SourceState[]> => Promise.all(from.map((source) => source.look()));
  let seen = await look();
  // Where there is nothing to go on with, those that are late are waited for.
  if (seen.every(({ index }) => index === null)) seen = await look(all);
  let library = await libraryOf(sources, seen);
  let looks = 0;
  let taken = 0;
  let taking = Promise.resolve(library);
  const current = async (): Promise<SkillLibrary> => {
    looks += 1;
    const number = looks;
    const states = await look();
    // A look that began earlier and ended later saw what is older: what is being taken up answers it, too.
    if (number < taken) return taking;
    if (states.every((state, i) => isSame(state, seen[i]!))) return library;
    taken = number;
    taking = take(states, number);
    return taking;
  };
  const take = async (states: SourceState[], number: number): Promise<SkillLibrary> => {
    const after = await libraryOf(sources, states);
    if (number < taken) return taking;
    const change = { before: library, after };
    tell(sources, seen, states, onChange);
    seen = states;
    library = after;
    listeners.tell(change);
    return library;
  };
  const listeners = listenersOf(current);
  return { current, subscribe: listeners.subscribe };
}

function isSame(a: SourceState, b: SourceState): boolean {
  return a.index === b.index && a.problem?.message === b.problem?.message;
}

function tell(
  sources: readonly LibrarySource[],
  before: readonly SourceState[],
  after: readonly SourceState[],
  onChange: SourceListener,
): void {
  sources.forEach(({ name }, i) => {
    const [old, now] = [before[i]!, after[i]!];
    const shown = sources.length === 1 ? null : name;
    if (isSame(old, now)) return;
    if (now.problem !== null && now.problem.message !== old.problem?.message) onChange(shown, now.problem);
    else if (now.index !== old.index) onChange(shown, null);
  });
}

/** @throws SkillgraftError `no-index`, or a single source's own problem */
async function libraryOf(
  sources: readonly LibrarySource[],
  states: readonly SourceState[],
): Promise<SkillLibrary> {
  const members = sources.flatMap((source, i) => {
    const { index } = states[i]!;
    return index === null ? [] : [{ ...source, index }];
  });
  if (members.length === 0) throw noIndex(sources, states);
  if (sources.length === 1 && isPlain(members[0]!, states[0]!)) return members[0]!.index;
  const { Federation } = await import('./federation.js');
  return new Federation(members, notices(sources, states));
}

/** True where all of it is taken under its own names, and nothing has to be said of it. */
function isPlain({ prefix, allow, block, index }: FederationMember, { problem }: SourceState): boolean {
  if (prefix !== undefined || allow !== undefined || block !== undefined) return false;
  return problem === null || !isHttpUrl(index.location);
}

function notices(sources: readonly LibrarySource[], states: readonly SourceState[]): Notice[] {
  return sources.flatMap(({ name }, i) => {
    const { index, problem } = states[i]!;
    if (problem === null) return [];
    if (index === null)
      return [{ code: 'index-unavailable', message: `Index ${name} is not there: ${problem.message}` }];
    return [
      {
        code: 'index-stale',
        message: `Index ${name} is the last good one that was read: ${problem.message}`,
      },
    ];
  });
}

function noIndex(sources: readonly LibrarySource[], states: readonly SourceState[]): SkillgraftError {
  const problems = states.flatMap(({ problem }) => problem ?? []);
  if (sources.length === 1 && problems.length === 1) return problems[0]!;
  const reasons = sources.flatMap(({ name }, i) => {
    const { problem } = states[i]!;
    return problem === null ? [] : [`${name}: ${problem.message}`];
  });
  const message = `No index can be opened. ${reasons.join(' ')}`.trimEnd();
  return new SkillgraftError('no-index', message, problems[0]?.hint ?? 'Name one with --index.');
}
