import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import type { SearchOptions, SkillFilter } from '../../../runtime/types.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { collection, gated } from '../../helpers/collection.js';

let index: SkillIndex;
beforeAll(async () => {
  index = await openIndex(
    await collection({
      'trim-wick': 'Trims a candle wick. 修剪蜡烛的烛芯。',
      'melt-wax': 'Melts wax for a candle.',
      'bake-bread': 'Bakes a loaf of bread.',
    }),
  );
});

describe('a query', () => {
  it.each<[string, string, string]>([
    ['empty', '', 'empty-query'],
    ['of blanks', ' \n\t\u3000', 'empty-query'],
    ['of one letter', 'w', 'no-terms'],
    ['of signs', '?!', 'no-terms'],
    ['of control characters', '\u0000\u0007\u001b\u007f', 'no-terms'],
    ['of stop words', 'how do I do this with it', 'no-terms'],
    ['of joiners and marks', '\u200d\u0301\u200b', 'no-terms'],
    ['of a word that is nowhere', 'zzzz', 'no-match'],
    ['of a script that is nowhere', 'свеча', 'no-match'],
    ['of a lone surrogate', '\ud800', 'no-terms'],
  ])('%s has no result and the reason, whatever the gate makes of it', async (_, query, reason) => {
    for (const options of [{}, { gate: false }, { fusion: 'rrf' }, { verbose: true }] as const) {
      const { results, rejected, query: shown } = await index.search(query, options);
      expect({ results, reason: rejected?.reason }).toEqual({ results: [], reason });
      expect(rejected!.message).not.toBe('');
      expect(shown.isWellFormed()).toBe(true);
    }
    const explanation = await index.explain(query, 'trim-wick');
    expect(explanation).toMatchObject({ skill: { rank: null }, above: null, rejected: { reason } });
  });

  it.each<[string, string]>([
    ['with control characters', 'wick\u0000\u001b[31m\u0007trim'],
    ['in two scripts', 'wick 修剪 и 烛芯 trim'],
    ['without a blank between scripts', 'trim烛芯wick'],
    ['in full-width letters and others', 'wick ＴＲＩＭ trim'],
    ['with a lone surrogate', 'wick\udc00trim'],
    ['with keys of every object', 'wick __proto__ constructor toString trim'],
  ])('%s finds what its words say', async (_, query) => {
    const { results } = await index.search(query, { verbose: true });
    expect(results[0]!.name).toBe('trim-wick');
    for (const { score, parts } of results) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
      for (const part of parts!) expect(Number.isFinite(part.score)).toBe(true);
    }
  });

  it.each<[string, string]>([
    ['one word', 'x'.repeat(100_000)],
    ['words', 'wick of the candle '.repeat(5_300)],
    ['different words', Array.from({ length: 15_000 }, (_, i) => `w${i}`).join(' ')],
    ['Chinese', '修剪烛芯'.repeat(25_000)],
    ['signs', '?! '.repeat(33_000)],
    ['lone surrogates', '\ud800'.repeat(100_000)],
  ])('of 100 kB of %s is cut, said so, and answered at once', async (_, query) => {
    const start = performance.now();
    const { notices, query: shown } = await index.search(query);
    // Some milliseconds on a slow core; the time of a whole text would be ten times that of its beginning.
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(notices.map(({ code }) => code)).toEqual(['query-cut']);
    expect(shown.length).toBeLessThanOrEqual(200);
  });
});

/** The hint of the refusal; fails the test where there is none. */
async function refused(run: () => Promise<unknown> | unknown): Promise<string> {
  try {
    await run();
  } catch (error) {
    expect(error).toBeInstanceOf(SkillgraftError);
    const { code, message, hint } = error as SkillgraftError;
    expect(code).toBe('bad-option');
    return `${message} ${hint}`;
  }
  throw new Error('it was not refused');
}

describe('an option of a search', () => {
  it.each<[object, string, string]>([
    [{ type: 'SKILL' }, 'type cannot be "SKILL"', 'IMPLEMENTATION, WORKFLOW'],
    [{ type: 'workflow' }, 'type cannot be "workflow"', 'WORKFLOW'],
    [{ type: 1 }, 'type cannot be 1', 'WORKFLOW'],
    [{ status: 'new' }, 'status cannot be "new"', 'active, stale, deprecated, archived'],
    [{ status: null }, 'status cannot be null', 'active'],
    [{ status: 'toString' }, 'status cannot be "toString"', 'active'],
    [{ fusion: 'max' }, 'fusion cannot be "max"', 'sum, rrf'],
    [{ fusion: {} }, 'fusion cannot be an object', 'sum, rrf'],
    [{ current: 'yes' }, 'current cannot be "yes"', 'true or false'],
    [{ gate: 0 }, 'gate cannot be 0', 'true or false'],
    [{ verbose: 'x'.repeat(1_000) }, 'verbose cannot be "xxx', 'true or false'],
    [{ rerank: 'model' }, 'rerank is no function', 'function'],
    [{ tags: 'docker' }, 'tags is no list', 'list'],
    [{ tags: [1] }, 'tags is no list', 'list'],
    [{ repo: ['web'] }, 'repo is no text', 'text'],
    [{ limit: [3] }, 'limit cannot be a list', 'from 1 to 50'],
  ])('%j is refused by name, with what it may be', async (options, what, advice) => {
    const said = await refused(() => index.search('wick', options as SearchOptions));
    expect(said).toContain(what);
    expect(said).toContain(advice);
    expect(said.length).toBeLessThan(200);
    const isFilter = ['tags', 'repo', 'type', 'status', 'current'].includes(Object.keys(options)[0]!);
    if (isFilter) expect(await refused(() => index.list(options as SkillFilter))).toBe(said);
  });

  it('cannot stand alone', async () => {
    expect(await refused(() => index.search('wick', null as unknown as SearchOptions))).toContain(
      'no object',
    );
    expect(await refused(() => index.search('wick', 5 as unknown as SearchOptions))).toContain('no object');
    expect(await refused(() => index.list('wick' as unknown as SkillFilter))).toContain('no object');
    expect(await refused(() => index.explain(undefined as unknown as string, 'trim-wick'))).toContain(
      'query',
    );
  });
});

describe('a collection with little in it', () => {
  it('of no skill says so, to every query', async () => {
    const empty = await openIndex(await collection({}));
    for (const query of ['wick', '', '?'])
      expect((await empty.search(query, { verbose: true })).rejected?.reason).toBe('empty-index');
    expect(empty.stats().calibration.method).toBe('none');
    expect(await empty.duplicates()).toMatchObject({ compared: 0, copies: [], pairs: [], more: 0 });
  });

  it.each([1, 2])('of %i skills has no calibration, and finds', async (count) => {
    const skills = Object.entries({ 'trim-wick': 'Trims a wick.', 'melt-wax': 'Melts wax.' }).slice(0, count);
    const few = await openIndex(await collection(Object.fromEntries(skills)));
    expect(few.stats().calibration).toMatchObject({ method: 'none', expected: { lost: 0, accepted: 1 } });
    const { results, gate } = await few.search('trim a wick', { verbose: true });
    expect(results[0]!.name).toBe('trim-wick');
    expect(gate).toMatchObject({ accepted: true, method: 'none', logOdds: null, threshold: null });
    expect((await few.search('zzzz')).rejected?.reason).toBe('no-match');
    expect(await few.duplicates()).toMatchObject({ compared: count, pairs: [] });
  });

  it('whose skills are all archived answers with what a filter would find', async () => {
    const old = await openIndex(
      await collection({ 'trim-wick': { description: 'Trims a wick.', more: 'status: archived' } }),
    );
    expect((await old.search('wick')).rejected).toMatchObject({
      reason: 'filtered',
      nearest: { name: 'trim-wick' },
    });
    expect((await old.search('wick', { status: 'archived' })).results).toHaveLength(1);
    const shut = await openIndex(gated(old.artifact, 99));
    expect((await shut.search('wick', { gate: false })).rejected?.reason).toBe('filtered');
    expect((await shut.search('wick')).rejected?.reason).toBe('no-match');
  });
});
