import type { TreeEntry } from '../../runtime/git/repository.js';
import type { Finding } from '../../schema/diagnostic.js';
import { scanFiles } from '../check/security-scan.js';
import type { Side } from './sides.js';

/** What the security scan finds in the files that are not the same on both sides. */
export interface ScannedChange {
  readonly before: readonly Finding[];
  readonly after: readonly Finding[];
  /** Paths after, by paths before, of files that have another path. */
  readonly moved: ReadonlyMap<string, string>;
}

/**
 * Scans the files of skills that differ, those of skills that cannot be read included.
 *
 * @param moved paths after, by paths before, of files whose skill has another folder
 */
export async function scanChanged(
  before: Side,
  after: Side,
  moved: ReadonlyMap<string, string>,
): Promise<ScannedChange> {
  const [old, now] = [before.built.skillFiles, after.built.skillFiles];
  const all = new Map([...moved, ...movedInside(old, now, moved)]);
  const there = new Map(now.map((file) => [file.path, file]));
  const former = new Map(old.map((file) => [all.get(file.path) ?? file.path, file]));
  return {
    before: await scanFiles(
      before.built.snapshot,
      old.filter((file) => differs(file, there.get(all.get(file.path) ?? file.path))),
    ),
    after: await scanFiles(
      after.built.snapshot,
      now.filter((file) => differs(file, former.get(file.path))),
    ),
    moved: all,
  };
}

function differs(file: TreeEntry, other: TreeEntry | undefined): boolean {
  return file.oid !== other?.oid || file.mode !== other.mode;
}

/** Files that leave and come with the same bytes, each for one other. */
function movedInside(
  old: readonly TreeEntry[],
  now: readonly TreeEntry[],
  moved: ReadonlyMap<string, string>,
): Map<string, string> {
  const pathOf = (path: string): string => moved.get(path) ?? path;
  const [left, right] = [new Set(old.map(({ path }) => pathOf(path))), new Set(now.map(({ path }) => path))];
  const fresh = new Map<string, string[]>();
  for (const { path, oid } of now) {
    if (!left.has(path)) fresh.set(oid, [...(fresh.get(oid) ?? []), path]);
  }
  const found = new Map<string, string>();
  for (const { path, oid } of old) {
    const to = right.has(pathOf(path)) ? undefined : fresh.get(oid)?.shift();
    if (to !== undefined) found.set(path, to);
  }
  return found;
}
