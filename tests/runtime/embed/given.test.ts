import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedding } from '../../../runtime/embed/embedder.js';
import { loadPackagedModel } from '../../../runtime/embed/model-folder.js';
import { openIndex } from '../../../runtime/open-index.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { skillText, tempFolder } from '../../helpers/git-repo.js';
import { buildInto, codeOf } from '../../helpers/skills-repo.js';

const temp = tempFolder();
const out = join(temp.dir, 'out');
beforeAll(async () => {
  for (const name of ['bake-bread', 'trim-wick']) {
    mkdirSync(join(temp.dir, 'skills', name), { recursive: true });
    writeFileSync(join(temp.dir, 'skills', name, 'SKILL.md'), skillText(name));
  }
  await buildInto({ repo: temp.dir, out });
});
afterAll(() => temp.dispose());

const model = loadPackagedModel();
const { fingerprint } = model;
const embed = model.embed;

/** The code that a search ends with, opened with options that types would not let pass. */
async function searchCode(options: object): Promise<string> {
  const index = await openIndex(out, options as never);
  const code = await codeOf(index.search('bake bread'));
  expect(await codeOf(index.explain('bake bread', 'bake-bread'))).toBe(code);
  return code;
}

const notEmbedders: readonly (readonly [name: string, value: unknown])[] = [
  ['a list', []],
  ['a text', 'none'],
  ['a number', 5],
  ['a switch', true],
  ['an empty object', {}],
  ['an object with an id', { id: 'x', embed }],
  ['no function', { fingerprint, embed: 5 }],
  ['no fingerprint', { fingerprint: null, embed }],
  ...Object.keys(fingerprint).map(
    (key) => [`no ${key}`, { fingerprint: { ...fingerprint, [key]: undefined }, embed }] as const,
  ),
  ['dimensions that are no number', { fingerprint: { ...fingerprint, dims: Number.NaN }, embed }],
];

describe('an embedder of another shape', () => {
  it.each(notEmbedders)('is refused at the door: %s', async (_, embedder) => {
    const opening = openIndex(out, { embedder } as never);
    await expect(opening).rejects.toMatchObject({
      code: 'bad-option',
      hint: expect.stringContaining('`fingerprint` and `embed`'),
    });
  });

  it.each([...notEmbedders, ['nothing', undefined] as const])(
    'is refused where a function gives it: %s',
    async (_, embedder) => {
      expect(await searchCode({ embedder: () => embedder })).toBe('bad-option');
      expect(await searchCode({ embedder: async () => embedder })).toBe('bad-option');
    },
  );

  it('is refused where it is null, and options where they are none; undefined is none given', async () => {
    for (const options of [{ embedder: null }, null, 5])
      expect(await codeOf(openIndex(out, options as never))).toBe('bad-option');
    const index = await openIndex(out, { embedder: undefined, vectorIndex: undefined } as never);
    expect((await index.search('bake bread')).notices).toEqual([]);
  });
});

const unit = (): Float32Array => Float32Array.from({ length: 256 }, (_, i) => (i === 0 ? 1 : 0));
const all = (vector: unknown, coverage: unknown = 1) => [
  { vector, coverage },
  { vector, coverage },
];
const answers: readonly (readonly [name: string, answer: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'vectors'],
  ['fewer vectors', [{ vector: unit(), coverage: 1 }]],
  ['no vectors', []],
  ['more vectors', [...all(unit()), ...all(unit())]],
  ['holes', [null, undefined]],
  ['bare vectors', [unit(), unit()]],
  ['other dimensions', all(unit().subarray(0, 128))],
  ['a list of numbers', all([...unit()])],
  ['no number', all(unit().fill(Number.NaN, 3, 4))],
  ['no end', all(unit().fill(Infinity, 3, 4))],
  ['another length', all(unit().fill(2))],
  ['no coverage', all(unit(), null)],
  ['too much coverage', all(unit(), 1.5)],
  ['a coverage that is no number', all(unit(), Number.NaN)],
];

describe('an embedder that breaks its promise', () => {
  it.each(answers)('ends the search, now or later: %s', async (_, answer) => {
    expect(await searchCode({ embedder: { fingerprint, embed: () => answer } })).toBe('embedder-broken');
    expect(await searchCode({ embedder: { fingerprint, embed: async () => answer } })).toBe(
      'embedder-broken',
    );
  });

  it('is named where it throws, and an error with advice stays what it is', async () => {
    const fails = (error: unknown) => () => {
      throw error;
    };
    for (const error of [new TypeError('a fault'), 'a fault']) {
      for (const embedder of [
        { fingerprint, embed: fails(error) },
        { fingerprint, embed: async () => fails(error)() },
        fails(error),
      ]) {
        expect(await searchCode({ embedder })).toBe('embedder-broken');
        const index = await openIndex(out, { embedder } as never);
        await expect(index.search('bread')).rejects.toThrow('a fault');
      }
    }
    const advice = new SkillgraftError('model-asleep', 'It sleeps.', 'Wake it.');
    expect(await searchCode({ embedder: { fingerprint, embed: fails(advice) } })).toBe('model-asleep');
  });

  it('is asked again by the next search', async () => {
    let isBroken = true;
    const embedder = {
      fingerprint,
      embed: (texts: readonly string[]): readonly Embedding[] => (isBroken ? [] : model.embed(texts)),
    };
    const index = await openIndex(out, { embedder });
    expect(await codeOf(index.search('bread'))).toBe('embedder-broken');
    isBroken = false;
    expect((await index.search('bread')).results[0]?.name).toBe('bake-bread');
  });
});

describe('an index in place of the exact scan', () => {
  it.each(['exact', {}, [], 5, null])('is refused where it is no function: %j', async (vectorIndex) =>
    expect(await codeOf(openIndex(out, { vectorIndex } as never))).toBe('bad-option'),
  );

  it.each([undefined, null, {}, [], 'index', { scores: 5 }])(
    'is refused where the function gives none: %j',
    async (given) => {
      expect(await searchCode({ vectorIndex: () => given })).toBe('bad-option');
      expect(await searchCode({ vectorIndex: async () => given })).toBe('bad-option');
    },
  );

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a number', 2],
    ['fewer', Float32Array.of(1)],
    ['more', Float32Array.of(1, 0, 0)],
    ['no number', Float32Array.of(1, Number.NaN)],
    ['no end', Float64Array.of(1, Infinity)],
    ['texts', ['1', '0']],
    ['later', Promise.resolve(Float32Array.of(1, 0))],
  ])('ends the search where its scores are amiss: %s', async (_, scores) =>
    expect(await searchCode({ vectorIndex: () => ({ scores: () => scores }) })).toBe('vector-index-broken'),
  );

  it('ends the search where it throws', async () => {
    const fails = () => {
      throw new RangeError('a fault');
    };
    expect(await searchCode({ vectorIndex: fails })).toBe('vector-index-broken');
    expect(await searchCode({ vectorIndex: () => ({ scores: fails }) })).toBe('vector-index-broken');
  });
});
