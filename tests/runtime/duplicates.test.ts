import { beforeAll, describe, expect, it } from 'vitest';
import { type DuplicateOptions, findDuplicates } from '../../runtime/duplicates.js';
import { BruteForceVectors } from '../../runtime/embed/vector-index.js';
import { openIndex } from '../../runtime/open-index.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import type { VectorSection } from '../../schema/embedding.js';
import type { Artifact } from '../../schema/index.types.js';
import { collection, type SampleSkill } from '../helpers/collection.js';
import { codeOf } from '../helpers/skills-repo.js';

const bread: SampleSkill = {
  description: 'Bakes a loaf of sourdough bread in the oven.',
  body: 'Knead the dough. Heat the oven.',
};
let artifact: Artifact;
let index: SkillIndex;
beforeAll(async () => {
  artifact = await collection({
    'a/bake-bread': bread,
    'b/bake-bread': bread,
    'c/bake-bread': {
      ...bread,
      description: 'Bakes a loaf of sourdough bread in an oven. For rolls use roll-dough.',
    },
    'd/bake-bread': { ...bread, body: 'Knead the dough well. Heat the oven.' },
    'e/bake-bread': { ...bread, more: 'status: archived' },
    'roll-dough': 'Rolls dough into rolls of sourdough bread.',
    'trim-wick': 'Trims a candle wick.',
    'z/trim-wick': 'Trims a candle wick.',
  });
  index = await openIndex(artifact);
});

const short = (path: string): string => path.replace('skills/', '');

describe('duplicates', () => {
  it('folds copies first, and compares one of each', async () => {
    const { copies, compared, pairs, threshold, more } = await index.duplicates();
    expect({ copies, compared, threshold, more }).toEqual({
      copies: [
        ['skills/a/bake-bread', 'skills/b/bake-bread'],
        ['skills/trim-wick', 'skills/z/trim-wick'],
      ],
      compared: 5,
      threshold: 0.85,
      more: 0,
    });
    expect(pairs.map(({ a, b }) => `${short(a)} ${short(b)}`)).toEqual([
      'a/bake-bread d/bake-bread',
      'a/bake-bread c/bake-bread',
      'c/bake-bread d/bake-bread',
    ]);
    expect(pairs.map(({ sameBody }) => sameBody)).toEqual([false, true, false]);
  });

  it('gives the cosines of the vectors, best first, with every pair at a low threshold', async () => {
    const { pairs } = await index.duplicates({ threshold: 0.01 });
    const vectors = new BruteForceVectors(artifact.vectors as VectorSection);
    const documentOf = (path: string) => index.skills.findIndex((skill) => skill.path === path);
    for (const { a, b, cosine } of pairs) {
      const [x, y] = [vectors.vector(documentOf(a)), vectors.vector(documentOf(b))];
      const dot = x.reduce((sum, value, i) => sum + value * y[i]!, 0);
      expect(cosine).toBeCloseTo(dot / (Math.hypot(...x) * Math.hypot(...y)), 3);
      expect(a < b).toBe(true);
    }
    expect(pairs.map(({ cosine }) => cosine)).toEqual(
      pairs.map(({ cosine }) => cosine).sort((x, y) => y - x),
    );
    expect(pairs.some(({ b }) => b === 'skills/roll-dough')).toBe(true);
  });

  it('says where one sends to the other', async () => {
    const { pairs } = await index.duplicates({ threshold: 0.3 });
    const between = (a: string) =>
      pairs.find((pair) => short(pair.a) === a && short(pair.b) === 'roll-dough');
    expect(between('c/bake-bread')).toMatchObject({ handsOff: true });
    expect(between('a/bake-bread')).toMatchObject({ handsOff: false });
  });

  it('keeps the nearest up to a limit, and counts the others', async () => {
    const all = await index.duplicates({ threshold: 0.01 });
    for (const limit of [1, 2, all.pairs.length - 1, all.pairs.length, 10_000]) {
      const { pairs, more } = await index.duplicates({ threshold: 0.01, limit });
      expect(pairs).toEqual(all.pairs.slice(0, limit));
      expect(more).toBe(Math.max(0, all.pairs.length - limit));
    }
  });

  it('takes ties by path', async () => {
    const names = ['d', 'b', 'a', 'c'];
    const equal = Object.fromEntries(
      names.map((name) => [`${name}/sing`, { description: 'Sings.', body: name }]),
    );
    const same = await openIndex(await collection(equal));
    const { skills } = same;
    const { vectors, ...rest } = same.artifact;
    const { documents, dims, ...section } = vectors as VectorSection;
    const row = new BruteForceVectors(vectors as VectorSection).vector(0);
    expect(row.some((value) => value !== 0)).toBe(true);
    const one = Buffer.from(section.vectors, 'base64').subarray(0, (dims * 7) / 8);
    const copied = Buffer.concat(Array.from({ length: documents }, () => one)).toString('base64');
    const equals = { ...rest, vectors: { ...section, documents, dims, vectors: copied } } as Artifact;
    const { pairs } = await (await openIndex(equals)).duplicates({ threshold: 1 });
    expect(pairs.map(({ a, b, cosine }) => [short(a)[0], short(b)[0], cosine].join(' '))).toEqual([
      'a b 1',
      'a c 1',
      'a d 1',
      'b c 1',
      'b d 1',
      'c d 1',
    ]);
    expect(skills).toHaveLength(4);
  });

  it('needs vectors, and says how to have them', async () => {
    const none = await openIndex(await collection({ one: 'Sings.' }, { embedder: 'none' }));
    await expect(none.duplicates()).rejects.toMatchObject({
      code: 'no-vectors',
      hint: expect.stringContaining('`embedder`'),
    });
    const broken = { ...artifact, vectors: { ...(artifact.vectors as object), documents: 2 } } as Artifact;
    expect(await codeOf((await openIndex(broken)).duplicates())).toBe('artifact-broken');
  });

  it.each<[object]>([
    [{ threshold: 0 }],
    [{ threshold: -0.5 }],
    [{ threshold: 1.01 }],
    [{ threshold: Number.NaN }],
    [{ threshold: '0.9' }],
    [{ threshold: null }],
    [{ limit: 0 }],
    [{ limit: 10_001 }],
    [{ limit: 2.5 }],
    [null as unknown as object],
  ])('refuses %j', async (options) => {
    expect(await codeOf(index.duplicates(options as DuplicateOptions))).toBe('bad-option');
  });

  it('compares 4,000 skills within seconds, and holds few of their many pairs', async () => {
    const { skills } = index;
    const section = artifact.vectors as VectorSection;
    const bytes = Buffer.from(section.vectors, 'base64');
    const times = 500;
    const many = Array.from({ length: times }, (_, i) =>
      skills.map((skill) => ({ ...skill, path: `${skill.path}-${i}`, name: `${skill.name}-${i}` })),
    ).flat();
    const vectors = {
      ...section,
      documents: many.length,
      vectors: Buffer.concat(Array.from({ length: times }, () => bytes)).toString('base64'),
    };
    const start = performance.now();
    const { pairs, more } = findDuplicates(
      { skills: many, vectors, handsOff: () => false },
      { threshold: 0.99, limit: 5 },
    );
    // Some 0.3 seconds; without SIMD some 2.
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(pairs).toHaveLength(5);
    expect(more).toBeGreaterThan(500_000);
  });
});
