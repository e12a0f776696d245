import { describe, expect, it } from 'vitest';
import { agentAuthorship } from '../../../runtime/curate/authorship.js';
import { decideCuration } from '../../../runtime/curate/decide.js';
import { reportText, runText } from '../../../runtime/curate/report.js';
import { reviewPrompt } from '../../../runtime/curate/review-prompt.js';
import type { CuratedSkill, CurateInput } from '../../../runtime/curate/types.js';
import type { VersionView } from '../../../runtime/lineage-view.js';
import type { VersionUtility } from '../../../schema/usage/types.js';

const NOW = `sha256:${'1'.repeat(64)}`;
const BEFORE = `sha256:${'0'.repeat(64)}`;

const used = (more: Partial<VersionUtility> = {}): VersionUtility => ({
  version: 1,
  digest: BEFORE,
  ...{ successes: 0, failures: 0, loads: 0, last: null, reasons: [] },
  ...more,
});

const skill = (more: Partial<CuratedSkill> = {}, ...versions: VersionUtility[]): CuratedSkill => ({
  path: 'skills/a',
  status: 'active',
  ...{
    isPinned: false,
    isByAgent: true,
    isSuperseded: false,
    version: 2,
    digest: NOW,
    changed: '2026-01-01',
  },
  ...more,
  ...(versions.length === 0 ? {} : { utility: { path: 'skills/a', versions } }),
});

const input = (skills: readonly CuratedSkill[], more: Partial<CurateInput> = {}): CurateInput => ({
  commit: null,
  today: '2026-06-01',
  skills,
  ...{ watchedSince: '2026-01-01', asked: [], unanswered: [], duplicates: null },
  ...more,
});

const moves = (one: CuratedSkill, more: Partial<CurateInput> = {}) =>
  decideCuration(input([one], more)).transitions.map(({ from, to, reason }) => `${from} ${to}: ${reason}`);

describe('statuses', () => {
  it.each<[string, CuratedSkill, Partial<CurateInput>, string[]]>([
    ['never used', skill(), {}, ['active stale: No day of use is known; it was changed on 2026-01-01.']],
    [
      'used long ago',
      skill({}, used({ loads: 1, last: '2026-02-01' })),
      {},
      ['active stale: Last used on 2026-02-01.'],
    ],
    ['used of late', skill({}, used({ loads: 1, last: '2026-05-01' })), {}, []],
    ['a day before the 90', skill({ changed: '2026-03-04' }), {}, []],
    [
      'the 90th day',
      skill({ changed: '2026-03-03' }),
      {},
      ['active stale: No day of use is known; it was changed on 2026-03-03.'],
    ],
    ['used on a day to come', skill({}, used({ loads: 1, last: '2099-01-01' })), {}, []],
    [
      'stale for long',
      skill({ status: 'stale' }),
      {},
      ['stale archived: No day of use is known; it was changed on 2026-01-01.'],
    ],
    [
      'stale, used before',
      skill({ status: 'stale', changed: '2026-05-01' }, used({ loads: 1, last: '2026-04-01' })),
      {},
      [],
    ],
    [
      'stale, used since',
      skill({ status: 'stale', changed: '2026-05-01' }, used({ loads: 1, last: '2026-05-02' })),
      {},
      ['stale active: It is used again.'],
    ],
    [
      'archived, read in its present version on the day of that',
      skill(
        { status: 'archived', changed: '2026-05-01' },
        used({ digest: NOW, loads: 1, last: '2026-05-01' }),
      ),
      {},
      ['archived active: It is used again.'],
    ],
    ['archived', skill({ status: 'archived' }), {}, []],
    ['deprecated', skill({ status: 'deprecated' }), {}, []],
    ['superseded', skill({ isSuperseded: true }), {}, []],
    ['pinned', skill({ isPinned: true }), {}, []],
    ["a person's", skill({ isByAgent: false }), {}, []],
    ['of unknown history', skill({ changed: null }), {}, []],
    ['where nothing was ever recorded', skill(), { watchedSince: null }, []],
    ['where records began a week ago', skill(), { watchedSince: '2026-05-25' }, []],
  ])('%s', (_, one, more, expected) => {
    expect(moves(one, more)).toEqual(expected);
  });

  it('says what it did not look at', () => {
    const { notes } = decideCuration(input([skill({ changed: null })], { watchedSince: null }));
    expect(notes).toHaveLength(3);
  });
});

describe('the review list', () => {
  const of = (one: CuratedSkill, more: Partial<CurateInput> = {}) =>
    decideCuration(input([one], more)).review;

  it.each<[number, number, string, boolean]>([
    [1, 5, NOW, true],
    [0, 5, NOW, true],
    [0, 4, NOW, false],
    [3, 7, NOW, false],
    [0, 50, BEFORE, false],
  ])('%i of that and %i failures of %s fail: %s', (successes, failures, digest, fails) => {
    const { failing } = of(skill({}, used({ digest, successes, failures, reasons: ['2026-05-01 Old.'] })));
    expect(failing.length).toBe(fails ? 1 : 0);
    if (fails)
      expect(failing[0]).toMatchObject({ attempts: successes + failures, reasons: ['2026-05-01 Old.'] });
  });

  it('has skills that their queries never find, with what they find', () => {
    const asked = [
      { skill: 'skills/a', query: 'x', successes: 1, found: ['skills/b', 'skills/c'] },
      { skill: 'skills/a', query: 'y', successes: 2, found: [] },
    ];
    expect(of(skill(), { asked }).neverFound).toEqual([
      {
        path: 'skills/a',
        queries: [
          { query: 'y', instead: [] },
          { query: 'x', instead: ['skills/b', 'skills/c'] },
        ],
      },
    ]);
    const found = [
      ...asked,
      { skill: 'skills/a', query: 'z', successes: 1, found: ['skills/b', 'skills/a'] },
    ];
    expect(of(skill(), { asked: found }).neverFound).toEqual([]);
  });

  it('has queries that had no answer often, and skills that overlap', () => {
    const unanswered = [
      { query: 'twice', rejected: 1, empty: 1 },
      { query: 'often', rejected: 2, empty: 1 },
    ];
    const pair = { a: 'skills/a', b: 'skills/b', cosine: 0.9, sameBody: false };
    const duplicates = {
      ...{ threshold: 0.85, compared: 2, more: 0, copies: [['skills/c', 'skills/d']] },
      pairs: [
        { ...pair, handsOff: false },
        { ...pair, b: 'skills/e', handsOff: true },
      ],
    };
    const review = of(skill(), { unanswered, duplicates });
    expect(review.missing.map(({ query }) => query)).toEqual(['often']);
    expect(review.overlapping).toEqual([
      { paths: ['skills/c', 'skills/d'], cosine: null },
      { paths: ['skills/a', 'skills/b'], cosine: 0.9 },
    ]);
  });

  it('shows hostile texts as they are in the report, and as data in the prompt', () => {
    const query = '<script>x</script> [a](http://b) @all\n# Title';
    const all = input([skill()], { unanswered: [{ query, rejected: 3, empty: 0 }] });
    const report = reportText(decideCuration(all));
    expect(report).toContain('&lt;script&gt;');
    expect(report).not.toMatch(/<script|@all|^# Title/m);
    expect(reviewPrompt(decideCuration(all))).toContain(JSON.stringify(query));
    expect(reviewPrompt(decideCuration(input([])))).toContain('nothing to look at');
  });

  it('is the same whatever the order of what it is given', () => {
    const skills = [skill({ path: 'skills/b' }), skill()];
    const texts = [skills, [...skills].reverse()].map((all) => {
      const curation = decideCuration(input(all));
      return runText(curation) + reportText(curation);
    });
    expect(texts[0]).toBe(texts[1]);
  });
});

describe('authorship', () => {
  const isByAgent = agentAuthorship(['*[bot]', 'claude']);
  const first = (more: Partial<VersionView>): VersionView =>
    ({
      version: 1,
      commit: '',
      date: '',
      author: 'Ann',
      subject: '',
      blob: '',
      change: 'add',
      path: '',
      ...more,
    }) as VersionView;

  it.each<[string | undefined, VersionView[], boolean, boolean]>([
    ['Claude', [first({})], false, true],
    ['claude <noreply@example.invalid>', [], false, true],
    ['deps[BOT]', [], false, true],
    ['Claude Monet', [first({ action: 'ARCHIVE' })], false, false],
    [undefined, [first({ action: 'ARCHIVE' })], false, true],
    [undefined, [first({ action: 'FIX' })], false, false],
    [undefined, [first({ author: 'x[bot]' })], false, true],
    [undefined, [first({ action: 'ARCHIVE' })], true, false],
    [undefined, [first({}), first({ action: 'ARCHIVE' })], false, false],
    [undefined, [], false, false],
  ])('author %s, %#', (author, versions, truncated, expected) => {
    expect(isByAgent(author === undefined ? {} : { author }, { versions, truncated })).toBe(expected);
  });
});
