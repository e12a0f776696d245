import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CalibrationInput, calibrate } from '../../../build/calibration/calibrate.js';
import { OFF_TOPIC } from '../../../build/calibration/off-topic.js';
import { ownQueries } from '../../../build/calibration/own-queries.js';
import { buildVectors } from '../../../build/embed.js';
import { buildLexical, type SearchableText } from '../../../build/lexical.js';
import { loadPackagedModel } from '../../../runtime/embed/model-folder.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import { canonicalJson } from '../../../schema/codec.js';
import { type BuiltPool, buildFiles, buildPool } from '../../evals/pool.js';
import { corpusFiles } from '../../helpers/corpus.js';
import { searchableText } from '../../helpers/searchable.js';
import { sharedPath } from '../../helpers/shared.js';
import { COOKING, cookingFiles } from './cooking.js';

async function inputOf(texts: readonly SearchableText[]): Promise<CalibrationInput> {
  const embedder = loadPackagedModel();
  const embeddable = texts.map(({ name, description, headings, body }) => ({
    name: name[0]!,
    description: description.join(', '),
    headings,
    body: body[0]!,
  }));
  return { texts, lexical: buildLexical(texts), vectors: await buildVectors(embeddable, embedder), embedder };
}

/** Share of texts that an index's gate accepts. */
async function acceptedShare(index: SkillIndex, texts: readonly string[]): Promise<number> {
  let accepted = 0;
  for (const text of texts) {
    const { gate } = await index.search(text, { verbose: true, limit: 1 });
    if (gate!.accepted) accepted += 1;
  }
  return accepted / texts.length;
}

describe('the calibration of a small collection', () => {
  it.each([0, 1, 2])('says that it had too little to go on: %i skills', async (count) => {
    const files = new Map([['README.md', 'Skills.\n'], ...cookingFiles(count)]);
    const { index, dispose } = await buildFiles(files);
    try {
      const { calibration } = index.artifact;
      expect(calibration).toMatchObject({ method: 'none', offTopic: 0, topic: null, threshold: 0 });
      expect(calibration.expected).toEqual({ lost: 0, accepted: 1 });
      expect(calibration.own > 0).toBe(count > 0);
      const { rejected, results } = await index.search('feed the sourdough starter');
      if (count === 0) expect(rejected?.reason).toBe('empty-index');
      else expect(results[0]?.name).toBe('bake-sourdough');
      expect((await index.search('xylophone')).rejected).not.toBeNull();
    } finally {
      dispose();
    }
  });

  it('says the same of skills with hardly a text', async () => {
    const names = ['a', 'b', 'c', 'd'].map((letter) => `skill-${letter}`);
    const texts = names.map((name) => ({
      name: [name],
      description: ['Tests'],
      headings: [],
      body: [''],
      references: [],
    }));
    expect(await calibrate(await inputOf(texts))).toMatchObject({ method: 'none', own: 0, offTopic: 0 });
  });

  it('says the same of two skills, however much they say', async () => {
    const texts = COOKING.map(([name, does, body]) => ({
      name: [name],
      description: [does, ...does.split('. ')],
      headings: [`How to ${does}`, `When to ${does}`],
      body: [`${body} ${does}`],
      references: [],
    }));
    const two = await calibrate(await inputOf(texts.slice(0, 2)));
    expect(two).toMatchObject({ method: 'none', offTopic: 0 });
    expect(two.own).toBeGreaterThanOrEqual(12);
    expect(await calibrate(await inputOf(texts.slice(0, 3)))).toMatchObject({ method: 'logistic' });
  });
});

describe('the calibration of a collection about cooking', () => {
  let pool: BuiltPool;
  beforeAll(async () => {
    pool = await buildFiles(cookingFiles());
  });
  afterAll(() => pool.dispose());

  it('accepts what it is for, though the off-topic list has much of it', async () => {
    expect(pool.index.artifact.calibration).toMatchObject({ method: 'logistic', offTopic: OFF_TOPIC.length });
    const missed: string[] = [];
    for (const [name, , , query] of COOKING) {
      const { results } = await pool.index.search(query);
      if (results[0]?.name !== name) missed.push(query);
    }
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(1);
  });

  it('rejects the rest', async () => {
    for (const query of ['pick a lock by hand', 'flat tyre on a cold road', 'how to hold a crying child']) {
      const { rejected } = await pool.index.search(query);
      expect({ query, reason: rejected?.reason }).toEqual({ query, reason: 'no-fit' });
      expect(rejected?.nearest).toBeDefined();
    }
  });
});

describe.skipIf(sharedPath('evals') === null || sharedPath('corpora') === null)(
  'the calibration of a real collection',
  () => {
    it.each([
      ['with vectors', {}],
      ['without', { embedder: 'none' }],
    ] as const)('expects what an opened index does, %s', async (_, options) => {
      const { index, dispose } = await buildPool('apm', options);
      try {
        const { method, offTopic, expected } = index.artifact.calibration;
        expect({ method, offTopic }).toEqual({ method: 'logistic', offTopic: OFF_TOPIC.length });
        expect(await acceptedShare(index, OFF_TOPIC)).toBeCloseTo(expected.accepted, 5);
        expect(expected.accepted).toBeLessThan(0.1);
        // Whole ones are easier than those that the gate was fitted on, whose words were held out.
        const own = ownQueries(textsOf(index)).map(({ text }) => text);
        expect(own.length).toBeGreaterThan(40);
        expect(1 - (await acceptedShare(index, own))).toBeLessThanOrEqual(expected.lost);
      } finally {
        dispose();
      }
    });

    it('is the same bytes each time', async () => {
      const files = corpusFiles().filter((_, i) => i % 100 === 0);
      const texts = files.map(searchableText).filter((text) => text !== null);
      const input = await inputOf(texts);
      const first = canonicalJson(await calibrate(input));
      expect(canonicalJson(await calibrate(await inputOf(texts)))).toBe(first);
      expect(JSON.parse(first)).toMatchObject({ method: 'logistic', own: 400 });
    });
  },
);

/** What of an index's skills can be read off its entries: enough to make queries of. */
function textsOf({ skills }: SkillIndex): SearchableText[] {
  return skills.map(({ name, description, headings }) => ({
    name: [name],
    description: [description],
    headings,
    body: [],
    references: [],
  }));
}
