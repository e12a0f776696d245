/** Share of the longer body's lines that two bodies must have in common. */
export const NEAR = 0.8;
/** Bodies of fewer lines are alike by chance. */
const LEAST_LINES = 5;

/** Bodies that are nearly alike: their numbers in the list given, and the lowest similarity that joined them. */
export interface NearGroup {
  readonly members: readonly number[];
  readonly similarity: number;
}

/** What is kept of a body to tell copies: a hash of all of it, and of each of its distinct lines. */
export interface BodyPrint {
  readonly whole: number;
  /** Ascending. */
  readonly lines: Float64Array;
}

/** Makes the print of a body; lines and the whole are trimmed, empty lines do not count. */
export function printBody(body: string): BodyPrint {
  const whole = body.trim();
  const lines: number[] = [];
  for (const raw of whole.split('\n')) {
    const line = raw.trim();
    if (line !== '') lines.push(hash(line));
  }
  return { whole: hash(whole), lines: distinct(Float64Array.from(lines).sort()) };
}

/** Each number of an ascending list once. */
function distinct(sorted: Float64Array): Float64Array {
  return sorted.filter((one, i) => i === 0 || one !== sorted[i - 1]);
}

/** 53 bits of cyrb53 (public domain): among a million lines, two different ones meet once in some ten thousand runs. */
function hash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/**
 * Groups bodies whose sets of lines overlap by NEAR of the larger set: two such sets must share one of the rarest lines
 * of each (the prefix filter of Chaudhuri et al. 2006), so that few pairs are ever compared.
 */
export function nearDuplicates(bodies: readonly BodyPrint[]): readonly NearGroup[] {
  const sets = rankedSets(bodies);
  const order = sets.map((_, i) => i).sort((a, b) => sets[a]!.length - sets[b]!.length || a - b);
  const byLine = new Map<number, number[]>();
  const groups = unionFind(bodies.length);
  for (const one of order) {
    const lines = sets[one]!;
    if (lines.length < LEAST_LINES) continue;
    const prefix = lines.slice(0, lines.length - Math.ceil(NEAR * lines.length) + 1);
    for (const other of candidates(prefix, byLine)) {
      if (sets[other]!.length < NEAR * lines.length || groups.find(one) === groups.find(other)) continue;
      const similarity = overlap(lines, sets[other]!) / lines.length;
      if (similarity >= NEAR) groups.join(one, other, similarity);
    }
    for (const line of prefix) push(byLine, line, one);
  }
  return groups.list();
}

function candidates(prefix: Uint32Array, byLine: ReadonlyMap<number, readonly number[]>): readonly number[] {
  const out = new Set<number>();
  for (const line of prefix) for (const other of byLine.get(line) ?? []) out.add(other);
  return [...out];
}

function push(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/**
 * Each body's distinct lines as ranks, rarest first; equal lines have equal ranks. In typed arrays: a large collection
 * has a million lines.
 */
function rankedSets(bodies: readonly BodyPrint[]): readonly Uint32Array[] {
  const { lines, counts } = countLines(bodies);
  // A counting sort: so many lines occur in fewer bodies, or come before among those of as many.
  const starts = new Uint32Array(bodies.length + 2);
  for (const count of counts) starts[count + 1]!++;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const rank = counts.map((count) => starts[count]!++);
  return bodies.map((body) => {
    const own = new Uint32Array(body.lines.length);
    for (let i = 0; i < own.length; i++) own[i] = rank[positionOf(body.lines[i]!, lines)]!;
    return own.sort();
  });
}

/** All lines, ascending, and in how many bodies each occurs. */
function countLines(bodies: readonly BodyPrint[]): { lines: Float64Array; counts: Uint32Array } {
  const all = new Float64Array(bodies.reduce((sum, body) => sum + body.lines.length, 0));
  let at = 0;
  for (const body of bodies) {
    all.set(body.lines, at);
    at += body.lines.length;
  }
  all.sort();
  const counts = new Uint32Array(all.length);
  let distinct = 0;
  for (let i = 0; i < all.length; i++) {
    if (distinct === 0 || all[distinct - 1] !== all[i]) all[distinct++] = all[i]!;
    counts[distinct - 1]!++;
  }
  return { lines: all.subarray(0, distinct), counts: counts.subarray(0, distinct) };
}

function positionOf(line: number, lines: Float64Array): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle]! < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Size of the intersection of two ascending lists. */
function overlap(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      count++;
      i++;
      j++;
    } else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return count;
}

function unionFind(size: number) {
  const parent = Array.from({ length: size }, (_, i) => i);
  const lowest = new Map<number, number>();
  const find = (one: number): number => {
    let root = one;
    while (parent[root] !== root) root = parent[root]!;
    parent[one] = root;
    return root;
  };
  const join = (a: number, b: number, similarity: number): void => {
    const [low, high] = [Math.min(find(a), find(b)), Math.max(find(a), find(b))];
    parent[high] = low;
    lowest.set(low, Math.min(lowest.get(low) ?? 1, lowest.get(high) ?? 1, similarity));
  };
  const list = (): readonly NearGroup[] => {
    const members = new Map<number, number[]>();
    for (let i = 0; i < size; i++) if (lowest.has(find(i))) push(members, find(i), i);
    return [...members].map(([root, all]) => ({ members: all, similarity: lowest.get(root)! }));
  };
  return { find, join, list };
}
