import { describe, expect, it } from 'vitest';
import { buildVectors, type EmbeddableText } from '../../build/embed.js';
import type { Embedder } from '../../runtime/embed/embedder.js';
import { loadPackagedModel } from '../../runtime/embed/model-folder.js';
import { noEmbedder } from '../../runtime/embed/none.js';
import { BruteForceVectors } from '../../runtime/embed/vector-index.js';
import { canonicalJson } from '../../schema/codec.js';
import { corpusFiles } from '../helpers/corpus.js';
import { searchableText } from '../helpers/searchable.js';

const model = loadPackagedModel();
const commits: EmbeddableText = {
  name: 'conventional-commits',
  description: 'Writes commit messages.',
  headings: ['Types', 'Scopes'],
  body: 'Use feat for features and fix for bugs.',
};
const bread: EmbeddableText = {
  name: 'bake-bread',
  description: 'Bakes a loaf.',
  headings: [],
  body: 'Knead the dough.',
};

/** The recipe of the model's README, written out. */
function byHand(a: string, h: string, b: string): number[] {
  const [va, vh, vb] = [a, h, b].map((text) => model.embedOne(text).vector);
  const sum = [...va!].map((value, i) => value + 0.3 * vh![i]! + 0.3 * vb![i]!);
  return sum.map((value) => value / Math.hypot(...sum));
}

/** Greatest error of a component: half a step. */
async function expectVectors(
  texts: readonly EmbeddableText[],
  expected: readonly (readonly number[])[],
): Promise<void> {
  const section = (await buildVectors(texts, model))!;
  const index = new BruteForceVectors(section);
  expected.forEach((vector, document) => {
    index.vector(document).forEach((value, i) => {
      expect(Math.abs(value - vector[i]!)).toBeLessThan(section.scale / 2 + 1e-6);
    });
  });
}

describe('recipe static-v1', () => {
  it('adds description, headings and body', async () => {
    const a = 'conventional commits: Writes commit messages.';
    await expectVectors(
      [commits, bread],
      [
        byHand(a, `${a} Types; Scopes`, 'conventional commits: Use feat for features and fix for bugs.'),
        byHand('bake bread: Bakes a loaf.', 'bake bread: Bakes a loaf.', 'bake bread: Knead the dough.'),
      ],
    );
  });

  it('takes the first 900 code points of the headings and 4,000 of the body', async () => {
    // A token for each 20 characters: the limits cut before the model does.
    const line = `${'𝒳'.repeat(16)} git`;
    const long = {
      ...commits,
      headings: [line.repeat(45), 'kubernetes'],
      body: `${line.repeat(200)} kubernetes`,
    };
    const cut = { ...commits, headings: [line.repeat(45)], body: line.repeat(200) };
    expect((await buildVectors([long], model))!.vectors).toBe((await buildVectors([cut], model))!.vectors);
    const shorter = { ...commits, headings: [line.repeat(44), 'kubernetes'], body: line.repeat(200) };
    expect((await buildVectors([shorter], model))!.vectors).not.toBe(
      (await buildVectors([cut], model))!.vectors,
    );
  });
});

describe('built vectors', () => {
  it('say what they are', async () => {
    const section = (await buildVectors([commits, bread], model))!;
    expect(section).toMatchObject({ model: model.fingerprint, dims: 256, documents: 2, bits: 7 });
    const index = new BruteForceVectors(section);
    const scores = index.scores(model.embedOne('message for a git commit').vector);
    expect(scores[0]!).toBeGreaterThan(scores[1]! + 0.3);
  });

  it('are there for no document, and for one that the model knows nothing of', async () => {
    expect(await buildVectors([], model)).toMatchObject({ documents: 0, vectors: '', scale: 1 / 63 });
    const unknown = { name: '数据', description: '库', headings: [], body: '' };
    const section = (await buildVectors([{ ...unknown, name: '' }, bread], model))!;
    const scores = new BruteForceVectors(section).scores(model.embedOne('bread').vector);
    expect(scores[1]!).toBeGreaterThan(Math.abs(scores[0]!));
  });

  it('are left out where there is no model', async () => {
    expect(await buildVectors([commits], noEmbedder)).toBeNull();
  });

  it('may come late, by another recipe', async () => {
    const late: Embedder = {
      fingerprint: { ...model.fingerprint, recipe: 'description-v1' },
      embed: async (texts) => model.embed(texts),
    };
    const section = (await buildVectors([commits], late))!;
    const expected = model.embedOne('conventional commits: Writes commit messages.').vector;
    new BruteForceVectors(section).vector(0).forEach((value, i) => {
      expect(Math.abs(value - expected[i]!)).toBeLessThan(section.scale / 2 + 1e-6);
    });
  });

  it('refuse an unknown recipe and vectors of other dimensions', async () => {
    const fingerprint = { ...model.fingerprint, recipe: 'other' };
    await expect(buildVectors([commits], { ...model, fingerprint })).rejects.toThrow(RangeError);
    const wrong = { ...model, fingerprint: { ...model.fingerprint, dims: 128 } };
    await expect(buildVectors([commits], wrong)).rejects.toThrow(RangeError);
  });
});

const texts = corpusFiles()
  .filter((_, i) => i % 50 === 0)
  .map(searchableText)
  .filter((text) => text !== null)
  .map(({ name, description, headings, body }) => ({
    name: name[0]!,
    description: description[0]!,
    headings,
    body: body[0]!,
  }));

describe.skipIf(texts.length === 0)('vectors of real skills', () => {
  it('add at most 300 bytes a skill, and keep the cosines', async () => {
    expect(texts.length).toBeGreaterThan(150);
    const section = (await buildVectors(texts, model))!;
    const empty = (await buildVectors([], model))!;
    const added = canonicalJson(section).length - canonicalJson(empty).length;
    expect(added / texts.length).toBeLessThan(300);
    const index = new BruteForceVectors(section);
    const query = model.embedOne('review a pull request for security problems').vector;
    const scores = index.scores(query);
    for (const [document, text] of texts.entries()) {
      const exact = byRecipe(text).reduce((sum, value, i) => sum + value * query[i]!, 0);
      expect(Math.abs(scores[document]! - exact)).toBeLessThan(0.01);
    }
  });

  it('are the same bytes each time', async () => {
    const first = canonicalJson(await buildVectors(texts, model));
    expect(canonicalJson(await buildVectors(texts, model))).toBe(first);
  });
});

function byRecipe({ name, description, headings, body }: EmbeddableText): number[] {
  const cut = (text: string, limit: number): string => [...text].slice(0, limit).join('');
  const words = name.replaceAll('-', ' ');
  const a = `${words}: ${description}`;
  return byHand(a, `${a} ${cut(headings.join('; '), 900)}`, `${words}: ${cut(body, 4000)}`);
}
