import { TreeCursor } from '../../git/tree-buffer.js';

export const FOLDER_MODE = 0o40000;

/** An entry of a tree object. */
export interface Entry {
  /** As a number: 0o100644, 0o40000 and so on. */
  readonly mode: number;
  readonly oid: string;
}

/** Entries by name. Names are bytes as latin1 text, so that names that are not UTF-8 survive. */
export type Entries = Map<string, Entry>;

/** Reads a raw tree object; ids have 20 bytes (sha1) or 32 (sha256). */
export function parseTree(data: Uint8Array, idBytes: number): Entries {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  const entries: Entries = new Map();
  for (const cursor = new TreeCursor(data, idBytes); cursor.mode >= 0; cursor.advance()) {
    const name = bytes.toString('latin1', cursor.nameStart, cursor.nameEnd);
    entries.set(name, { mode: cursor.mode, oid: cursor.oid });
  }
  return entries;
}

/** Bytes of a tree object, its entries in git's order: by bytes, a folder as if its name ended in a slash. */
export function treeBytes(entries: Entries): Uint8Array {
  const sorted = [...entries].map(([name, entry]) => ({
    name,
    ...entry,
    key: entry.mode === FOLDER_MODE ? `${name}/` : name,
  }));
  sorted.sort((a, b) => (a.key < b.key ? -1 : 1));
  const parts = sorted.flatMap(({ name, mode, oid }) => [
    Buffer.from(`${mode.toString(8)} ${name}\0`, 'latin1'),
    Buffer.from(oid, 'hex'),
  ]);
  return Buffer.concat(parts);
}

/** A name in UTF-8 as `Entries` has it. */
export function entryName(name: string): string {
  return Buffer.from(name, 'utf8').toString('latin1');
}

/** A name of `Entries` as text. */
export function nameText(name: string): string {
  return Buffer.from(name, 'latin1').toString('utf8');
}
