import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { noEmbedder } from '../../../runtime/embed/none.js';
import { openIndex } from '../../../runtime/open-index.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import type { Artifact } from '../../../schema/index.types.js';
import { buildInto, builtCase, caseRepository } from '../../helpers/built-case.js';
import { getCase, haveCases } from '../../helpers/cases.js';

/** Left out: the neighbours of search-13 (there is no graph expansion). */
const disposals: (() => void)[] = [];
afterEach(() => {
  for (const dispose of disposals.splice(0)) dispose();
});

async function open(id: string): Promise<SkillIndex> {
  const { index, dispose } = await builtCase(id);
  disposals.push(dispose);
  return index;
}

async function names(index: SkillIndex, query: string): Promise<string[]> {
  return (await index.search(query)).results.map((result) => result.name);
}

function queryOf(id: string): string {
  return (getCase(id) as unknown as { query: string }).query;
}

describe.skipIf(!haveCases)('search rows of the shared cases', () => {
  it.each([
    ['search-02', 'slide-export'],
    ['search-03', 'tide-table'],
    ['search-09', 'file-swap'],
    ['search-10', 'kit-setup'],
    ['search-11', 'ticket-read'],
    ['search-13', 'dye-wool'],
    ['search-18', 'kiln-timer'],
  ])('%s: the first hit is %s, once, with the best score', async (id, first) => {
    const { results } = await (await open(id)).search(queryOf(id));
    expect(results[0]?.name).toBe(first);
    expect(results.filter(({ name }) => name === first)).toHaveLength(1);
    for (const { score } of results.slice(1)) expect(score).toBeLessThan(results[0]!.score);
    expect(results[0]!.score).toBeGreaterThan(0);
    expect(results[0]!.score).toBeLessThanOrEqual(1);
  });

  it('search-03: a perfect hit is first by words, by both, and by places', async () => {
    const { repo, dispose } = await caseRepository('search-03');
    disposals.push(dispose);
    const { out } = await buildInto(repo);
    for (const embedder of [noEmbedder, undefined]) {
      const index = await openIndex(out, embedder === undefined ? {} : { embedder });
      for (const fusion of ['sum', 'rrf'] as const) {
        const { results } = await index.search(queryOf('search-03'), { fusion });
        expect(results[0]?.name).toBe('tide-table');
      }
    }
  });

  it('staleness-06: an edited skill has another vector after the next build', async () => {
    const { repo, commit, dispose } = await caseRepository('staleness-06', 1);
    disposals.push(dispose);
    const semanticOf = async (): Promise<number> => {
      const { out } = await buildInto(repo);
      const { results } = await (await openIndex(out)).search('large gong', { gate: false, verbose: true });
      return results[0]!.parts!.find(({ field }) => field === 'semantic')!.score;
    };
    const before = await semanticOf();
    commit(1);
    expect(await semanticOf()).toBeGreaterThan(before * 1.05);
  });

  it('staleness-07: vectors of another recipe are not compared, with one notice', async () => {
    const { repo, dispose } = await caseRepository('staleness-07');
    disposals.push(dispose);
    const { out } = await buildInto(repo);
    const text = readFileSync(join(out, 'index.json'), 'utf8');
    expect(text).toContain('"recipe":"static-v1"');
    const artifact = JSON.parse(text.replace('"recipe":"static-v1"', '"recipe":"static-v0"')) as Artifact;
    const index = await openIndex(artifact);
    const { results, notices } = await index.search('brass bell', { gate: false, verbose: true });
    expect(results[0]!.name).toBe('bell-ring');
    expect(results[0]!.parts!.find(({ field }) => field === 'semantic')!.score).toBe(0);
    expect(notices.map(({ code }) => code)).toEqual(['embedder-missing']);
    expect((await index.search('brass bell')).notices).toEqual([]);
  });

  it.each([
    ['search-06', 'log-chart'],
    ['search-08', 'memo-find'],
    ['search-12', 'tree-walk'],
    ['search-14', 'js-keys'],
  ])('%s: the only hit is %s', async (id, only) => {
    const { results } = await (await open(id)).search(queryOf(id));
    expect(results.map(({ name }) => name)).toEqual([only]);
    expect(Number.isFinite(results[0]!.score)).toBe(true);
  });

  it.each([
    ['search-04', 'no-match'],
    ['search-16', 'no-terms'],
  ])('%s: no hit, no error, and the reason is %s', async (id, reason) => {
    const { results, rejected } = await (await open(id)).search(queryOf(id));
    expect(results).toEqual([]);
    expect(rejected?.reason).toBe(reason);
    expect(rejected?.message).not.toBe('');
  });

  it('search-08: lower case gives the same answer', async () => {
    const index = await open('search-08');
    const strip = async (query: string) => (await index.search(query)).results;
    expect(await strip('rfc-0173')).toEqual(await strip('RFC-0173'));
  });

  it('search-09: a part between underscores finds it', async () => {
    expect(await names(await open('search-09'), 'rename toml')).toEqual(['file-swap']);
  });

  it('search-12: NFC and NFD give the same answer', async () => {
    const index = await open('search-12');
    expect((await index.search('for\u00eat')).results).toEqual((await index.search('fore\u0302t')).results);
  });

  it('search-14: keys of Object.prototype that no text has find nothing', async () => {
    expect(await names(await open('search-14'), 'hasOwnProperty valueOf')).toEqual([]);
  });

  it('search-18: the long query is named in short', async () => {
    const { query } = await (await open('search-18')).search(queryOf('search-18'));
    expect([...query].length).toBeLessThanOrEqual(200);
    expect(query).toMatch(/^kiln timer .*…$/);
  });

  it('search-19: a lone surrogate in the query throws nothing and comes back well-formed', async () => {
    const index = await open('search-19');
    const answer = await index.search('kiln\ud800timer');
    expect(answer.results[0]?.name).toBe('kiln-timer');
    expect(answer.query.isWellFormed()).toBe(true);
    expect((await index.search(queryOf('search-19'))).results[0]?.name).toBe('kiln-timer');
  });

  it('limits-06: a listing budget does not touch the search', async () => {
    const { results } = await (await open('limits-06')).search('tea');
    expect(results.map(({ name, description }) => ({ name, description }))).toEqual([
      { name: 'tea-pot', description: 'Brews a pot of tea.' },
    ]);
  });

  it('naming-03: the second of two equal names is found, and told apart by its path', async () => {
    const { results } = await (await open('naming-03')).search('candle drips');
    expect(results.map(({ path }) => path)).toEqual(['skills/wax/seal-box']);
  });

  it('git-04: the former name finds the skill, marked', async () => {
    const { results } = await (await open('git-04')).search('wick-trim');
    expect(results[0]).toMatchObject({ path: 'skills/wick-clip', formerly: ['skills/wick-trim'] });
    expect(results.map(({ path }) => path)).not.toContain('skills/wick-trim');
  });

  it('naming-12: tags named as keys of Object.prototype are only tags', async () => {
    const index = await open('naming-12');
    const tagsOf = async (name: string) => (await index.get(name)).tags;
    expect([...(await tagsOf('odd-tags'))].sort()).toEqual(['__proto__', 'constructor', 'toString']);
    expect(await tagsOf('no-tags')).toEqual([]);
    expect(index.stats().tags).toEqual([
      { tag: '__proto__', skills: 1 },
      { tag: 'constructor', skills: 1 },
      { tag: 'toString', skills: 1 },
    ]);
    for (const tag of ['constructor', 'toString', '__proto__']) {
      expect((await index.search('knots', { tags: [tag] })).results.map(({ name }) => name)).toEqual([
        'odd-tags',
      ]);
    }
  });
});
