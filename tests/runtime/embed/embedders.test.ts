import { describe, expect, it } from 'vitest';
import { type Embedder, embedQuery } from '../../../runtime/embed/embedder.js';
import { loadPackagedModel } from '../../../runtime/embed/model-folder.js';
import { noEmbedder } from '../../../runtime/embed/none.js';
import { openTransformers, type TransformersOptions } from '../../../runtime/embed/transformers.js';
import { isSameModel } from '../../../schema/embedding.js';
import { codeOf } from '../../helpers/skills-repo.js';
import { loadTransformers, MODELS } from '../../helpers/transformers.js';

const isReal = loadTransformers !== null && MODELS !== null;

function place(): Pick<TransformersOptions, 'localModelPath' | 'load'> {
  return { localModelPath: MODELS!, load: loadTransformers! };
}

function openMiniLm(): Promise<Embedder> {
  return openTransformers({ ...place(), model: 'all-MiniLM-L6-v2', revision: '1' });
}

const embedders: readonly (readonly [name: string, open: () => Embedder | Promise<Embedder>])[] = [
  ['none', () => noEmbedder],
  ['static', () => loadPackagedModel()],
  ['static, 128 dimensions', () => loadPackagedModel(128)],
  ...(isReal ? [['transformers', openMiniLm] as const] : []),
];

describe.each(embedders)('embedder %s', (own, open) => {
  it('gives one vector a text, in order, of its dimensions', async () => {
    const embedder = await open();
    const texts = ['git commit message', '', 'bake bread'];
    const embeddings = await embedder.embed(texts);
    expect(embeddings).toHaveLength(3);
    for (const { vector, coverage } of embeddings) {
      expect(vector).toHaveLength(embedder.fingerprint.dims);
      const length = Math.hypot(...vector);
      expect(Math.min(Math.abs(length - 1), length)).toBeLessThan(1e-5);
      expect(coverage).toBeGreaterThanOrEqual(0);
      expect(coverage).toBeLessThanOrEqual(1);
    }
    expect(embeddings[1]).toEqual({
      ...embeddings[1],
      vector: new Float32Array(embedder.fingerprint.dims),
      coverage: 0,
    });
    expect(await embedder.embed([])).toEqual([]);
    const alone = await embedQuery(embedder, texts[2]!);
    expect(alone.vector).toEqual(embeddings[2]!.vector);
  });

  it('has a fingerprint of its own', async () => {
    const { fingerprint } = await open();
    expect(isSameModel(fingerprint, { ...fingerprint })).toBe(true);
    for (const [name, other] of embedders) {
      if (name !== own) expect(isSameModel(fingerprint, (await other()).fingerprint), name).toBe(false);
    }
  });
});

describe('a query', () => {
  it('gets what its model wants before it', async () => {
    const model = loadPackagedModel();
    const prefixed: Embedder = { ...model, fingerprint: { ...model.fingerprint, prefix: 'search: ' } };
    const { vector } = await embedQuery(prefixed, 'commit');
    expect(vector).toEqual(model.embedOne('search: commit').vector);
    expect(isSameModel(prefixed.fingerprint, model.fingerprint)).toBe(false);
  });
});

describe('embedder transformers', () => {
  it('says what to install where its package is not there', async () => {
    expect(await codeOf(openTransformers({ model: 'm', revision: '1' }))).toBe('transformers-missing');
  });

  it.skipIf(!isReal)('embeds with all-MiniLM-L6-v2 from a folder, and downloads nothing', async () => {
    const embedder = await openMiniLm();
    expect(embedder.fingerprint).toMatchObject({ id: 'all-MiniLM-L6-v2', revision: '1-q8', dims: 384 });
    const [query, near, far] = await embedder.embed(['write a commit message', 'git commits', 'bake bread']);
    const dot = (a: Float32Array, b: Float32Array): number =>
      a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    expect(dot(query!.vector, near!.vector)).toBeGreaterThan(dot(query!.vector, far!.vector) + 0.2);
    const absent = openTransformers({ ...place(), model: 'absent', revision: '1' });
    expect(await codeOf(absent)).toBe('model-missing');
    expect((await loadTransformers!()).env.allowRemoteModels).toBe(false);
  });
});
