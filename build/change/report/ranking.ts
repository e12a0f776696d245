import type { ChangeReport, RankingChange } from '../types.js';
import { bad, code, count, good, type Line, line, type Quote, type Section, text, warn } from './document.js';

/** Effects that ask for a look. */
const WORSE = new Set<RankingChange['effect']>(['taken', 'rejected', 'unrejected', 'outranked', 'fell']);

/** Queries that no longer lead where they did. */
export function takeoverSection({ ranking: { changes, asked } }: ChangeReport): Section | null {
  const worse = changes.filter(({ effect }) => WORSE.has(effect));
  const told = worse.filter((change) => !isAside(change) && change.effect !== 'outranked');
  const lines = [...told.map(worseLine), ...outrankedLines(worse), ...asideLine(changes)];
  if (lines.length === 0) return null;
  const isOpen = lines.some(({ mood }) => mood !== undefined);
  return {
    title: [`Ranking: ${asked === 1 ? '1 query' : `${asked} queries`} asked before and after`],
    lines,
    open: isOpen,
  };
}

/** Queries that lead where they should and did not before. */
export function rankingGains({ ranking: { changes } }: ChangeReport): Line[] {
  return changes
    .filter((change) => (change.effect === 'won' || change.effect === 'rose') && !isAside(change))
    .map((change) => good(...named(change), ...wonParts(change)));
}

/** A text of a description that nobody typed, and that no changed skill has to do with. */
function isAside({ source, indirect }: RankingChange): boolean {
  return source === 'description' && indirect;
}

function asideLine(changes: readonly RankingChange[]): Line[] {
  const number = changes.filter(isAside).length;
  if (number === 0) return [];
  const what = `${count(number, 'clause')} of other skills' descriptions ${number === 1 ? 'is' : 'are'} answered otherwise`;
  return [
    line(
      `${what}, though no skill that changed is concerned: words weigh a little differently in the collection`,
    ),
  ];
}

/** Examples of a skill's texts that lead elsewhere. */
const MOST_EXAMPLES = 3;

/** One line for each skill that is not first for what it says of itself. */
function outrankedLines(changes: readonly RankingChange[]): Line[] {
  const byOwner = new Map<string, RankingChange[]>();
  for (const change of changes.filter(({ effect }) => effect === 'outranked')) {
    byOwner.set(change.owner!, [...(byOwner.get(change.owner!) ?? []), change]);
  }
  return [...byOwner].map(([owner, all]) => {
    const examples = all.slice(0, MOST_EXAMPLES).flatMap(({ query, after }, i) => {
      return [
        i === 0 ? ' ' : ', ',
        text(query),
        ' leads to ',
        code(after.first!),
        ` (it is ${at(after.rank)})`,
      ];
    });
    const more = all.length > MOST_EXAMPLES ? ` and ${all.length - MOST_EXAMPLES} more` : '';
    return line(code(owner), ` is not first for ${count(all.length, 'text')} of its own:`, ...examples, more);
  });
}

function at(rank: number | null): string {
  return rank === null ? 'not among the first 10' : `at place ${rank}`;
}

function worseLine(change: RankingChange): Line {
  const { source, effect } = change;
  // A clause that finds nothing is no query that somebody asked; its skill can be found by its others.
  const isLight = effect === 'fell' || (effect === 'rejected' && source === 'description');
  const make = isLight ? line : source === 'eval' ? bad : warn;
  return make(...named(change), ...worseParts(change));
}

function worseParts({ effect, before, after, owner }: RankingChange): (string | Quote)[] {
  if (effect === 'rejected') return [' led to ', code(before.first!), ' and is answered with no skill'];
  if (effect === 'unrejected')
    return [' fits no skill, was answered with none and now with ', code(after.first!)];
  if (effect === 'fell')
    return [': the right skill goes from ', place(before.rank), ' to ', place(after.rank)];
  const rest = after.rank === null ? [] : [`, which is at ${place(after.rank)}`];
  const now = after.first === null ? ['no skill'] : [code(after.first)];
  const former = owner ?? before.first;
  if (former === null) return [' now leads to ', ...now];
  return [' now leads to ', ...now, ', not to ', code(former), ...rest];
}

function wonParts({ effect, before, after }: RankingChange): (string | Quote)[] {
  if (effect === 'rose')
    return [': the right skill goes from ', place(before.rank), ' to ', place(after.rank)];
  if (after.first === null) return [' fits no skill, and is no longer answered with ', code(before.first!)];
  const former = before.first === null ? ['no skill'] : [code(before.first)];
  return [' now leads to ', code(after.first), ' (was: ', ...former, ')'];
}

/** The query, and where it comes from. */
function named({ query, source, file, id, owner }: RankingChange): (string | Quote)[] {
  if (source === 'eval') return [code(`${file} ${id}`), ' ', text(query)];
  return [text(query), ` (${source === 'trigger' ? 'trigger' : 'description'} of `, code(owner!), ')'];
}

function place(rank: number | null): string {
  return rank === null ? 'outside of the results' : `place ${rank}`;
}
