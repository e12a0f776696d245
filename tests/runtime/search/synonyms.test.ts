import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../runtime/config/json-reader.js';
import { MOST_EXPANDED, Synonyms } from '../../../runtime/search/synonyms.js';
import { analyse } from '../../../schema/analyzer/analyse.js';
import { foldSynonym, parseSynonyms } from '../../../schema/synonyms.js';
import { seededRandom } from '../../helpers/random.js';
import { sharedPath } from '../../helpers/shared.js';

/** Terms that a table of `key: words` adds to a query, as `term<key`. */
function expand(table: Readonly<Record<string, string[]>>, query: string): string[] {
  return new Synonyms(table).expand(query).map(({ term, key }) => `${term}<${key}`);
}

/** True where `key` applies to `query`. */
function applies(key: string, query: string): boolean {
  return expand({ [key]: ['zebra'] }, query).length > 0;
}

describe('a key of a table of synonyms', () => {
  it.each([
    ['ci', 'our CI is red'],
    ['ci', 'CI/CD for node'],
    ['ci', '用CI部署'],
    ['ci', 'runCI fails'],
    ['c++', 'C++ build'],
    ['r', 'plots in R'],
    ['.net', 'an ASP.NET page'],
    ['deploy', 'Deploying the app'],
    ['deploys', 'it was deployed'],
    ['unit test', 'writing unit  Tests'],
    ['unit test', 'writing unit\ntests'],
    ['pull request', 'review of pull-requests'],
    ['起名', '怎么给函数起名字'],
    ['锁', '并发锁怎么用'],
    ['token泄露', '我的Token泄露了'],
    ['token泄露', 'a token 泄露'],
    ['慢sql', '有一条慢SQL'],
    ['カバー', 'テストカバレッジとカバー'],
    ['café', 'the cafe\u0301 menu'],
    ['𠮷野', '去𠮷野家'],
  ])('%s applies to: %s', (key, query) => expect(applies(key, query)).toBe(true));

  it.each([
    ['ci', 'a decision'],
    ['ci', 'cinema'],
    ['ci', 'éci'],
    ['ci', '\u{10428}ci'],
    ['ci', 'ci\u{10428}'],
    ['r', 'rust and c'],
    ['c++', 'c and d'],
    ['c++ library', 'a library'],
    ['not working', 'how does it work'],
    ['unit test', 'test the unit'],
    ['unit test', 'unit and integration tests in one'],
    ['起名', '起个名字'],
    ['token泄露', 'mytoken泄露了吗'],
    ['key', ''],
    ['key', '  \u0000 \ud800'],
  ])('%s does not apply to: %s', (key, query) => expect(applies(key, query)).toBe(false));
});

describe('expand', () => {
  it("gives the terms of the words, each once, without the query's own, with the key that brought them", () => {
    const table = { ship: ['release', 'roll out', 'releasing'], boat: ['ship', 'release'] };
    expect(expand(table, 'ship it out')).toEqual(['releas<ship', 'roll<ship']);
    expect(expand(table, 'ship the boat')).toEqual(['releas<ship', 'roll<ship', 'out<ship']);
    expect(expand(table, 'nothing of these')).toEqual([]);
    expect(expand({}, 'ship')).toEqual([]);
  });

  it('gives the first words first, of longer keys before shorter ones, whatever the order of the table', () => {
    const entries: [string, string[]][] = [
      ['bb', ['one', 'four']],
      ['aa', ['zero', 'three']],
      ['aa bb', ['minus', 'two']],
    ];
    const expected = ['minus<aa bb', 'zero<aa', 'one<bb', 'two<aa bb', 'three<aa', 'four<bb'];
    expect(expand(Object.fromEntries(entries), 'aa bb')).toEqual(expected);
    expect(expand(Object.fromEntries(entries.toReversed()), 'aa bb')).toEqual(expected);
  });

  it('goes one step, so that circles do no harm', () => {
    expect(expand({ aa: ['bb'], bb: ['aa'] }, 'aa')).toEqual(['bb<aa']);
    expect(expand({ aa: ['aa', 'bb'] }, 'aa')).toEqual(['bb<aa']);
    const ring = Array.from({ length: 10_000 }, (_, i) => [`w${i}w`, [`w${(i + 1) % 10_000}w`]] as const);
    const terms = new Synonyms(Object.fromEntries(ring) as unknown as Record<string, string[]>).expand(
      'w9999w',
    );
    expect(new Set(terms.map(({ key }) => key))).toEqual(new Set(['w9999w']));
    expect(terms.map(({ term }) => term)).toContain('w0w');
  });

  it('ends at its limit, with a word of every key before the second of one', () => {
    const words = Array.from(
      { length: 32 },
      (_, i) => `word${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i)}`,
    );
    const table = Object.fromEntries(
      ['aa', 'bb', 'cc', 'dd'].map((key) => [key, words.map((word) => `${key}${word}`)]),
    );
    const added = new Synonyms(table).expand('aa bb cc dd');
    expect(added).toHaveLength(MOST_EXPANDED);
    expect(added.slice(0, 4).map(({ key }) => key)).toEqual(['aa', 'bb', 'cc', 'dd']);
  });

  it('takes keys that objects have by themselves, and tables of JSON.parse', () => {
    const table = JSON.parse('{"__proto__": ["zebra"], "constructor": ["lion"]}');
    expect(expand(table, 'a constructor and __proto__')).toEqual(['lion<constructor', 'zebra<__proto__']);
    expect(expand(table, 'toString')).toEqual([]);
  });

  it('finds the keys that a plain search through all of them finds', () => {
    const piece = fc.constantFrom(
      'a1',
      'ab',
      'abc',
      'deploy',
      'deploying',
      'not',
      'ci',
      '锁',
      '死锁',
      '发',
      ' ',
      '-',
      '.',
      'É',
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), text, (keys, query) => {
        const folded = [...new Set(keys.map(foldSynonym))].filter((key) => key !== '');
        const table = Object.fromEntries(
          folded.map((key, i) => [key, [`zebra${String.fromCharCode(97 + i)}x`]]),
        );
        const found = new Set(new Synonyms(table).expand(query).map(({ key }) => key));
        expect([...found].sort()).toEqual(
          Object.keys(table)
            .filter((key) => isHeld(key, query))
            .sort(),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('takes milliseconds with 10,000 keys and a query of 10,000 characters', () => {
    const { table, query } = large();
    const synonyms = new Synonyms(table);
    synonyms.expand(query);
    const start = performance.now();
    for (let i = 0; i < 5; i += 1) expect(synonyms.expand(query)).toHaveLength(MOST_EXPANDED);
    // Some 6 ms each on a slow core; a look at each key at each place would take seconds.
    expect((performance.now() - start) / 5).toBeLessThan(200);
  });

  it.skipIf(sharedPath('evals') === null)('expands real queries by a real table', () => {
    const file = join(sharedPath('evals')!, 'skill-mcp', 'synonyms.json');
    const { table } = parseSynonyms(readFileSync(file, 'utf8'), file, readJson);
    const terms = (query: string) => new Synonyms(table).expand(query).map(({ term }) => term);
    expect(terms('这段代码是不是把数据库密码写死在里面了')).toEqual(['硬编', '编码', '明文']);
    expect(terms('两个方案选不准,列个表格打分比较一下')).toEqual(['权衡', '对比', '选型']);
    expect(terms('今天天气怎么样')).toEqual([]);
  });
});

const BEGINS_WORD = /^(?!\p{Script=Han})[\p{L}\p{N}\p{M}]/u;
const ENDS_WORD = /(?!\p{Script=Han})[\p{L}\p{N}\p{M}]$/u;

/** What the doc comment of `expand` says, key by key. */
function isHeld(key: string, query: string): boolean {
  const text = foldSynonym(query);
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + key.length)];
    const cutsStart = ENDS_WORD.test(before) && BEGINS_WORD.test(key);
    const cutsEnd = ENDS_WORD.test(key) && BEGINS_WORD.test(after);
    if (!cutsStart && !cutsEnd) return true;
  }
  if (key.split(' ').some((part) => analyse(part).length === 0)) return false;
  return ` ${analyse(query).join(' ')} `.includes(` ${analyse(key).join(' ')} `);
}

function large(): { table: Record<string, string[]>; query: string } {
  const random = seededRandom(3);
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const word = (): string => Array.from({ length: 3 + random.below(6) }, () => random.pick(letters)).join('');
  const han = (): string => String.fromCodePoint(0x4e00 + random.below(3000));
  const words = Array.from({ length: 20_000 }, word);
  const table: Record<string, string[]> = {};
  for (let i = 0; i < 10_500; i += 1) {
    table[i % 2 === 0 ? random.pick(words) : han() + han()] = [word(), han() + han() + han()];
  }
  let query = '';
  while (query.length < 10_000) query += random.below(2) === 0 ? `${random.pick(words)} ` : han() + han();
  return { table, query: query.slice(0, 10_000) };
}
