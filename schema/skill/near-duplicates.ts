/** Share of the longer body's lines that two bodies must have in common. */
export const NEAR = 0.8;
/** Bodies of fewer lines are alike by chance. */
const LEAST_LINES = 5;

/** Bodies that are nearly alike: their numbers in the list given, and the lowest similarity that joined them. */
export interface NearGroup {
  readonly members: readonly number[];
  readonly similarity: number;
}

/**
 * Groups texts whose sets of trimmed lines overlap by NEAR of the larger set. Exact: two such sets must share one of
 * the rarest lines of each (the prefix filter of Chaudhuri et al. 2006), so that few pairs are ever compared.
 */
export function nearDuplicates(texts: readonly string[]): readonly NearGroup[] {
  const sets = rankedSets(texts);
  const order = sets.map((_, i) => i).sort((a, b) => sets[a]!.length - sets[b]!.length || a - b);
  const byLine = new Map<number, number[]>();
  const groups = unionFind(texts.length);
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

/** Each text's distinct lines as ranks, rarest first; equal lines have equal ranks. */
function rankedSets(texts: readonly string[]): readonly Uint32Array[] {
  const ids = new Map<string, number>();
  const counts: number[] = [];
  const sets = texts.map((text) => {
    const own = new Set<number>();
    for (const raw of text.split('\n')) {
      const line = raw.trim();
      if (line === '') continue;
      const id = ids.get(line) ?? ids.size;
      if (id === ids.size) ids.set(line, id);
      own.add(id);
    }
    for (const id of own) counts[id] = (counts[id] ?? 0) + 1;
    return own;
  });
  const byRarity = counts.map((_, id) => id).sort((a, b) => counts[a]! - counts[b]! || a - b);
  const rank = new Uint32Array(counts.length);
  byRarity.forEach((id, at) => {
    rank[id] = at;
  });
  return sets.map((own) => Uint32Array.from(own, (id) => rank[id]!).sort());
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
