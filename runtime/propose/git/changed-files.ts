import type { TreeChange, TreeSource } from './apply-changes.js';
import { type Entries, type Entry, FOLDER_MODE, nameText, parseTree } from './tree-entries.js';

/** Every file, link and submodule that differs between two trees, in the order of the trees. */
export async function changedFiles(
  source: TreeSource,
  before: string | null,
  after: string | null,
  prefix = '',
): Promise<TreeChange[]> {
  if (before === after) return [];
  const [old, next] = await Promise.all([read(source, before), read(source, after)]);
  const changes: TreeChange[] = [];
  for (const name of new Set([...old.keys(), ...next.keys()])) {
    const [a, b] = [old.get(name), next.get(name)];
    if (a?.oid === b?.oid && a?.mode === b?.mode) continue;
    const path = prefix + nameText(name);
    const [left, right] = [asFile(a), asFile(b)];
    if (left !== null || right !== null) changes.push({ path, before: left, after: right });
    changes.push(...(await changedFiles(source, asFolder(a), asFolder(b), `${path}/`)));
  }
  return changes;
}

async function read(source: TreeSource, oid: string | null): Promise<Entries> {
  if (oid === null) return new Map();
  return parseTree(await source.readTree(oid), source.format === 'sha256' ? 32 : 20);
}

function asFile(entry: Entry | undefined): Entry | null {
  return entry === undefined || entry.mode === FOLDER_MODE ? null : entry;
}

function asFolder(entry: Entry | undefined): string | null {
  return entry?.mode === FOLDER_MODE ? entry.oid : null;
}
