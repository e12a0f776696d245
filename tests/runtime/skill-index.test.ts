import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../runtime/open-index.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import { BINARY, ODD_TEXT, type SampleRepo, sampleRepo } from '../helpers/sample-repo.js';

let sample: SampleRepo;
let index: SkillIndex;

beforeAll(async () => {
  sample = await sampleRepo();
  index = await openIndex(sample.out);
});
afterAll(() => sample.dispose());

describe('get', () => {
  it('gives what the index holds', async () => {
    const skill = await index.get('clip-wick');
    expect(skill).toMatchObject({
      path: 'skills/clip-wick',
      name: 'clip-wick',
      displayName: 'Wicks',
      version: 3,
      tags: ['candle', 'blade'],
      uri: 'skill://clip-wick/SKILL.md',
      commit: sample.commits[3],
      created: '2024-01-01T12:00:00Z',
      updated: '2024-01-03T12:00:00Z',
      lineage: ['skills/trim-wick@1', 'skills/clip-wick@3'],
      body: 'Cut the wick.\nWipe the blade.\nSweep the table.\nLight it.\n',
      notices: [],
    });
    expect(skill.files.map(({ path }) => path)).toEqual(['SKILL.md', 'data/blob.bin', 'tips.md']);
  });

  it('says so where a name is a former one, or one of several', async () => {
    expect((await index.get('trim-wick')).notices.map(({ code }) => code)).toEqual(['renamed']);
    const { path, notices } = await index.get('pack-bag');
    expect({ path, codes: notices.map(({ code }) => code) }).toEqual({
      path: 'skills/north/pack-bag',
      codes: ['name-ambiguous'],
    });
    expect(notices[0]!.message).toContain('skills/south/pack-bag');
  });

  it('refuses an unknown name with the nearest ones, and one that failed with the reason', async () => {
    await expect(index.get('clip-wik')).rejects.toMatchObject({
      code: 'skill-unknown',
      hint: 'Did you mean clip-wick?',
    });
    for (const word of ['bad', 'skills/bad', 'skills/bad/SKILL.md', 'skill://bad/SKILL.md']) {
      await expect(index.get(word)).rejects.toMatchObject({
        code: 'skill-failed',
        message: expect.stringContaining('yaml-'),
      });
    }
    await expect(index.get('')).rejects.toMatchObject({ code: 'skill-unknown' });
    await expect(index.get('x'.repeat(100_000))).rejects.toMatchObject({ code: 'skill-unknown' });
  });

  it('keeps odd characters of a body', async () => {
    expect((await index.get('odd-text')).body).toBe(`${ODD_TEXT}\n`);
  });
});

describe('file', () => {
  it('gives bytes, and text where they are text', async () => {
    expect(await index.file('clip-wick', 'tips.md')).toMatchObject({
      text: 'Use a very sharp blade.\n',
      size: 24,
    });
    const binary = await index.file('clip-wick', 'data/blob.bin');
    expect(binary.text).toBeNull();
    expect(Buffer.from(binary.bytes)).toEqual(Buffer.from(BINARY));
  });

  it('takes ./, a URI, and an older version under its former name', async () => {
    for (const path of ['./tips.md', 'skill://clip-wick/tips.md']) {
      expect((await index.file('clip-wick', path)).path).toBe('tips.md');
    }
    expect((await index.file('trim-wick', 'tips.md', { version: '1' })).text).toBe('Use a sharp blade.\n');
  });

  it.each(['nope.md', '../north/pack-bag/SKILL.md', '/etc/hosts', '', 'data', '__proto__'])(
    'refuses %j, naming those there are',
    async (path) => {
      const refused = index.file('clip-wick', path);
      await expect(refused).rejects.toMatchObject({
        code: 'file-unknown',
        hint: 'It has SKILL.md, data/blob.bin, tips.md.',
      });
    },
  );
});

describe('list and search', () => {
  it('leaves archived skills out unless they are asked for', async () => {
    const paths = (skills: readonly { path: string }[]) => skills.map(({ path }) => path);
    expect(paths(index.list())).not.toContain('skills/old-loom');
    expect(paths(index.list({ status: 'archived' }))).toEqual(['skills/old-loom']);
    expect(paths((await index.search('weaves cloth')).results)).toEqual([]);
    expect((await index.search('weaves cloth')).rejected?.reason).toBe('filtered');
  });

  it('takes skills of a repository with those for every one, whatever the case', async () => {
    const repos = (repo: string) => new Set(index.list({ repo }).map((skill) => skill.repo));
    expect(repos('web')).toEqual(new Set(['global', 'Web']));
    expect(repos('WEB')).toEqual(new Set(['global', 'Web']));
    expect(repos('else')).toEqual(new Set(['global']));
  });

  it('marks what has outlived its time', async () => {
    const at = (now: string) => openIndex(sample.out, { now: () => Date.parse(now) });
    expect((await (await at('2024-01-20')).get('old-lamp')).expired).toBe(false);
    expect((await (await at('2024-03-01')).get('old-lamp')).expired).toBe(true);
  });

  it.each(['clip-wick', 'skills/clip-wick', 'skill://clip-wick/SKILL.md', ' clip-wick '])(
    '%j as a query puts that skill first',
    async (query) => {
      expect((await index.search(query)).results[0]).toMatchObject({ path: 'skills/clip-wick', exact: true });
    },
  );

  it('puts the skill that had the name before first, without calling it exact', async () => {
    const [first] = (await index.search('trim-wick')).results;
    expect(first).toMatchObject({ path: 'skills/clip-wick', formerly: ['skills/trim-wick'] });
    expect(first).not.toHaveProperty('exact');
  });

  it.each([0, -5, 51, 2.9, Number.NaN, Number.POSITIVE_INFINITY, '3', null])(
    'refuses limit %j',
    async (limit) => {
      const query = 'packs caches';
      await expect(index.search(query, { limit: limit as number })).rejects.toMatchObject({
        code: 'bad-option',
      });
      expect((await index.search(query, { limit: 2 })).results).toHaveLength(2);
    },
  );

  it.each([
    [null, {}],
    ['wick', { tags: 'x' }],
    ['wick', { tags: [1] }],
    ['wick', { repo: 5 }],
  ])('refuses the query %j with options %j', async (query, options) => {
    await expect(index.search(query as string, options as object)).rejects.toMatchObject({
      code: 'bad-option',
    });
  });

  it('explains a score: the parts add up, and name the terms', async () => {
    const { results } = await index.search('candle blade', { verbose: true });
    const { parts, score } = results[0]!;
    expect(parts!.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 5);
    expect(new Set(parts!.flatMap(({ terms }) => terms)).size).toBe(2);
    expect((await index.search('candle blade')).results[0]).not.toHaveProperty('parts');
    expect((await index.search('candle blade', { verbose: true })).results).toEqual(results);
  });

  it('cuts a query of 100,000 characters, and says so', async () => {
    const answer = await index.search(`candle ${'x'.repeat(100_000)}`);
    expect(answer.results[0]?.path).toBe('skills/clip-wick');
    expect(answer.notices.map(({ code }) => code)).toEqual(['query-cut']);
    expect([...answer.query].length).toBeLessThanOrEqual(200);
  });

  it.each([
    ['', 'empty-query'],
    [' \n', 'empty-query'],
    ['?!', 'no-terms'],
    ['zzzz', 'no-match'],
  ])('%j has no result: %s', async (query, reason) => {
    expect(await index.search(query)).toMatchObject({ results: [], rejected: { reason } });
  });
});
