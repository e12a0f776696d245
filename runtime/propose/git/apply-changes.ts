import { type NewObject, newObject } from './objects.js';
import {
  type Entries,
  type Entry,
  entryName,
  FOLDER_MODE,
  nameText,
  parseTree,
  treeBytes,
} from './tree-entries.js';

/** A file before or after a change; before, a mode of null stands for either mode of a plain file. */
interface FileSide {
  readonly mode: number | null;
  readonly oid: string;
}

/** One path that changes; null: the path has no file. */
export interface TreeChange {
  readonly path: string;
  readonly before: FileSide | null;
  readonly after: Entry | null;
}

/** What applying changes to a tree gave. */
export interface AppliedChanges {
  readonly tree: string;
  /** New trees, the inner ones first; of no use where there are conflicts. */
  readonly objects: readonly NewObject[];
  /** Paths that are neither as the change found them nor as it leaves them, sorted. */
  readonly conflicts: readonly string[];
  /** Pairs of paths, one of them new, that are one on a file system that ignores case or normal form. */
  readonly collisions: readonly (readonly [string, string])[];
}

/** Where trees come from. */
export interface TreeSource {
  readonly format: 'sha1' | 'sha256';
  readTree(oid: string): Promise<Uint8Array>;
}

/**
 * Applies changes to a tree, in memory. What is already as a change leaves it counts as done; folders that become
 * empty go. Reads only the trees on the way to the changed paths and keeps every other entry byte for byte.
 *
 * @param tree null: an empty one
 */
export async function applyChanges(
  source: TreeSource,
  tree: string | null,
  changes: readonly TreeChange[],
): Promise<AppliedChanges> {
  const rewrite = new Rewrite(source);
  const steps = changes.map((change) => ({ names: change.path.split('/').map(entryName), change }));
  const root = (await rewrite.folder(tree, '', steps)) ?? rewrite.add(new Map());
  return {
    tree: root,
    objects: rewrite.objects,
    conflicts: rewrite.conflicts.sort(),
    collisions: rewrite.collisions,
  };
}

/** A change and the names that lead to it from the folder at hand. */
interface Step {
  readonly names: readonly string[];
  readonly change: TreeChange;
}

class Rewrite {
  readonly objects: NewObject[] = [];
  readonly conflicts: string[] = [];
  readonly collisions: [string, string][] = [];
  readonly #source: TreeSource;

  constructor(source: TreeSource) {
    this.#source = source;
  }

  add(entries: Entries): string {
    const object = newObject(this.#source.format, 'tree', treeBytes(entries));
    this.objects.push(object);
    return object.oid;
  }

  /** Id of a folder's new tree; null where nothing is left in it. */
  async folder(oid: string | null, prefix: string, steps: readonly Step[]): Promise<string | null> {
    const idBytes = this.#source.format === 'sha256' ? 32 : 20;
    const old: Entries = oid === null ? new Map() : parseTree(await this.#source.readTree(oid), idBytes);
    const entries: Entries = new Map(old);
    for (const [name, group] of groupByName(steps)) await this.#entry(entries, name, prefix, group);
    this.#noteCollisions(old, entries, prefix);
    if (entries.size === 0) return null;
    return oid !== null && sameEntries(old, entries) ? oid : this.add(entries);
  }

  /** A file may take a folder's place, and a folder a file's: what goes away goes first. */
  async #entry(entries: Entries, name: string, prefix: string, group: readonly Step[]): Promise<void> {
    const files = group.filter(({ names }) => names.length === 1);
    const deeper = group.filter(({ names }) => names.length > 1);
    const goes = files.filter(({ change }) => change.after === null);
    for (const { change } of goes) this.#file(entries, name, change);
    if (deeper.length > 0) await this.#deeper(entries, name, prefix, deeper);
    for (const { change } of files)
      if (!goes.some((one) => one.change === change)) this.#file(entries, name, change);
  }

  #file(entries: Entries, name: string, { path, before, after }: TreeChange): void {
    const current = entries.get(name) ?? null;
    if (current?.oid === after?.oid && current?.mode === after?.mode) return;
    if (!isAsBefore(current, before)) this.conflicts.push(path);
    else if (after === null) entries.delete(name);
    else entries.set(name, after);
  }

  async #deeper(entries: Entries, name: string, prefix: string, steps: readonly Step[]): Promise<void> {
    const current = entries.get(name);
    if (current !== undefined && current.mode !== FOLDER_MODE) {
      this.conflicts.push(...steps.map(({ change }) => change.path));
      return;
    }
    const inner = steps.map(({ names, change }) => ({ names: names.slice(1), change }));
    const oid = await this.folder(current?.oid ?? null, `${prefix}${nameText(name)}/`, inner);
    if (oid === null) entries.delete(name);
    else entries.set(name, { mode: FOLDER_MODE, oid });
  }

  #noteCollisions(old: Entries, entries: Entries, prefix: string): void {
    const added = [...entries.keys()].filter((name) => !old.has(name));
    if (added.length === 0) return;
    const known = new Map<string, string>();
    for (const name of [...entries.keys()].filter((one) => old.has(one)).concat(added)) {
      const folded = nameText(name).normalize('NFC').toLowerCase();
      const other = known.get(folded);
      if (other === undefined) known.set(folded, name);
      else if (!old.has(name)) this.collisions.push([prefix + nameText(other), prefix + nameText(name)]);
    }
  }
}

function isAsBefore(current: Entry | null, before: FileSide | null): boolean {
  if (current === null || before === null) return current === before;
  const isPlain = (current.mode & 0o170000) === 0o100000;
  return current.oid === before.oid && (before.mode === null ? isPlain : current.mode === before.mode);
}

function groupByName(steps: readonly Step[]): Map<string, Step[]> {
  const groups = new Map<string, Step[]>();
  for (const step of steps) {
    const group = groups.get(step.names[0]!);
    if (group === undefined) groups.set(step.names[0]!, [step]);
    else group.push(step);
  }
  return groups;
}

function sameEntries(a: Entries, b: Entries): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([name, { mode, oid }]) => b.get(name)?.mode === mode && b.get(name)?.oid === oid);
}
