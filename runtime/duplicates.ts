import type { VectorSection } from '../schema/embedding.js';
import { SkillgraftError } from '../schema/errors.js';
import type { SkillEntry } from '../schema/index.types.js';
import { similarPairs } from './embed/similar-pairs.js';
import { badOption, checkObject, checkWhole, shown } from './search/check-options.js';
import { unpackVectors } from './search/semantic.js';

export interface DuplicateOptions {
  /** Least cosine of a pair, above 0 and up to 1; 0.85 where absent. */
  readonly threshold?: number;
  /** From 1 to 10,000 pairs; 1,000 where absent. */
  readonly limit?: number;
}

/** Two skills that say much the same. `a` comes before `b` by path. */
export interface DuplicatePair {
  readonly a: string;
  readonly b: string;
  /**
   * Of the vectors as the index holds them, 7 bits a component, over their actual lengths. With the packaged model it was
   * within 0.01 of that of the vectors before they were cut, and from 0.8 on within 0.003.
   */
  readonly cosine: number;
  /** Their texts behind the front matter are equal. */
  readonly sameBody: boolean;
  /** The description of one names the other as the one for something else. */
  readonly handsOff: boolean;
}

/** What of a collection is there more than once. Archived skills are left out, as they are of searches. */
export interface Duplicates {
  readonly threshold: number;
  /** Number of skills that were compared: one of each group of copies. */
  readonly compared: number;
  /** Paths of skills with the same name, description and text, a list each, sorted; a pair names the first one only. */
  readonly copies: readonly (readonly string[])[];
  /** Nearest first, ties by path. */
  readonly pairs: readonly DuplicatePair[];
  /** Number of pairs that the limit left out. */
  readonly more: number;
}

/** What is compared. */
export interface DuplicateSource {
  /** Sorted by path. */
  readonly skills: readonly SkillEntry[];
  readonly vectors: VectorSection | null;
  /** True where one of two skills sends to the other. */
  handsOff(a: SkillEntry, b: SkillEntry): boolean;
}

export const PAIRS = { default: 1000, min: 1, max: 10_000 } as const;
export const THRESHOLD = 0.85;

/**
 * Finds skills that are there more than once: copies first, then what is near in meaning. Compares all pairs: a few
 * seconds for 10,000 skills.
 *
 * @throws SkillgraftError `bad-option`, `no-vectors`, `artifact-broken`
 */
export function findDuplicates(source: DuplicateSource, options: DuplicateOptions = {}): Duplicates {
  const { threshold, limit } = checked(options);
  const { skills, vectors } = source;
  if (vectors === null) {
    const message = 'The index has no vectors, so skills cannot be compared by meaning.';
    throw new SkillgraftError(
      'no-vectors',
      message,
      'Build it with the setting `embedder` `static`, and ask again.',
    );
  }
  const groups = groupCopies(skills);
  const kept = [...groups.values()].map(([first]) => first!);
  const isKept = new Set(kept);
  const nearest = new NearestPairs(limit);
  similarPairs(unpackVectors(vectors, skills.length), threshold, (a, b, cosine) => {
    if (isKept.has(a) && isKept.has(b)) nearest.add({ a, b, cosine });
  });
  return {
    threshold,
    compared: kept.length,
    copies: [...groups.values()]
      .filter(({ length }) => length > 1)
      .map((group) => group.map((i) => skills[i]!.path)),
    pairs: nearest.best().map(({ a, b, cosine }) => pairOf(source, skills[a]!, skills[b]!, cosine)),
    more: nearest.count - Math.min(nearest.count, limit),
  };
}

function checked(options: DuplicateOptions): Required<DuplicateOptions> {
  checkObject(options);
  const { threshold = THRESHOLD, limit = PAIRS.default } = options;
  if (!(typeof threshold === 'number' && threshold > 0 && threshold <= 1))
    throw badOption(`threshold cannot be ${shown(threshold)}.`, 'Give a number above 0, up to 1.');
  checkWhole('limit', limit, PAIRS);
  return { threshold, limit };
}

/** Positions of skills that agree in name, description and body, first ones in path order; archived ones are left out. */
function groupCopies(skills: readonly SkillEntry[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  skills.forEach(({ name, description, bodyDigest, metadata }, document) => {
    if (metadata.status === 'archived') return;
    const key = JSON.stringify([name, description, bodyDigest]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [document]);
    else group.push(document);
  });
  return groups;
}

function pairOf({ handsOff }: DuplicateSource, a: SkillEntry, b: SkillEntry, cosine: number): DuplicatePair {
  return {
    a: a.path,
    b: b.path,
    cosine: Number(cosine.toFixed(4)),
    sameBody: a.bodyDigest === b.bodyDigest,
    handsOff: handsOff(a, b),
  };
}

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly cosine: number;
}

/** Counts pairs and keeps the nearest ones: however many there are, it holds twice the limit at most. */
class NearestPairs {
  count = 0;
  #pairs: Pair[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(pair: Pair): void {
    this.count += 1;
    this.#pairs.push(pair);
    if (this.#pairs.length >= 2 * this.#limit) this.#pairs = this.best();
  }

  best(): Pair[] {
    return this.#pairs.sort((x, y) => y.cosine - x.cosine || x.a - y.a || x.b - y.b).slice(0, this.#limit);
  }
}
