import { describe, expect, it } from 'vitest';
import { edgeModel } from '../../../build/tools/edge-model.js';
import { loadPackagedModel } from '../../../runtime/embed/model-folder.js';
import type { noEmbedder } from '../../../runtime/embed/none.js';
import { loadStaticModel, type StaticEmbedder } from '../../../runtime/embed/static-model.js';
import { BruteForceVectors } from '../../../runtime/embed/vector-index.js';
import { openIndex } from '../../../runtime/open-index.js';
import type { Artifact } from '../../../schema/index.types.js';
import { collection } from '../../helpers/collection.js';

const TEXTS = ['mend a bicycle tyre', 'bake bread with rye flour', 'zzqx', 'write a commit message', ''];

/** The model as a worker has it. */
function cutModel(): StaticEmbedder {
  const { card, table, vocab } = edgeModel();
  return loadStaticModel({ model: card, table, vocab: new TextEncoder().encode(vocab) });
}

describe('the first dimensions of the packaged model', () => {
  it('give the vectors that the whole table gives for as many', () => {
    const [cut, whole] = [cutModel(), loadPackagedModel(128)];
    expect(cut.fingerprint).toEqual(whole.fingerprint);
    expect(cut.embed(TEXTS)).toEqual(whole.embed(TEXTS));
  });
});

describe('vectors of which the first dimensions are compared', () => {
  const section = async () => {
    const { vectors } = await collection({
      'mend-tyre': 'Mends bicycle tyres on the road.',
      'bake-bread': 'Bakes bread with sourdough.',
      'commit-text': 'Writes commit messages.',
    });
    return vectors as Exclude<Artifact['vectors'], null | { $file: string }>;
  };

  it('are brought to length 1, and give the cosines of that part', async () => {
    const vectors = await section();
    const cut = new BruteForceVectors(vectors, 128);
    const whole = new BruteForceVectors(vectors);
    const { vector } = loadPackagedModel(128).embedOne(TEXTS[0]!);
    const scores = cut.scores(vector);
    for (let document = 0; document < 3; document += 1) {
      const first = whole.vector(document).subarray(0, 128);
      const length = Math.hypot(...first);
      const expected = first.reduce((sum, value, i) => sum + (value / length) * vector[i]!, 0);
      expect(scores[document]).toBeCloseTo(expected, 4);
      expect(Math.hypot(...cut.vector(document))).toBeCloseTo(1, 6);
    }
    expect(() => cut.scores(new Float32Array(256))).toThrow(RangeError);
  });

  it('are used where the whole model is not here, and only then', async () => {
    const artifact = await collection({
      'mend-tyre': 'Mends bicycle tyres on the road.',
      'bake-bread': 'Bakes bread with sourdough.',
    });
    const vectors = artifact.vectors as Exclude<Artifact['vectors'], null | { $file: string }>;
    const model = { ...vectors.model, revision: 'elsewhere' };
    const other: Artifact = { ...artifact, vectors: { ...vectors, model } };
    const cut = cutModel();
    const part = { ...cut, fingerprint: { ...cut.fingerprint, revision: 'elsewhere' } };
    const search = async (embedder: typeof part | typeof noEmbedder) => {
      const index = await openIndex(other, { embedder });
      return index.search('repair a punctured wheel of a bike', { gate: false, verbose: true });
    };
    const { results, notices } = await search(part);
    expect(notices).toEqual([]);
    expect(results[0]).toMatchObject({ name: 'mend-tyre' });
    expect(results[0]!.parts!.map(({ field }) => field)).toContain('semantic');
    const ofAnother = { ...part, fingerprint: { ...part.fingerprint, revision: 'another' } };
    expect((await search(ofAnother)).notices).toMatchObject([{ code: 'embedder-missing' }]);
    const ownIndex = { embedder: part, vectorIndex: () => ({ scores: () => new Float64Array(2) }) };
    const given = await openIndex(other, ownIndex);
    expect((await given.search('mend')).notices).toMatchObject([{ code: 'embedder-missing' }]);
  });
});
