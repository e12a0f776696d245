import { type Section, titleOf, walkSections } from './sections.js';
import { withoutMarks } from './version-marks.js';

/** The counterpart of each section of one body in another, where it has one. */
export type Matches = ReadonlyMap<Section, Section>;

/**
 * Finds each section of a body in another one: under the same parent by its title; without numbers and version marks
 * where that is plain; anywhere else where both bodies have the title once.
 */
export function matchSections(from: Section, to: Section): Matches {
  const matcher = new Matcher();
  matcher.pair(titleOf(from) ?? from, titleOf(to) ?? to);
  matcher.pairMoved(from, to);
  return matcher.matches;
}

class Matcher {
  readonly matches = new Map<Section, Section>();
  readonly #taken = new Set<Section>();

  pair(from: Section, to: Section): void {
    this.matches.set(from, to);
    this.#taken.add(to);
    for (const one of from.children) this.#pairFirst(one, to.children, (other) => other.key === one.key);
    const left = from.children.filter((one) => !this.matches.has(one));
    for (const one of left) {
      const key = looseKey(one);
      const rivals = left.filter((other) => looseKey(other) === key);
      const fits = to.children.filter((other) => !this.#taken.has(other) && looseKey(other) === key);
      if (key !== '' && rivals.length === 1 && fits.length === 1) this.pair(one, fits[0]!);
    }
  }

  #pairFirst(one: Section, among: readonly Section[], fits: (other: Section) => boolean): void {
    const found = among.find((other) => !this.#taken.has(other) && fits(other));
    if (found !== undefined) this.pair(one, found);
  }

  /** Sections that stand under another parent now. A title that a body has twice may mean different things. */
  pairMoved(from: Section, to: Section): void {
    const [before, after] = [countKeys(from), countKeys(to)];
    for (const one of [...walkSections(from)]) {
      if (this.matches.has(one) || one.level === 0) continue;
      if (before.get(one.key) !== 1 || after.get(one.key) !== 1) continue;
      this.#pairFirst(one, [...walkSections(to)], (other) => other.key === one.key);
    }
  }
}

function countKeys(root: Section): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of walkSections(root)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The key without numbers before it, version marks and signs. */
function looseKey({ key }: Section): string {
  return withoutMarks(key)
    .replace(/^\d+(?:\.\d+)*[.):]?\s+/u, '')
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim();
}
