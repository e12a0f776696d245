import { beforeAll, describe, expect, it } from 'vitest';
import { complete } from '../../../runtime/mcp/completions.js';
import { openIndex } from '../../../runtime/open-index.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import { collection } from '../../helpers/collection.js';

const TEMPLATE = { type: 'ref/resource', uri: 'skill://{+path}' } as const;
const SEARCH = { type: 'ref/prompt', name: 'search_skills' } as const;

let index: SkillIndex;
beforeAll(async () => {
  const numbered = Array.from({ length: 120 }, (_, i) => [`many/item-${i}`, `Item ${i}.`]);
  index = await openIndex(
    await collection({
      'north/pack-bag': { description: 'Packs.', more: 'tags: [Travel, bag]\nmetadata:\n  repo: api' },
      'trim-wick': { description: 'Trims.', more: 'tags: [travel, candle]' },
      'old-loom': { description: 'Weaves.', more: 'status: archived\ntags: [thread]' },
      ...Object.fromEntries(numbered),
    }),
  );
});

const values = (ref: Parameters<typeof complete>[2]['ref'], name: string, value: string, repo = null) =>
  complete(index, repo, { ref, argument: { name, value } }).completion;

describe('completions', () => {
  it.each([
    ['trim', ['trim-wick/SKILL.md']],
    ['TRIM', ['trim-wick/SKILL.md']],
    ['north/', ['north/pack-bag/SKILL.md']],
    ['pack', ['north/pack-bag/SKILL.md']],
    ['trim-wick/', ['trim-wick/SKILL.md']],
    ['trim-wick/S', ['trim-wick/SKILL.md']],
    ['old', []],
    ['none', []],
    [
      'item-11',
      ['many/item-11/SKILL.md', ...Array.from({ length: 10 }, (_, i) => `many/item-11${i}/SKILL.md`)],
    ],
  ])('of the path %s are %j', (value, expected) => {
    expect(values(TEMPLATE, 'path', value)).toEqual({
      values: [...expected].sort(),
      total: expected.length,
      hasMore: false,
    });
  });

  it('are 100 at most, with the number of all', () => {
    const { values: shown, total, hasMore } = values(TEMPLATE, 'path', 'm');
    expect([shown?.length, total, hasMore]).toEqual([100, 120, true]);
    expect(values(TEMPLATE, 'path', '').total).toBe(122);
  });

  it('of tags are those of skills that can be found, once each, as they are first written', () => {
    expect(values(SEARCH, 'tag', 'T').values).toEqual(['Travel']);
    expect(values(SEARCH, 'tag', '').values).toEqual(['Travel', 'bag', 'candle']);
  });

  it('leave out what is for another repository', () => {
    const found = complete(index, 'web', { ref: TEMPLATE, argument: { name: 'path', value: 'pack' } });
    expect(found.completion.values).toEqual([]);
  });

  it.each([
    [TEMPLATE, 'other'],
    [SEARCH, 'task'],
    [{ type: 'ref/prompt', name: 'trim-wick' } as const, 'arguments'],
    [{ type: 'ref/resource', uri: 'skill://trim-wick/SKILL.md' } as const, 'path'],
  ])('of %j, %s are none', (ref, name) => {
    expect(values(ref, name, '')).toEqual({ values: [], total: 0, hasMore: false });
  });

  it.each([
    { type: 'ref/prompt', name: 'nope' } as const,
    { type: 'ref/resource', uri: 'skill://nope/SKILL.md' } as const,
    { type: 'ref/resource', uri: 'file://{path}' } as const,
  ])('of %j are an error', (ref) => {
    expect(() => values(ref, 'path', '')).toThrow(expect.objectContaining({ code: -32602 }));
  });
});
