import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Embedder, embedQuery } from '../../../runtime/embed/embedder.js';
import { loadPackagedModel } from '../../../runtime/embed/model-folder.js';
import { noEmbedder } from '../../../runtime/embed/none.js';
import { openTransformers, type TransformersModule } from '../../../runtime/embed/transformers.js';
import { isSameModel } from '../../../schema/embedding.js';
import { sharedPath } from '../../helpers/shared.js';
import { codeOf } from '../../helpers/skills-repo.js';

/** Folder with a node_modules that has @huggingface/transformers: too large to be a dependency of the tests. */
const installed = process.env.SKILLGRAFT_TEST_TRANSFORMERS;
const models = sharedPath('models');
const hasPackage =
  installed !== undefined && existsSync(join(installed, 'node_modules/@huggingface/transformers'));
const isReal = hasPackage && models !== null;
if (!isReal)
  console.warn('skipped: SKILLGRAFT_TEST_TRANSFORMERS names no folder with @huggingface/transformers');

async function load(): Promise<TransformersModule> {
  const require = createRequire(join(installed!, 'package.json'));
  const entry = require.resolve('@huggingface/transformers').replace(/\.cjs$/, '.mjs');
  return (await import(pathToFileURL(entry).href)) as TransformersModule;
}

function openMiniLm(): Promise<Embedder> {
  return openTransformers({ model: 'all-MiniLM-L6-v2', revision: '1', localModelPath: `${models}/`, load });
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
    const absent = openTransformers({ model: 'absent', revision: '1', localModelPath: `${models}/`, load });
    expect(await codeOf(absent)).toBe('model-missing');
    expect((await load()).env.allowRemoteModels).toBe(false);
  });
});
