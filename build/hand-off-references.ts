import { analyse } from '../schema/analyzer/analyse.js';
import type { HandOff } from '../schema/hand-offs.js';

/** What a clause says of a skill that it names. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Terms that only send to a skill. Verbs that say something, too ('load', 'route'), are not among them. */
const SENDING: ReadonlySet<string> = new Set(
  analyse(
    'use see try prefer also instead skill 请用 改用 请改用 使用 请使用 应使用 参见 请参考 请参阅 请查看',
  ),
);

/**
 * What a hand-off clause says of each skill that it names, in the order of the text. Most clauses say it before the
 * name ('For flows → a, for agents → b'), and names of a list share it ('for flows use a or b'); where nothing stands
 * before the first name, it stands behind ('See a for flows').
 */
export function textsOfNames({ clause, names }: Pick<HandOff, 'names' | 'clause'>): NamedText[] {
  const places = placesOf(names, clause);
  const starts = [0, ...places.map(({ end }) => end)];
  const ends = [...places.map(({ start }) => start), clause.length];
  const pieces = starts.map((start, i) => clause.slice(start, ends[i]).trim());
  const spoken = pieces.map((piece) => says(piece));
  const before = (i: number): number => spoken.lastIndexOf(true, i);
  const behind = (i: number): number => spoken.indexOf(true, i + 1);
  return places.flatMap(({ name }, i) => {
    const at = spoken[0] || behind(i) === -1 ? before(i) : behind(i);
    return at === -1 ? [] : [{ name, text: pieces[at]! }];
  });
}

/** True where a text has a term that does more than send to a skill. */
export function says(text: string): boolean {
  return analyse(text).some((term) => !SENDING.has(term));
}

interface Place {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Where names stand in a clause. A plain word may be a word of the sentence before it is a name: its last place counts. */
function placesOf(names: readonly string[], clause: string): Place[] {
  if (names.length === 0) return [];
  const longestFirst = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/\W/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\w-])(?:${longestFirst.join('|')})(?![\\w-])`, 'g');
  const places = [...clause.matchAll(pattern)].map(({ 0: name, index }) => ({
    name,
    start: index,
    end: index + name.length,
  }));
  const last = new Map(places.map((place) => [place.name, place]));
  return places.filter((place) => place.name.includes('-') || last.get(place.name) === place);
}
