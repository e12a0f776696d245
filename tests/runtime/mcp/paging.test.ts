import { ProtocolError } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { type Pages, pagesOf } from '../../../runtime/mcp/paging.js';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => `item ${i}`);

async function walk<Item>(pages: Pages<Item>): Promise<Item[][]> {
  const all: Item[][] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await pages.page(cursor);
    all.push([...items]);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return all;
}

describe('pages', () => {
  it.each([
    [0, [0]],
    [1, [1]],
    [10, [10]],
    [11, [10, 1]],
    [20, [10, 10]],
    [25, [10, 10, 5]],
  ])('cut %i items into pages of %j', async (count, sizes) => {
    const pages = await walk(pagesOf('list', numbers(count), 10));
    expect(pages.map((page) => page.length)).toEqual(sizes);
    expect(pages.flat()).toEqual(numbers(count));
  });

  it('are shorter where items are large, and an item is never cut', async () => {
    const items = [100, 700_000, 700_000, 3_000_000, 10, 20].map((size) => 'x'.repeat(size));
    const pages = await walk(pagesOf('list', items, 10));
    expect(pages.map((page) => page.map(({ length }) => length))).toEqual([
      [100, 700_000],
      [700_000],
      [3_000_000],
      [10, 20],
    ]);
  });

  it('take no cursor but their own: not one of another list, of another state, or of nobody', async () => {
    const pages = pagesOf('list', numbers(30), 10);
    const { nextCursor = '' } = await pages.page(undefined);
    const others = [
      (await pagesOf('other', numbers(30), 10).page(undefined)).nextCursor,
      (await pagesOf('list', numbers(31), 10).page(undefined)).nextCursor,
    ];
    const again = await pagesOf('list', numbers(30), 10).page(nextCursor);
    expect(again.items[0]).toBe('item 10');
    for (const cursor of [...others, '', '%%%', 'not-a-cursor!', `${nextCursor}x`, '10', '__proto__', 'a']) {
      const error = await pages.page(cursor).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProtocolError);
      expect((error as ProtocolError).code).toBe(-32602);
    }
  });
});
