import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { sha256 } from '../../schema/codec.js';

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Leads to the next page; absent on the last one. */
  readonly nextCursor?: string;
}

/** A list that is given out in pages. */
export interface Pages<Item> {
  readonly items: readonly Item[];
  /** @throws ProtocolError -32602 for a cursor that this list, as it is now, did not give out */
  page(cursor: string | undefined): Promise<Page<Item>>;
}

/** UTF-16 units of JSON that a page may have: clients refuse messages of more than 10 MiB. */
const LARGEST_PAGE = 1024 * 1024;

/**
 * Cuts a list into pages of at most `most` items, fewer where they are large. A cursor holds a digest of the whole list,
 * so that one of another list, or of this one before it changed, is refused: no page repeats or leaves out an item.
 *
 * @param kind what is listed: cursors of two lists differ even where both are equal
 */
export function pagesOf<Item>(kind: string, items: readonly Item[], most: number): Pages<Item> {
  let cut: Promise<Cut> | undefined;
  return {
    items,
    async page(cursor) {
      cut ??= cutUp(kind, items, most);
      const { starts, cursors } = await cut;
      const at = cursor === undefined ? 0 : cursors.indexOf(cursor) + 1;
      if (at === 0 && cursor !== undefined) throw badCursor();
      const page = { items: items.slice(starts[at], starts[at + 1]) };
      const next = cursors[at];
      return next === undefined ? page : { ...page, nextCursor: next };
    },
  };
}

/** Where pages start, and the cursor of each but the first. */
interface Cut {
  readonly starts: readonly number[];
  readonly cursors: readonly string[];
}

async function cutUp(kind: string, items: readonly unknown[], most: number): Promise<Cut> {
  const texts = items.map((item) => JSON.stringify(item));
  const starts = [0];
  let size = 0;
  texts.forEach((text, i) => {
    const isFull = i - starts.at(-1)! >= most || size + text.length > LARGEST_PAGE;
    if (isFull && i > starts.at(-1)!) {
      starts.push(i);
      size = 0;
    }
    size += text.length;
  });
  if (starts.length === 1) return { starts, cursors: [] };
  const digest = await sha256(new TextEncoder().encode(`${kind}\n${texts.join('\n')}`));
  const state = digest.slice('sha256:'.length, 'sha256:'.length + 24);
  return { starts, cursors: starts.slice(1).map((start) => `${start.toString(36)}-${state}`) };
}

function badCursor(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The cursor is not one of this list as it is now: list again from the start, without a cursor.',
  );
}
