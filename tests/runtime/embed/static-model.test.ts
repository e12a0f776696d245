import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPackagedModel } from '../../../runtime/embed/model-folder.js';

const model = loadPackagedModel();

function cosine(a: string, b: string): number {
  const other = model.embedOne(b).vector;
  return model.embedOne(a).vector.reduce((sum, value, i) => sum + value * other[i]!, 0);
}

describe('a static model', () => {
  it('puts what means the same near', () => {
    const query = 'write a commit message';
    expect(cosine(query, 'git commits')).toBeGreaterThan(cosine(query, 'bake bread') + 0.3);
  });

  it('says how much of a text it knows', () => {
    expect(model.embedOne('数据库 migration')).toMatchObject({ known: 1, all: 4, coverage: 0.25 });
    expect(model.embedOne('migration')).toMatchObject({ known: 1, all: 1, coverage: 1 });
    expect(model.embedOne('数据库')).toMatchObject({ known: 0, all: 3, coverage: 0 });
    expect(model.embedOne('')).toMatchObject({ known: 0, all: 0, coverage: 0 });
    expect(model.embedOne('a'.repeat(101))).toMatchObject({ known: 0, all: 1, coverage: 0 });
  });

  it('gives zeros for a text that it knows nothing of', () => {
    for (const text of ['', ' \n\t', '数据库', '🚀', '\u0000\u200b', '\ud800']) {
      expect(model.embedOne(text).vector.every((value) => value === 0)).toBe(true);
    }
  });

  it('cuts a text off at 512 tokens', () => {
    const long = model.embedOne('commit '.repeat(600));
    expect(long).toMatchObject({ known: 512, all: 512 });
    expect(model.embedOne(`${'a '.repeat(512)} message`).vector).toEqual(
      model.embedOne('a '.repeat(512)).vector,
    );
    // "fl ##ak ##y" is cut within the word.
    const cut = `${'a '.repeat(510)}flaky`;
    expect(model.tokens(cut).slice(-2)).toEqual(['fl', '##ak']);
    expect(model.embedOne(cut).all).toBe(512);
  });

  it('takes text of any kind, always to length 1 or 0', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
    const property = fc.property(text, (value) => {
      const { vector, coverage, known, all } = model.embedOne(value);
      const length = Math.hypot(...vector);
      expect(Math.abs(length - (known > 0 ? 1 : 0))).toBeLessThan(1e-6);
      expect(coverage).toBe(all === 0 ? 0 : known / all);
      expect(model.embed([value, value])[1]!.vector).toEqual(vector);
    });
    fc.assert(property, { seed: 7, numRuns: 500 });
  });

  it('is not slow on a long word or a long text', () => {
    const start = performance.now();
    model.embedOne('a'.repeat(100_000));
    model.embedOne('é'.repeat(100_000));
    model.embedOne('commit the change '.repeat(6000));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
