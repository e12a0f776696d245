import { parseCommit } from './commit-object.js';
import type { CommitDetails, CommitNode, HistoryRange } from './repository.js';

/** Gives a commit by id; null where the repository does not have it. */
export type CommitReader = (id: string) => Promise<CommitDetails | null>;

const HEAD_SIDE = 1;
const SINCE_SIDE = 2;

/**
 * Paints the history of `head` and of `since` in two colours, latest commit first, and keeps what only the head has
 * (as `git rev-list head ^since`). A walk that stops at `since` would be wrong where there are merges.
 */
export async function walkHistory(
  read: CommitReader,
  missing: (id: string) => Error,
  boundary: ReadonlySet<string>,
  head: string,
  since?: string,
): Promise<HistoryRange> {
  const walk = new Walk(read, boundary);
  if (!(await walk.paint(head, HEAD_SIDE))) throw missing(head);
  const known = since !== undefined && (await walk.paint(since, SINCE_SIDE));
  for (let id = walk.next(); id !== undefined; id = walk.next()) {
    const absent = await walk.step(id);
    if (absent !== undefined) throw missing(absent);
  }
  if (since !== undefined && !(known && walk.reachedFromHead(since))) {
    return walkHistory(read, missing, boundary, head);
  }
  return walk.result(since !== undefined);
}

class Walk {
  readonly #read: CommitReader;
  readonly #boundary: ReadonlySet<string>;
  readonly #nodes = new Map<string, CommitNode>();
  readonly #colours = new Map<string, number>();
  /** Ids still to be stepped through, sorted by date, latest last. */
  readonly #queue: CommitNode[] = [];
  /** How many of the queue only the head has. */
  #open = 0;

  constructor(read: CommitReader, boundary: ReadonlySet<string>) {
    this.#read = read;
    this.#boundary = boundary;
  }

  /** Adds a colour to a commit; false where the commit is missing. */
  async paint(id: string, colour: number): Promise<boolean> {
    const before = this.#colours.get(id) ?? 0;
    if ((before | colour) === before) return true;
    const node = this.#nodes.get(id) ?? (await this.#load(id));
    if (node === undefined) return false;
    this.#colours.set(id, before | colour);
    const queued = this.#queue.indexOf(node);
    if (queued >= 0 && before === HEAD_SIDE) this.#open--;
    if (queued < 0) this.#enqueue(node, before | colour);
    return true;
  }

  next(): string | undefined {
    if (this.#open === 0) return undefined;
    const node = this.#queue.pop()!;
    if (this.#colours.get(node.id) === HEAD_SIDE) this.#open--;
    return node.id;
  }

  /** Hands a commit's colours to its parents; gives the id of a parent that is missing. */
  async step(id: string): Promise<string | undefined> {
    for (const parent of this.#nodes.get(id)!.parents) {
      if (!(await this.paint(parent, this.#colours.get(id)!))) return parent;
    }
    return undefined;
  }

  reachedFromHead(id: string): boolean {
    return ((this.#colours.get(id) ?? 0) & HEAD_SIDE) !== 0;
  }

  result(incremental: boolean): HistoryRange {
    const commits = [...this.#nodes.values()].filter(({ id }) => this.#colours.get(id) === HEAD_SIDE);
    const shallow = new Set(commits.map(({ id }) => id).filter((id) => this.#boundary.has(id)));
    return { commits, shallow, incremental };
  }

  async #load(id: string): Promise<CommitNode | undefined> {
    const details = await this.#read(id);
    if (details === null) return undefined;
    const parents = this.#boundary.has(id) ? [] : details.parents;
    const node = { id, parents, committedAt: details.committedAt };
    this.#nodes.set(id, node);
    return node;
  }

  #enqueue(node: CommitNode, colours: number): void {
    let at = this.#queue.length;
    while (at > 0 && this.#queue[at - 1]!.committedAt > node.committedAt) at--;
    this.#queue.splice(at, 0, node);
    if (colours === HEAD_SIDE) this.#open++;
  }
}

/** A reader of commits over raw objects. */
export function commitReader(
  read: (id: string) => Promise<{ type: string; data: Uint8Array } | null>,
): CommitReader {
  return async (id) => {
    const object = await read(id);
    return object?.type === 'commit' ? parseCommit(id, object.data) : null;
  };
}
