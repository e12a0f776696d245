import { readSeconds } from './commit-object.js';
import type { CommitChanges, CommitNode, PathChange, TreeEntry } from './repository.js';

/** Modes as the interface names them: old and odd file modes become 100644 or 100755. */
function canonicalMode(mode: string): string {
  if (mode === '100644') return mode;
  const value = Number.parseInt(mode, 8);
  if ((value & 0o170000) !== 0o100000) return mode;
  return (value & 0o100) === 0 ? '100644' : '100755';
}

/** Reads `rev-list --parents --timestamp`; commits of a shallow boundary stand there without parents. */
export function parseRevList(output: Buffer): CommitNode[] {
  const nodes: CommitNode[] = [];
  for (const line of output.toString('latin1').split('\n')) {
    if (line === '') continue;
    const [seconds = '', id = '', ...parents] = line.split(' ');
    nodes.push({ id, parents, committedAt: readSeconds(seconds) });
  }
  return nodes;
}

/** Reads `ls-tree -r -z`. Paths are UTF-8; bytes that are not become U+FFFD. */
export function parseLsTree(output: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (const record of output.toString('utf8').split('\0')) {
    if (record === '') continue;
    const tab = record.indexOf('\t');
    const [mode = '', , oid = ''] = record.slice(0, tab).split(' ');
    entries.push({ path: record.slice(tab + 1), mode: canonicalMode(mode), oid });
  }
  return entries;
}

const NUL = 0;
const COLON = 0x3a;
const SLASH = 0x2f;
const SKILL_FILE = Buffer.from('SKILL.md');

/**
 * Reads `diff-tree --stdin -r -c -z --raw`: a commit's id, then pairs of a record and a path. Only files named
 * SKILL.md are made into text; a pathspec would make git slower than this is.
 */
export function parseDiffTree(output: Buffer): CommitChanges[] {
  const result: { commit: string; changes: PathChange[] }[] = [];
  let header = 0;
  let last = -1;
  for (let at = 0; at < output.length; ) {
    const end = endOf(output, at);
    if (output[at] !== COLON) {
      header = at;
      at = end + 1;
      continue;
    }
    const pathEnd = endOf(output, end + 1);
    if (isSkillFile(output, end + 1, pathEnd)) {
      const record = output.toString('latin1', at, end);
      const change = parseRecord(record, output.toString('utf8', end + 1, pathEnd));
      if (change !== undefined && last !== header) {
        result.push({ commit: output.toString('latin1', header, endOf(output, header)).trim(), changes: [] });
        last = header;
      }
      if (change !== undefined) result.at(-1)!.changes.push(change);
    }
    at = pathEnd + 1;
  }
  return result;
}

function endOf(output: Buffer, at: number): number {
  const end = output.indexOf(NUL, at);
  return end < 0 ? output.length : end;
}

function isSkillFile(output: Buffer, start: number, end: number): boolean {
  const name = end - SKILL_FILE.length;
  if (name !== start && (name < start || output[name - 1] !== SLASH)) return false;
  return output.compare(SKILL_FILE, 0, SKILL_FILE.length, name, end) === 0;
}

/** One record: as many colons as parents, the modes of the parents and the result, their ids, the letters. */
function parseRecord(record: string, path: string): PathChange | undefined {
  let count = 1;
  while (record[count] === ':') count++;
  const fields = record.slice(count).split(' ');
  if (count === 1) return pathChange(path, side(fields[1]!, fields[3]!), [side(fields[0]!, fields[2]!)]);
  const sides = Array.from({ length: count + 1 }, (_, i) => side(fields[i]!, fields[count + 1 + i]!));
  return pathChange(path, sides.at(-1)!, sides.slice(0, -1));
}

/** What a path is on one side of a change: absent, or a blob (submodules count as absent). */
export interface Side {
  readonly mode: string;
  readonly oid: string;
}

function side(mode: string, oid: string): Side | null {
  return mode === '000000' || mode === '160000' ? null : { mode: canonicalMode(mode), oid };
}

/** The change between the parents' sides and the result's, or undefined where only a submodule changed. */
export function pathChange(
  path: string,
  after: Side | null,
  parents: readonly (Side | null)[],
): PathChange | undefined {
  const before = parents.find((parent) => parent !== null) ?? null;
  if (after === null && before === null) return undefined;
  const link = (after ?? before)!.mode === '120000' ? { link: true as const } : {};
  if (after === null) return { path, op: 'delete', before: before!.oid, ...link };
  if (before === null) return { path, op: 'add', blob: after.oid, ...link };
  return { path, op: 'modify', blob: after.oid, before: before.oid, ...link };
}
