import { describe, expect, it } from 'vitest';
import { noEmbedder } from '../../../runtime/embed/none.js';
import { openIndex } from '../../../runtime/open-index.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import type { RerankCandidate, SearchOptions } from '../../../runtime/types.js';
import { DEFAULT_PROFILE } from '../../../schema/profile.js';
import { collection, gated } from '../../helpers/collection.js';
import { codeOf } from '../../helpers/skills-repo.js';

async function names(index: SkillIndex, query: string, options?: SearchOptions): Promise<string[]> {
  return (await index.search(query, options)).results.map(({ name }) => name);
}

async function partsOf(index: SkillIndex, query: string, name: string): Promise<Record<string, number>> {
  const { results } = await index.search(query, { verbose: true });
  const { parts } = results.find((result) => result.name === name)!;
  return Object.fromEntries(parts!.map(({ field, score }) => [field, score]));
}

describe('the parts of a score', () => {
  it('add up to it, each with its terms', async () => {
    const index = await openIndex(
      await collection(
        {
          'trim-wick': { description: 'Trims a candle wick.', more: 'triggers: [trim the wick]\nkind: rule' },
          'melt-wax': 'Melts wax for a candle.',
          'bake-bread': 'Bakes bread.',
        },
        { synonyms: { taper: ['candle'] } },
      ),
    );
    const [first] = (await index.search('trim the wick of a taper', { verbose: true })).results;
    expect(first!.name).toBe('trim-wick');
    expect(first!.parts!.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(first!.score, 4);
    const terms = Object.fromEntries(first!.parts!.map(({ field, terms }) => [field, terms]));
    expect(terms).toEqual({
      name: ['trim', 'wick'],
      description: ['trim', 'wick'],
      headings: [],
      body: [],
      references: [],
      semantic: [],
      trigger: ['trim', 'wick'],
      rule: [],
    });
    const [other] = (await index.search('taper', { verbose: true })).results;
    expect(other!.parts!.find(({ field }) => field === 'description')!.terms).toEqual(['candl (taper)']);
  });

  it('give a trigger that the query holds as a whole its share of the query', async () => {
    const skills = (triggers: string) => ({
      left: { description: 'Left.', more: `triggers: [${triggers}]` },
      right: 'Right.',
    });
    const query = 'please trim the wick now';
    const whole = await openIndex(await collection(skills('trim wick')));
    expect((await partsOf(whole, query, 'left')).trigger).toBeGreaterThan(0.04);
    const other = await openIndex(await collection(skills('wick trim')));
    expect(await partsOf(other, query, 'left')).not.toHaveProperty('trigger');
    const two = await openIndex(await collection(skills('trim wick, wick')));
    expect((await partsOf(two, query, 'left')).trigger).toBe((await partsOf(whole, query, 'left')).trigger);
  });

  it('count a synonym for 0.4 of the word itself', async () => {
    const skills = { left: 'Handles a candle.', right: 'Handles a loom.', far: 'Sings.' };
    const artifact = await collection(skills, { synonyms: { taper: ['candle'], frame: ['loom'] } });
    const index = await openIndex(artifact, { embedder: noEmbedder });
    const byWord = await index.search('candle loom', { verbose: true });
    const bySynonym = await index.search('taper loom', { verbose: true });
    const scoreOf = (answer: typeof byWord, name: string) =>
      answer.results.find((result) => result.name === name)!.score;
    expect(bySynonym.results.map(({ name }) => name)).toEqual(['right', 'left']);
    // Of one and the same query, the one word against the other: both are as rare.
    expect(scoreOf(bySynonym, 'left') / scoreOf(bySynonym, 'right')).toBeCloseTo(0.4, 4);
    const none = { ...DEFAULT_PROFILE, synonym: 0 };
    const without = await openIndex(artifact, { embedder: noEmbedder, profile: none });
    expect(await names(without, 'taper loom')).toEqual(['right']);
  });

  it('find by a synonym of a word that says nothing itself', async () => {
    const index = await openIndex(
      await collection({ left: 'Handles a candle.', right: 'Sings.' }, { synonyms: { c: ['candle'] } }),
      { embedder: noEmbedder },
    );
    const { results } = await index.search('c');
    expect(results.map(({ name }) => name)).toEqual(['left']);
    expect(results[0]!.score).toBeGreaterThan(0);
    expect((await index.search('d')).rejected?.reason).toBe('no-terms');
  });
});

describe('a rule', () => {
  const skills = (kind: string) => ({
    first: { description: 'Trims a candle wick.', more: kind },
    second: 'Trims a candle wick.',
    third: 'Sings.',
  });

  it('loses 0.15 of its score in the ranking, and the gate does not see it', async () => {
    const open = async (kind: string) => openIndex(await collection(skills(kind), { embedder: 'none' }));
    const [rule, plain] = [await open('kind: rule'), await open('author: me')];
    const query = 'trim a candle wick';
    expect(await names(rule, query)).toEqual(['second', 'first']);
    expect(await names(plain, query)).toEqual(['first', 'second']);
    const [asRule, asSkill] = [
      await rule.search(query, { verbose: true }),
      await plain.search(query, { verbose: true }),
    ];
    expect(asRule.results[1]!.score / asSkill.results[0]!.score).toBeCloseTo(0.85, 4);
    expect(asRule.gate).toEqual(asSkill.gate);
    expect(asRule.gate!.signals.description).toBeGreaterThan(0);
  });
});

describe('meaning', () => {
  const skills = {
    'bake-bread': 'Bakes a loaf of sourdough bread in the oven.',
    'git-commit': 'Writes a commit message.',
    'trim-wick': 'Trims a candle wick.',
  };

  it('finds a skill that has none of the words of the query', async () => {
    const artifact = await collection(skills);
    const query = 'wheat flour yeast';
    expect(await names(await openIndex(artifact, { embedder: noEmbedder }), query)).toEqual([]);
    const index = await openIndex(artifact);
    const { results, gate } = await index.search(query, { verbose: true });
    expect(results.map(({ name }) => name)).toEqual(['bake-bread']);
    const parts = results[0]!.parts!.filter(({ score }) => score !== 0);
    expect(parts.map(({ field }) => field)).toEqual(['semantic']);
    expect(gate!.signals).toMatchObject({ description: 0, fields: 0 });
    expect(gate!.signals.cosine).toBeGreaterThan(0.35);
  });

  it('does not answer a query of stop words, near as it may be', async () => {
    const index = await openIndex(await collection({ ...skills, ask: 'How do I do this with it.' }));
    const query = 'how do I do this';
    const { results, rejected, gate } = await index.search(query, { gate: false, verbose: true });
    expect(gate!.signals.cosine).toBeGreaterThan(0.35);
    expect({ results, reason: rejected?.reason }).toEqual({ results: [], reason: 'no-terms' });
    expect((await index.explain(query, 'ask')).skill.rank).toBeNull();
    expect(await names(index, 'ask')).toEqual(['ask']);
  });

  it('says nothing to a query in a script that the model does not know', async () => {
    const index = await openIndex(await collection(skills));
    expect((await index.search('烤面包')).rejected?.reason).toBe('no-match');
  });
});

describe('fusion', () => {
  /** The words are for the first two, the meaning is for the third one. */
  const skills = {
    'count-yeast': 'Counts yeast in a ledger of railway tariffs.',
    'tax-yeast': 'Counts taxes, customs and the law of the railway, of which there are many, and yeast.',
    'bake-bread': 'Bakes a loaf of sourdough bread in the oven.',
    sing: 'Sings.',
  };

  it('rrf puts skills in order by the places that words and meaning give', async () => {
    const index = await openIndex(await collection(skills));
    const query = 'wheat flour yeast';
    const read = async (fusion: 'sum' | 'rrf') =>
      (await index.search(query, { fusion, verbose: true })).results;
    const [sum, rrf] = [await read('sum'), await read('rrf')];
    const part = (name: string, fields: readonly string[]): number =>
      sum
        .find((result) => result.name === name)!
        .parts!.filter(({ field }) => fields.includes(field))
        .reduce((total, { score }) => total + score, 0);
    const placesBy = (fields: readonly string[]): string[] =>
      sum
        .map(({ name }) => name)
        .filter((name) => part(name, fields) > 0)
        .sort((a, b) => part(b, fields) - part(a, fields));
    const byWords = placesBy(['name', 'description', 'headings', 'body', 'references']);
    const byMeaning = placesBy(['semantic']);
    expect(byWords).not.toEqual(byMeaning);
    const scoreOf = (name: string): number =>
      [byWords, byMeaning].reduce((total, places) => {
        const place = places.indexOf(name);
        return total + (place === -1 ? 0 : 61 / (61 + place) / 2);
      }, 0);
    expect(rrf.map(({ score }) => score)).toEqual(
      rrf.map(({ name }) => expect.closeTo(scoreOf(name), 5) as unknown as number),
    );
    expect([...rrf].sort((a, b) => b.score - a.score)).toEqual(rrf);
    expect(rrf.map(({ name }) => name).sort()).toEqual(sum.map(({ name }) => name).sort());
  });
});

describe('the gate', () => {
  const skills = { 'trim-wick': 'Trims a candle wick.', 'melt-wax': 'Melts candle wax.', far: 'Sings.' };

  it('rejects with the nearest miss, lets pass where told, and leaves a name alone', async () => {
    const index = await openIndex(gated(await collection(skills), 9, { description: 1 }));
    const { results, rejected, gate } = await index.search('candle wick', { verbose: true });
    expect(results).toEqual([]);
    expect(rejected).toMatchObject({
      reason: 'no-fit',
      nearest: { name: 'trim-wick', path: 'skills/trim-wick', description: 'Trims a candle wick.' },
    });
    expect(gate).toMatchObject({ accepted: false, method: 'logistic', threshold: 9 });
    expect(gate!.logOdds).toBeCloseTo(gate!.signals.description, 3);
    const open = await index.search('candle wick', { gate: false, verbose: true });
    expect(open.results.map(({ name }) => name)).toEqual(['trim-wick', 'melt-wax']);
    expect(open).toMatchObject({ rejected: null, gate: { accepted: false } });
    const named = await index.search('trim-wick');
    expect(named).toMatchObject({ rejected: null, results: [{ name: 'trim-wick', exact: true }] });
    expect(named.results).toHaveLength(1);
  });

  it('accepts from the threshold on', async () => {
    const artifact = await collection(skills);
    const open = await openIndex(gated(artifact, 0, { description: 1 }));
    const { signals } = (await open.search('candle', { verbose: true })).gate!;
    for (const [threshold, expected] of [
      [signals.description - 0.001, 2],
      [signals.description + 0.001, 0],
    ] as const) {
      const index = await openIndex(gated(artifact, threshold, { description: 1 }));
      expect(await names(index, 'candle')).toHaveLength(expected);
    }
  });

  it('judges by the skills that a filter leaves, and says where only others fit', async () => {
    const tagged = {
      'trim-wick': { description: 'Trims a candle wick.', more: 'tags: [light]' },
      'melt-wax': { description: 'Melts wax for candles, soap, skis and seals.', more: 'tags: [heat]' },
      far: 'Sings.',
    };
    const artifact = await collection(tagged);
    const { signals } = (await (await openIndex(artifact)).search('candle wick', { verbose: true })).gate!;
    const index = await openIndex(gated(artifact, signals.description - 0.01, { description: 1 }));
    expect(await names(index, 'candle wick', { tags: ['light'] })).toEqual(['trim-wick']);
    const { results, rejected } = await index.search('candle wick', { tags: ['heat'] });
    expect(results).toEqual([]);
    expect(rejected).toMatchObject({ reason: 'filtered', nearest: { name: 'trim-wick' } });
    expect(rejected!.message).toContain('tags heat');
    expect((await index.search('zzzz', { tags: ['light'] })).rejected?.reason).toBe('no-match');
  });
});

describe('the filter `current`', () => {
  it('leaves out what is deprecated or expired, of searches and lists', async () => {
    const artifact = await collection({
      fine: 'Trims a candle wick.',
      gone: { description: 'Trims a candle wick.', more: 'status: deprecated' },
      late: { description: 'Trims a candle wick.', more: 'created: 2024-01-01\nttl-days: 30' },
      stale: { description: 'Trims a candle wick.', more: 'status: stale' },
    });
    const index = await openIndex(artifact, { now: () => Date.UTC(2025, 0, 1) });
    const found = async (one: SkillIndex, options?: SearchOptions) =>
      (await names(one, 'wick', options)).sort();
    expect(await found(index)).toEqual(['fine', 'gone', 'late', 'stale']);
    expect(await found(index, { current: true })).toEqual(['fine', 'stale']);
    expect(await names(index, 'gone')).toContain('gone');
    expect(await names(index, 'gone', { current: true })).not.toContain('gone');
    expect(index.list({ current: true }).map(({ name }) => name)).toEqual(['fine', 'stale']);
    const early = await openIndex(artifact, { now: () => Date.UTC(2024, 0, 2) });
    expect(await found(early, { current: true })).toEqual(['fine', 'late', 'stale']);
    const { rejected } = await index.search('wick', { current: true, status: 'deprecated' });
    expect(rejected).toMatchObject({ reason: 'filtered' });
    expect(rejected!.message).toContain('neither deprecated nor expired');
  });
});

describe('the rerank hook', () => {
  const skills = { 'a-wick': 'Trims a wick.', 'b-wick': 'Trims a wick.', 'c-wick': 'Trims a wick.' };

  it('gets the query and the candidates, and orders them, but not before a name', async () => {
    const index = await openIndex(await collection(skills));
    const seen: unknown[] = [];
    const rerank = async (query: string, candidates: readonly RerankCandidate[]) => {
      seen.push(query, candidates[0]);
      return Float32Array.from(candidates, ({ name }) => name.charCodeAt(0)) as unknown as number[];
    };
    expect(await names(index, 'wick', { rerank, limit: 2 })).toEqual(['c-wick', 'b-wick']);
    expect(seen).toEqual([
      'wick',
      { path: 'skills/a-wick', name: 'a-wick', description: 'Trims a wick.', score: expect.any(Number) },
    ]);
    expect(await names(index, 'b-wick', { rerank })).toEqual(['b-wick', 'c-wick', 'a-wick']);
    expect(await names(index, 'wick', { rerank: (_, all) => all.map(() => 1) })).toEqual(Object.keys(skills));
  });

  it('is not asked where there is nothing', async () => {
    const index = await openIndex(await collection(skills));
    const rerank = () => {
      throw new Error('asked');
    };
    expect(await names(index, 'zzzz', { rerank })).toEqual([]);
    await expect(index.search('wick', { rerank })).rejects.toThrow('asked');
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['too few', [1, 2]],
    ['too many', [1, 2, 3, 4]],
    ['no numbers', ['3', '2', '1']],
    ['not a number', [1, Number.NaN, 2]],
    ['an infinite one', [1, Number.POSITIVE_INFINITY, 2]],
    ['a list with holes', new Array(3)],
    ['an object', { 0: 1, 1: 2, 2: 3, length: 3 }],
  ])('that gives %s is refused', async (_, scores) => {
    const index = await openIndex(await collection(skills));
    expect(await codeOf(index.search('wick', { rerank: () => scores as number[] }))).toBe('rerank-broken');
    expect(await names(index, 'wick')).toHaveLength(3);
  });
});
