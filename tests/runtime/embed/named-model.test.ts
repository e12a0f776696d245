import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { digestModel } from '../../../runtime/embed/model-digest.js';
import { openNamedModel } from '../../../runtime/embed/named-model.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';
import { loadTransformers, MODELS } from '../../helpers/transformers.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model_quantized.onnx'];

/** A folder in the layout of a model, its files changed by name; null takes one away. */
function modelFolder(changes: Readonly<Record<string, string | null>> = {}): string {
  const dir = join(temp.dir, 'models', `m${Math.random()}`);
  mkdirSync(join(dir, 'onnx'), { recursive: true });
  for (const name of FILES) writeFileSync(join(dir, name), name);
  for (const [name, text] of Object.entries(changes)) {
    if (text === null) rmSync(join(dir, name));
    else writeFileSync(join(dir, name), text);
  }
  return dir;
}

describe('the digest of a model', () => {
  it('is of the files that are loaded, wherever they lie', async () => {
    const digest = await digestModel(modelFolder());
    expect(digest).toMatch(/^[0-9a-f]{32}$/);
    expect(await digestModel(modelFolder())).toBe(digest);
    expect(await digestModel(modelFolder({ 'README.md': 'x', 'onnx/model.onnx': 'x' }))).toBe(digest);
    for (const name of FILES)
      expect(await digestModel(modelFolder({ [name]: 'other' })), name).not.toBe(digest);
    expect(await digestModel(modelFolder({ 'onnx/model_quantized.onnx_data': 'x' }))).not.toBe(digest);
    expect(await digestModel(modelFolder({ 'tokenizer_config.json': null }))).not.toBe(digest);
  });

  it('is null where the model is not whole', async () => {
    for (const name of ['config.json', 'tokenizer.json', 'onnx/model_quantized.onnx'])
      expect(await digestModel(modelFolder({ [name]: null })), name).toBeNull();
    expect(await digestModel(join(temp.dir, 'absent'))).toBeNull();
  });
});

describe('a model that settings name', () => {
  it.each(['', '..', '../x', '/x', 'a/b/c', 'a/../b', 'C:\\x', 'https://x', '.hidden'])(
    'is not named %j',
    async (model) => expect(await codeOf(openNamedModel({ model, path: temp.dir }))).toBe('model-name'),
  );

  it.each(['all-MiniLM-L6-v2', 'Xenova/all-MiniLM-L6-v2'])('may be named %s', async (model) => {
    expect(await codeOf(openNamedModel({ model, path: temp.dir }))).toBe('model-missing');
  });
});

describe.skipIf(loadTransformers === null || MODELS === null)('all-MiniLM-L6-v2', () => {
  it('is told apart by the digest of its files, or by the revision that is named', async () => {
    const place = { model: 'all-MiniLM-L6-v2', path: MODELS!, load: loadTransformers! };
    const { fingerprint } = await openNamedModel(place);
    expect(fingerprint).toMatchObject({ id: 'all-MiniLM-L6-v2', dims: 384, prefix: '' });
    expect(fingerprint.revision).toBe(`${await digestModel(join(MODELS!, place.model))}-q8`);
    const named = await openNamedModel({ ...place, revision: 'abc', prefix: 'query: ' });
    expect(named.fingerprint).toEqual({ ...fingerprint, revision: 'abc-q8', prefix: 'query: ' });
  });
});
