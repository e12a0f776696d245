import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../schema/codec.js';
import { USAGE_LIMITS } from '../../../schema/usage/limits.js';
import { readUsageLine } from '../../../schema/usage/line.js';
import { mergeRecords, mostEvident, recordOf } from '../../../schema/usage/merge-records.js';
import { parseUsage, skillOfUsagePath, usagePath, usageText } from '../../../schema/usage/records.js';
import type { UsageRecord } from '../../../schema/usage/types.js';

const DIGESTS = ['a', 'b'].map((letter) => `sha256:${letter.repeat(64)}`);
const LINE = {
  query: 'write a commit message',
  version: 4,
  digest: DIGESTS[0]!,
  last: '2026-11-30',
  by: { '1f1c6f20aa55bb00': [3, 1, 4] },
};

const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-02-${String(n).padStart(2, '0')}`);
const counts = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9));
const record: fc.Arbitrary<UsageRecord> = fc
  .record(
    {
      query: fc.constantFrom('q', 'r', 'é', '東京'),
      version: fc.constantFrom(null, 1, 2),
      digest: fc.constantFrom(...DIGESTS),
      last: day,
      by: fc.dictionary(fc.constantFrom('00000001', 'aaaaaaaa', 'bbbbbbbbbbbbbbbb'), counts, { minKeys: 1 }),
      reasons: fc.array(
        fc.tuple(day, fc.constantFrom(...'abcdefgh')).map((pair) => pair.join(' ')),
        { maxLength: 9 },
      ),
    },
    { requiredKeys: ['version', 'digest', 'last', 'by'] },
  )
  .map(({ by, ...head }) => recordOf(head, new Map(Object.entries(by))));
const records = fc.array(record, { maxLength: 8 });

describe('records', () => {
  it('merge in any order, any grouping and any number of times to the same', () => {
    fc.assert(
      fc.property(records, records, records, (a, b, c) => {
        const whole = mergeRecords([...a, ...b, ...c]);
        expect(mergeRecords([...c, ...a, ...b])).toEqual(whole);
        expect(mergeRecords([...a, ...mergeRecords([...b, ...c])])).toEqual(whole);
        expect(mergeRecords([...mergeRecords([...a, ...b]), ...c])).toEqual(whole);
        expect(mergeRecords([...whole, ...a, ...whole, ...b])).toEqual(whole);
      }),
    );
  });

  it('have one line each, sorted, as canonical JSON that reads back as the same', () => {
    fc.assert(
      fc.property(records, (all) => {
        const text = usageText({ records: all, broken: [] });
        const { records: read, broken } = parseUsage(text);
        expect(broken).toEqual([]);
        expect(read).toEqual(mergeRecords(all));
        expect(usageText({ records: read, broken })).toBe(text);
        const keys = read.map(({ query, digest }) => `${query} ${digest}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const line of text.split('\n').slice(0, -1)) expect(canonicalJson(JSON.parse(line))).toBe(line);
      }),
    );
  });

  it('count the recorders, whatever the line says of the sums', () => {
    const { successes, failures, loads } = readUsageLine(
      JSON.stringify({ ...LINE, successes: 99 }),
    ) as UsageRecord;
    expect([successes, failures, loads]).toEqual([3, 1, 4]);
  });

  it.each([
    ['not-json', '<<<<<<< HEAD'],
    ['not-json', JSON.stringify(LINE).slice(0, -9)],
    ['not-an-object', '[]'],
    ['too-long', JSON.stringify({ ...LINE, more: 'x'.repeat(USAGE_LIMITS.line) })],
    ['query', JSON.stringify({ ...LINE, query: 'two\nlines' })],
    ['query', JSON.stringify({ ...LINE, query: 'x'.repeat(USAGE_LIMITS.query + 1) })],
    ['query', JSON.stringify({ ...LINE, query: '\ud800' })],
    ['version', JSON.stringify({ ...LINE, version: 0 })],
    ['version', JSON.stringify({ ...LINE, version: undefined })],
    ['digest', JSON.stringify({ ...LINE, digest: 'sha256:abc' })],
    ['last', JSON.stringify({ ...LINE, last: '2026-02-30' })],
    ['last', JSON.stringify({ ...LINE, last: '9999-99-99' })],
    ['by', JSON.stringify({ ...LINE, by: {} })],
    ['by', JSON.stringify({ ...LINE, by: { '1f1c6f20': [1, -1, 0] } })],
    ['by', JSON.stringify({ ...LINE, by: { '1f1c6f20': [1, 1e300, 0] } })],
    [
      'by',
      '{"by":{"__proto__":[1,1,1]},"digest":"DIGEST","last":"2026-11-30","version":1}'.replace(
        'DIGEST',
        DIGESTS[0]!,
      ),
    ],
    ['reasons', JSON.stringify({ ...LINE, reasons: ['no day'] })],
  ])('%s: %j is no record, and stays behind those that are', (problem, line) => {
    expect(readUsageLine(line)).toBe(problem);
    const good = `${canonicalJson(readUsageLine(JSON.stringify(LINE)))}\n`;
    const { records: read, broken } = parseUsage(`${line}\r\n\n${good}`);
    expect(broken).toEqual([{ line: 1, text: line, problem }]);
    expect(usageText({ records: read, broken })).toBe(`${good}${line}\n`);
  });

  it('keep what says most where there are too many, and always the ones without a query', () => {
    const of = (query: string | undefined, successes: number, last = '2026-01-01') =>
      recordOf(
        { ...(query === undefined ? {} : { query }), version: 1, digest: DIGESTS[0]!, last },
        new Map([['aaaaaaaa', [successes, 0, 0]]]),
      );
    const all = [of('a', 1), of('b', 5), of('c', 1, '2026-01-02'), of(undefined, 0)];
    const { kept, dropped } = mostEvident(all, 3);
    expect(kept.map(({ query }) => query)).toEqual([undefined, 'b', 'c']);
    expect(dropped).toBe(1);
  });

  it.each(['skills/a', '.', 'a', 'skills/git/böse name'])('of %s have a file that leads back', (skill) => {
    expect(skillOfUsagePath(usagePath(skill))).toBe(skill);
  });
  it.each(['usage', 'usage/a.json', 'skills/usage/a.jsonl', 'usages/a.jsonl'])(
    '%s is no such file',
    (path) => {
      expect(skillOfUsagePath(path)).toBeNull();
    },
  );
});
