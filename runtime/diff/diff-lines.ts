/** Which lines of each side the other one lacks; what is left of both is the same, in the same order. */
export interface LineDiff {
  /** 1 for each line of the old side that is gone, 0 else. */
  readonly removed: Uint8Array;
  /** 1 for each line of the new side that was not there. */
  readonly added: Uint8Array;
}

/** A part of both sides, ends not included. */
interface Box {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/** Differences that are looked for on the shortest way; a part with more is replaced as a whole. */
const MOST_STEPS = 4096;

/**
 * Finds a smallest set of lines to remove and add (E. Myers, An O(ND) Difference Algorithm, 1986, in linear space).
 * Lines that only one side has are set aside first.
 */
export function diffLines(before: readonly string[], after: readonly string[]): LineDiff {
  const ids = new Map<string, number>();
  const idOf = (line: string): number => {
    const id = ids.get(line) ?? ids.size;
    ids.set(line, id);
    return id;
  };
  const [a, b] = [before.map(idOf), after.map(idOf)];
  const [inA, inB] = [new Set(a), new Set(b)];
  const keptA = a.flatMap((id, i) => (inB.has(id) ? [i] : []));
  const keptB = b.flatMap((id, i) => (inA.has(id) ? [i] : []));
  const removed = Uint8Array.from(a, (id) => (inB.has(id) ? 0 : 1));
  const added = Uint8Array.from(b, (id) => (inA.has(id) ? 0 : 1));
  const common = new Myers(
    Int32Array.from(keptA, (i) => a[i]!),
    Int32Array.from(keptB, (i) => b[i]!),
  ).run();
  common.removed.forEach((one, i) => {
    if (one === 1) removed[keptA[i]!] = 1;
  });
  common.added.forEach((one, i) => {
    if (one === 1) added[keptB[i]!] = 1;
  });
  return { removed, added };
}

class Myers {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #removed: Uint8Array;
  readonly #added: Uint8Array;

  constructor(a: Int32Array, b: Int32Array) {
    this.#a = a;
    this.#b = b;
    this.#removed = new Uint8Array(a.length);
    this.#added = new Uint8Array(b.length);
  }

  run(): LineDiff {
    const open: Box[] = [{ a0: 0, a1: this.#a.length, b0: 0, b1: this.#b.length }];
    for (let box = open.pop(); box !== undefined; box = open.pop())
      open.push(...this.#divide(this.#trim(box)));
    return { removed: this.#removed, added: this.#added };
  }

  #trim({ a0, a1, b0, b1 }: Box): Box {
    while (a0 < a1 && b0 < b1 && this.#a[a0] === this.#b[b0]) {
      a0++;
      b0++;
    }
    while (a0 < a1 && b0 < b1 && this.#a[a1 - 1] === this.#b[b1 - 1]) {
      a1--;
      b1--;
    }
    return { a0, a1, b0, b1 };
  }

  #divide(box: Box): Box[] {
    const { a0, a1, b0, b1 } = box;
    const middle = a0 === a1 || b0 === b1 ? null : this.#middle(box);
    if (middle === null) {
      this.#removed.fill(1, a0, a1);
      this.#added.fill(1, b0, b1);
      return [];
    }
    const [x, y] = middle;
    return [
      { a0, a1: a0 + x, b0, b1: b0 + y },
      { a0: a0 + x, a1, b0: b0 + y, b1 },
    ];
  }

  /** A point of a shortest way, about half of its steps from either end; null where it has too many. */
  #middle({ a0, a1, b0, b1 }: Box): readonly [x: number, y: number] | null {
    const [n, m] = [a1 - a0, b1 - b0];
    const most = Math.min(Math.ceil((n + m) / 2), MOST_STEPS);
    const forth = new Furthest(n, m, most, (x, y) => this.#a[a0 + x] === this.#b[b0 + y]);
    const back = new Furthest(n, m, most, (x, y) => this.#a[a1 - 1 - x] === this.#b[b1 - 1 - y]);
    for (let steps = 0; steps <= most; steps++) {
      const met = forth.step(steps, back, steps - 1);
      if (met !== null) return met;
      const other = back.step(steps, forth, steps);
      if (other !== null) return [n - other[0], m - other[1]];
    }
    return null;
  }
}

/** How far ways of so many steps lead on each diagonal, from one end; -1 where none does. */
class Furthest {
  readonly #reach: Int32Array;
  readonly #n: number;
  readonly #m: number;
  readonly #middle: number;
  readonly #isEqual: (x: number, y: number) => boolean;

  constructor(n: number, m: number, most: number, isEqual: (x: number, y: number) => boolean) {
    this.#n = n;
    this.#m = m;
    this.#middle = most + 1;
    this.#reach = new Int32Array(2 * most + 3).fill(-1);
    this.#isEqual = isEqual;
  }

  at(diagonal: number): number {
    return this.#reach[this.#middle + diagonal]!;
  }

  /** Goes one step more; gives the point where it meets `other`, which has gone `others` steps from the other end. */
  step(steps: number, other: Furthest, others: number): readonly [x: number, y: number] | null {
    const delta = this.#n - this.#m;
    for (let k = -steps; k <= steps; k += 2) {
      if (k < -this.#m || k > this.#n) continue;
      let x = this.#start(k, steps);
      let y = x - k;
      while (x < this.#n && y < this.#m && this.#isEqual(x, y)) {
        x++;
        y++;
      }
      this.#reach[this.#middle + k] = x;
      const opposite = delta - k;
      const isReached = Math.abs(opposite) <= others && (opposite + others) % 2 === 0;
      if (isReached && other.at(opposite) >= 0 && x + other.at(opposite) >= this.#n) return [x, y];
    }
    return null;
  }

  /** Where a step from a diagonal beside leads, within the bounds; a diagonal that is at its end stays there. */
  #start(k: number, steps: number): number {
    if (steps === 0) return 0;
    const [down, right] = [this.at(k + 1), this.at(k - 1) + 1];
    return Math.max(this.at(k), down - k <= this.#m ? down : -1, right > 0 && right <= this.#n ? right : -1);
  }
}
