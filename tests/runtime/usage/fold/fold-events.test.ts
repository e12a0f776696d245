import { describe, expect, it } from 'vitest';
import { UsageFold } from '../../../../runtime/usage/fold/fold-events.js';
import { toRecords } from '../../../../runtime/usage/fold/to-records.js';
import type { UsageEvent } from '../../../../schema/usage/event.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
let count = 0;
function event(more: Partial<UsageEvent>): UsageEvent {
  const id = `log ${++count}`;
  const at = '2026-11-30T10:00:00Z';
  return {
    v: 1,
    id,
    kind: 'outcome',
    at,
    commit: null,
    skill: 'skills/a',
    version: 2,
    digest: DIGEST,
    ...more,
  };
}

function folded(events: readonly UsageEvent[], limits = {}): UsageFold {
  const fold = new UsageFold('2026-12-01', limits);
  for (const one of events) fold.add(one);
  return fold;
}

const OPTIONS = { recorder: '0123456789abcdef', folderOf: (skill: string) => skill };
async function recordsOf(fold: UsageFold, folderOf = OPTIONS.folderOf) {
  return toRecords(fold, { ...OPTIONS, folderOf });
}

describe('folding events', () => {
  it('counts by version and query, loads without one', async () => {
    const { records } = await recordsOf(
      folded([
        event({ kind: 'load', query: 'ignored' }),
        event({ query: 'q', success: true }),
        event({ query: 'q', success: false, reason: 'It broke.' }),
        event({ queryHash: 'f'.repeat(64), success: true }),
        event({ query: 'q', success: true, digest: DIGEST.replace('a', 'b'), version: null }),
      ]),
    );
    const rows = records
      .get('skills/a')!
      .map((one) => [one.query, one.version, one.successes, one.failures, one.loads]);
    expect(rows).toEqual([
      [undefined, 2, 1, 0, 1],
      ['q', null, 1, 0, 0],
      ['q', 2, 1, 1, 0],
    ]);
    expect(records.get('skills/a')![2]).toMatchObject({
      by: { '0123456789abcdef': [1, 1, 0] },
      reasons: ['2026-11-30 It broke.'],
    });
  });

  it('takes no day from a clock that is ahead, and tells', async () => {
    const fold = folded([
      event({ query: 'q', success: true, at: '2026-11-29T10:00:00Z' }),
      event({ query: 'q', success: true, at: '9999-01-01T00:00:00Z' }),
      event({ query: 'r', success: true, at: '2026-02-31T00:00:00Z' }),
    ]);
    expect(fold.counts.future).toBe(2);
    const { records } = await recordsOf(fold);
    expect(records.get('skills/a')!.map(({ query, successes, last }) => [query, successes, last])).toEqual([
      ['q', 2, '2026-11-29'],
      ['r', 1, '1970-01-01'],
    ]);
  });

  it.each([{ queries: 2 }, { units: 4 }])('counts without a query what is too much: %j', (limits) => {
    const events = ['q1', 'q2', 'q3', 'q1', 'q4'].map((query) => event({ query, success: true }));
    const fold = folded(events, limits);
    expect(fold.counts).toMatchObject({ events: 5, withoutQuery: 2, leftOut: 0 });
    const queries = fold.skills.get('skills/a')!.get(DIGEST)!.queries;
    expect([...queries].map(([query, { successes }]) => [query, successes])).toEqual([
      ['q1', 2],
      ['q2', 1],
      ['', 2],
    ]);
  });

  it('leaves out what is of too many versions, and counts it', () => {
    const events = ['skills/a', 'skills/b', 'skills/a'].map((skill) => event({ skill, kind: 'load' }));
    const fold = folded(events, { versions: 1 });
    expect(fold.counts.leftOut).toBe(1);
    expect([...fold.skills.keys()]).toEqual(['skills/a']);
  });

  it('keeps the searches that nothing answered apart, the most frequent first', () => {
    const search = (query: string | undefined, answer: 'rejected' | 'empty') =>
      event({ kind: 'search', answer, ...(query === undefined ? {} : { query }) });
    const { searches, skills } = folded([
      search('b', 'empty'),
      search('a', 'rejected'),
      search('a', 'empty'),
      search(undefined, 'empty'),
    ]);
    expect(searches.total).toBe(4);
    expect(searches.queries).toEqual([
      { query: 'a', rejected: 1, empty: 1, last: '2026-11-30' },
      { query: 'b', rejected: 0, empty: 1, last: '2026-11-30' },
    ]);
    expect(skills.size).toBe(0);
  });

  it('sums what was a skill before it was renamed, and tells what is no skill', async () => {
    const fold = folded([
      event({ skill: 'skills/old', query: 'q', success: true }),
      event({ skill: 'skills/new', query: 'q', success: true }),
      event({ skill: '../../etc', kind: 'load' }),
    ]);
    const { records, unknown } = await recordsOf(
      fold,
      (skill) => (skill.startsWith('skills/') ? 'skills/new' : null) as string,
    );
    expect([...records.keys()]).toEqual(['skills/new']);
    expect(records.get('skills/new')).toMatchObject([{ query: 'q', successes: 2 }]);
    expect([...unknown]).toEqual([['../../etc', 1]]);
  });

  it('makes one record of queries that differ in what is taken out', async () => {
    const { records, changed } = await recordsOf(
      folded([
        event({ query: 'mail a@example.com', success: true }),
        event({ query: 'mail b@example.com', success: false, reason: 'x@example.com wrote' }),
      ]),
    );
    expect(changed).toBe(3);
    expect(records.get('skills/a')).toMatchObject([
      { query: 'mail <email>', successes: 1, failures: 1, reasons: ['2026-11-30 <email> wrote'] },
    ]);
  });
});
