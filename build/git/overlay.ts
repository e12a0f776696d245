import { createHash } from 'node:crypto';
import type { TreeEntry } from '../../runtime/git/repository.js';
import type { FileChange } from '../../runtime/propose/types.js';
import { compareText } from '../../schema/diagnostic.js';
import type { Snapshot } from './snapshot.js';

/** A snapshot's files with some of them added, changed or removed; nothing is written anywhere. */
export function withChanges(snapshot: Snapshot, changes: readonly FileChange[]): Snapshot {
  if (changes.length === 0) return snapshot;
  const changed = new Set(changes.map(({ path }) => path));
  const bytes = new Map<string, Uint8Array>();
  const written: TreeEntry[] = [];
  for (const { path, mode, after } of changes) {
    if (after === null) continue;
    const oid = blobId(after);
    bytes.set(oid, after);
    written.push({ path, mode, oid });
  }
  const kept = snapshot.entries.filter(({ path }) => !changed.has(path));
  const entries = [...kept, ...written].sort((a, b) => compareText(a.path, b.path));
  const readAll = async (wanted: readonly TreeEntry[]): Promise<readonly Uint8Array[]> => {
    const others = await snapshot.readAll(wanted.filter(({ oid }) => !bytes.has(oid)));
    let next = 0;
    return wanted.map(({ oid }) => bytes.get(oid) ?? others[next++]!);
  };
  return { ...snapshot, entries, read: async (entry) => (await readAll([entry]))[0]!, readAll };
}

/** Git's id of a blob, so that an id of the snapshot never stands for other bytes. */
function blobId(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
