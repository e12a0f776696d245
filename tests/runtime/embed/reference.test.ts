import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadPackagedModel } from '../../../runtime/embed/model-folder.js';
import { sharedPath } from '../../helpers/shared.js';

interface Reference {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly vector: readonly number[];
}

const folder = sharedPath('models/skillgraft-static-en-v1');

describe.skipIf(folder === null)('the packaged model and its reference', () => {
  const cases = (folder === null ? '' : readFileSync(`${folder}/reference.jsonl`, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Reference);

  it('has cases', () => {
    expect(cases.length).toBeGreaterThan(10);
  });

  it.each(cases)('agrees on $text', ({ text, tokens, vector }) => {
    const model = loadPackagedModel();
    expect(model.tokens(text)).toEqual(tokens);
    const own = model.embedOne(text);
    expect(own.known).toBe(tokens.length);
    expect(own.vector).toHaveLength(vector.length);
    // The reference is rounded to 5 decimals.
    vector.forEach((value, i) => {
      expect(Math.abs(own.vector[i]! - value)).toBeLessThan(5.1e-6);
    });
  });

  it.each(cases)('has the first half of $text, renormalised', ({ text, vector }) => {
    const half = vector.slice(0, 128);
    const length = Math.hypot(...half) || 1;
    const own = loadPackagedModel(128).embedOne(text).vector;
    expect(own).toHaveLength(128);
    half.forEach((value, i) => {
      expect(own[i]).toBeCloseTo(value / length, 4);
    });
  });

  it('is the same, byte for byte', () => {
    for (const name of ['table.bin', 'vocab.txt']) {
      const packaged = new URL(`../../../runtime/embed/skillgraft-static-en-v1/${name}`, import.meta.url);
      expect(readFileSync(packaged).equals(readFileSync(`${folder}/${name}`)), name).toBe(true);
    }
  });
});
