import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEAR, nearDuplicates, printBody } from '../../../schema/skill/near-duplicates.js';

/** Every pair compared: what the prefix filter must not miss. */
function plainPairs(texts: readonly string[]): [number, number][] {
  const sets = texts.map(
    (text) =>
      new Set(
        text
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      ),
  );
  const out: [number, number][] = [];
  for (let a = 0; a < sets.length; a++) {
    for (let b = a + 1; b < sets.length; b++) {
      const [one, two] = [sets[a]!, sets[b]!];
      if (Math.min(one.size, two.size) < 5) continue;
      const common = [...one].filter((line) => two.has(line)).length;
      if (common / Math.max(one.size, two.size) >= NEAR) out.push([a, b]);
    }
  }
  return out;
}

describe('nearDuplicates', () => {
  it('property: puts two texts in one group where and only where pairs connect them', () => {
    const line = fc.integer({ min: 0, max: 14 }).map(String);
    const text = fc.array(line, { minLength: 3, maxLength: 14 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 14 }), (texts) => {
        const label = texts.map((_, i) => i);
        const pairs = plainPairs(texts);
        for (let round = 0; round < texts.length; round++) {
          for (const [a, b] of pairs) label[a] = label[b] = Math.min(label[a]!, label[b]!);
        }
        const wanted = new Map<number, number[]>();
        for (const [i, root] of label.entries()) wanted.set(root, [...(wanted.get(root) ?? []), i]);
        const groups = [...wanted.values()].filter((all) => all.length > 1);
        expect(nearDuplicates(texts.map(printBody)).map((one) => one.members)).toEqual(groups);
      }),
      { numRuns: 1500 },
    );
  });
});
