import { posix } from 'node:path';
import type { PathChange, TreeEntry } from '../../runtime/git/repository.js';
import type { Snapshot } from '../git/snapshot.js';
import { exactRenames, similarRenames } from '../lineage/renames.js';
import { fingerprint } from '../lineage/similarity.js';

/**
 * Gives a path its name in an earlier state, where its skill's folder was called otherwise then. A SKILL.md that is gone
 * and one that is new are the same skill by git's own measure of renames.
 */
export async function movedPaths(before: Snapshot, after: Snapshot): Promise<(path: string) => string> {
  const [old, fresh] = [skillFiles(before), skillFiles(after)];
  const changes: PathChange[] = [
    ...[...old.values()].filter(({ path }) => !fresh.has(path)).map(deletion),
    ...[...fresh.values()].filter(({ path }) => !old.has(path)).map(addition),
  ];
  const candidates = exactRenames({ commit: '', changes });
  const prints = new Map<string, ReturnType<typeof fingerprint>>();
  const read = async (
    snapshot: Snapshot,
    list: readonly PathChange[],
    from: ReadonlyMap<string, TreeEntry>,
  ) => {
    const entries = list.map(({ path }) => from.get(path)!);
    const all = await snapshot.readAll(entries);
    for (const [i, { oid }] of entries.entries()) prints.set(oid, fingerprint(all[i]!));
  };
  if (candidates.deleted.length > 0 && candidates.added.length > 0) {
    await read(before, candidates.deleted, old);
    await read(after, candidates.added, fresh);
  }
  const pairs = [...candidates.exact, ...similarRenames(candidates, prints)];
  const folders = new Map(pairs.map(({ from, to }) => [posix.dirname(to.path), posix.dirname(from.path)]));
  return (path) => formerPath(path, folders);
}

function formerPath(path: string, folders: ReadonlyMap<string, string>): string {
  for (let folder = posix.dirname(path); folder !== '.' && folder !== '/'; folder = posix.dirname(folder)) {
    const former = folders.get(folder);
    if (former !== undefined) return posix.join(former, path.slice(folder.length + 1));
  }
  return path;
}

function skillFiles({ entries }: Snapshot): Map<string, TreeEntry> {
  const own = entries.filter(
    ({ path, mode }) => posix.basename(path) === 'SKILL.md' && mode.startsWith('100'),
  );
  return new Map(own.map((entry) => [entry.path, entry]));
}

function deletion({ path, oid }: TreeEntry): PathChange {
  return { path, op: 'delete', before: oid };
}

function addition({ path, oid }: TreeEntry): PathChange {
  return { path, op: 'add', blob: oid };
}
