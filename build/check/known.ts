import { noSkills } from '../../schema/build-kinds.js';
import type { Finding } from '../../schema/diagnostic.js';
import { type LineTable, lineOf, textDigest } from './fingerprint.js';

/** Kinds that always count: held back as known, they would keep a check green that looked at nothing. */
export const ALWAYS_COUNT: ReadonlySet<string> = new Set([noSkills.code]);

/** Code, path and text of a place, and how many findings are alike in all three. */
export interface KnownEntry {
  readonly code: string;
  readonly path: string;
  readonly text: string;
  readonly count: number;
}

/** Counts findings that are alike. Sorted by code unit of path, code and text. */
export function entriesOf(findings: readonly Finding[], lines: LineTable): KnownEntry[] {
  const counts = new Map<string, { entry: Omit<KnownEntry, 'count'>; count: number }>();
  for (const one of findings) {
    const entry = { code: one.code, path: one.path, text: textDigest(one, lineOf(lines, one)) };
    const known = counts.get(keyOf(entry));
    if (known === undefined) counts.set(keyOf(entry), { entry, count: 1 });
    else known.count++;
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { entry, count }]) => ({ ...entry, count }));
}

/** Takes findings from a stock of known ones, each known one for one finding. */
export class KnownFindings {
  readonly #left = new Map<string, { entry: KnownEntry; count: number }>();

  constructor(entries: readonly KnownEntry[]) {
    for (const entry of entries) {
      const before = this.#left.get(keyOf(entry))?.count ?? 0;
      this.#left.set(keyOf(entry), { entry, count: before + entry.count });
    }
  }

  /** True where a finding is known; `pathOf` gives a path that moved its former name. */
  take(one: Finding, line: string | undefined, pathOf?: (path: string) => string): boolean {
    const key = keyOf({
      code: one.code,
      path: pathOf?.(one.path) ?? one.path,
      text: textDigest(one, line, pathOf),
    });
    const known = this.#left.get(key);
    if (known === undefined || known.count === 0) return false;
    known.count--;
    return true;
  }

  /** Takes as many as an entry has, or are left; gives how many. */
  takeEntry(entry: KnownEntry): number {
    const known = this.#left.get(keyOf(entry));
    const count = Math.min(known?.count ?? 0, entry.count);
    if (known !== undefined) known.count -= count;
    return count;
  }

  /** What nothing was taken for, in the order given. */
  left(): KnownEntry[] {
    return [...this.#left.values()]
      .filter(({ count }) => count > 0)
      .map(({ entry, count }) => ({ ...entry, count }));
  }
}

function keyOf({ path, code, text }: Omit<KnownEntry, 'count'>): string {
  return `${path}\0${code}\0${text}`;
}
