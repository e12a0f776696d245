import { pathChange, type Side } from './native-parse.js';
import type { PathChange } from './repository.js';
import { TreeCursor } from './tree-buffer.js';

const SKILL_FILE = 'SKILL.md';
const EMPTY = new Uint8Array(0);

/** Gives the raw bytes of a tree; rejects where it is missing. */
export type TreeReader = (oid: string) => Promise<Uint8Array>;

/**
 * Files named SKILL.md that differ between a tree and every one of its parents' trees (`git diff-tree -c`), in git's
 * order. Subtrees that equal one parent's are not opened. No parents: everything is new.
 */
export async function diffSkillFiles(
  read: TreeReader,
  after: string | null,
  parents: readonly (string | null)[],
  prefix = '',
): Promise<PathChange[]> {
  const befores = parents.length === 0 ? [null] : parents;
  if (befores.includes(after)) return [];
  const result = new TreeCursor(after === null ? EMPTY : await read(after));
  const sides: TreeCursor[] = [];
  for (const oid of befores) sides.push(new TreeCursor(oid === null ? EMPTY : await read(oid)));
  const changes: PathChange[] = [];
  for (let step = nextEntries(result, sides); step !== null; step = nextEntries(result, sides)) {
    const path = prefix + step.name;
    if (step.isTree) {
      changes.push(
        ...(await diffSkillFiles(
          read,
          step.after?.oid ?? null,
          step.before.map((e) => e?.oid ?? null),
          `${path}/`,
        )),
      );
    } else if (step.name === SKILL_FILE) {
      const change = pathChange(path, blobSide(step.after), step.before.map(blobSide));
      if (change !== undefined) changes.push(change);
    }
  }
  return changes;
}

interface Entries {
  readonly name: string;
  readonly isTree: boolean;
  readonly after: Side | null;
  readonly before: readonly (Side | null)[];
}

/** The next name on which the result differs from every parent. */
function nextEntries(result: TreeCursor, sides: readonly TreeCursor[]): Entries | null {
  for (;;) {
    let least = result;
    for (const side of sides) {
      if (side.mode >= 0 && (least.mode < 0 || side.compareName(least) < 0)) least = side;
    }
    if (least.mode < 0) return null;
    const mine = result.mode >= 0 && result.compareName(least) === 0;
    const theirs = sides.map((side) => side.mode >= 0 && side.compareName(least) === 0);
    const differs = theirs.every((has, i) => (has && mine ? !sides[i]!.sameEntry(result) : has !== mine));
    const entries = differs ? entriesOf(result, mine, sides, theirs, least) : null;
    const moved = [...(mine ? [result] : []), ...sides.filter((_, i) => theirs[i])];
    for (const cursor of moved) cursor.advance();
    if (entries !== null) return entries;
  }
}

function entriesOf(
  result: TreeCursor,
  mine: boolean,
  sides: readonly TreeCursor[],
  theirs: readonly boolean[],
  least: TreeCursor,
): Entries {
  const entry = (cursor: TreeCursor): Side => ({ mode: cursor.modeText, oid: cursor.oid });
  return {
    name: least.name,
    isTree: least.isTree,
    after: mine ? entry(result) : null,
    before: sides.map((side, i) => (theirs[i] ? entry(side) : null)),
  };
}

function blobSide(side: Side | null): Side | null {
  return side === null || side.mode === '160000' ? null : side;
}
