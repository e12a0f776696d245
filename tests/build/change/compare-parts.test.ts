import { describe, expect, it } from 'vitest';
import { newDuplicates } from '../../../build/change/compare-duplicates.js';
import { compareFields, invocationChanges } from '../../../build/change/compare-fields.js';
import { compareFindings } from '../../../build/change/compare-findings.js';
import { compareHidden } from '../../../build/change/compare-hidden.js';
import { compareLinks } from '../../../build/change/compare-links.js';
import { compareRanking } from '../../../build/change/compare-ranking.js';
import { staleMentions } from '../../../build/change/compare-references.js';
import { ownQueries } from '../../../build/change/queries.js';
import type { SkillState } from '../../../build/change/sides.js';
import type { RankingEffect } from '../../../build/change/types.js';
import type { Finding, Severity } from '../../../schema/diagnostic.js';
import type { SkillEntry } from '../../../schema/index.types.js';

/** A skill of which only the text of SKILL.md counts. */
function state(text: string): SkillState {
  const file = { digest: text, size: text.length, executable: false, text };
  return {
    entry: { path: 'skills/a' } as unknown as SkillEntry,
    text,
    body: text,
    files: new Map([['SKILL.md', file]]),
  };
}

describe('compareFields', () => {
  it('names keys inside of metadata, and no map whose keys stand in another order', () => {
    const before = { name: 'a', metadata: { tags: ['x'], map: { a: 1, b: 2 } }, gone: true };
    const after = { name: 'a', metadata: { tags: ['x', 'y'], map: { b: 2, a: 1 } }, fresh: null, more: 'm' };
    expect(compareFields(before, after)).toEqual([
      { key: 'gone', before: true, after: null },
      { key: 'metadata.tags', before: ['x'], after: ['x', 'y'] },
      { key: 'more', before: null, after: 'm' },
    ]);
  });

  it('takes a key called __proto__ for a key', () => {
    const hostile = JSON.parse('{"__proto__": "x", "disable-model-invocation": true}');
    const fields = compareFields({}, hostile);
    expect(fields.map(({ key }) => key)).toEqual(['__proto__', 'disable-model-invocation']);
    expect(invocationChanges(fields)).toHaveLength(1);
  });
});

describe('compareLinks', () => {
  it.each<[string, string, string, string[], string[]]>([
    ['a new host', '', 'See https://a.org/x.', ['https://a.org/x'], ['a.org']],
    ['a new address of a host', 'https://a.org/x', 'https://a.org/y', ['https://a.org/y'], []],
    [
      'one of code',
      '',
      '```\ncurl https://get.a.org/i.sh | sh\n```',
      ['https://get.a.org/i.sh'],
      ['get.a.org'],
    ],
    [
      'brackets',
      '',
      '(https://a.org/b_(c)), [x](https://a.org/d)',
      ['https://a.org/b_(c)', 'https://a.org/d'],
      ['a.org'],
    ],
    [
      'an image in a link',
      '',
      '[![b](https://a.org/b.svg)](https://c.org)',
      ['https://a.org/b.svg', 'https://c.org'],
      ['a.org', 'c.org'],
    ],
    [
      'what leads nowhere',
      '',
      'http://localhost:3000 https://example.com https://x.test http://127.0.0.1',
      [],
      [],
    ],
    ['what is left to fill in', '', 'https://<host>/ https://{{HOST}}/x https://$HOST/x https://...', [], []],
    ['a host in capitals', 'https://a.org', 'https://A.ORG', ['https://A.ORG'], []],
  ])('%s', (_, before, after, urls, hosts) => {
    expect(compareLinks(state(before), state(after))).toEqual({ urls, hosts });
  });
});

describe('compareHidden', () => {
  it('names what stands on new lines, and not what moved', () => {
    expect(compareHidden(state('a\u200bb\n'), state('new\na\u200bb\nc\u202ed\n'))).toEqual([
      { path: 'skills/a/SKILL.md', line: 3, characters: ['U+202E'] },
    ]);
  });
});

describe('compareFindings', () => {
  const at = (
    line: number,
    code = 'c',
    args: Finding['args'] = {},
    severity: Severity = 'warning',
  ): Finding => ({
    code,
    severity,
    path: 'a/SKILL.md',
    line,
    column: 1,
    args,
  });
  const compare = (before: Finding[], old: string, after: Finding[], now: string) => {
    const { added, resolved } = compareFindings(
      { findings: before, texts: new Map([['a/SKILL.md', old]]) },
      { findings: after, texts: new Map([['a/SKILL.md', now]]) },
      new Map(),
    );
    return [added.length, resolved.length];
  };

  it.each<[string, [Finding[], string, Finding[], string], number[]]>([
    ['a line that moved', [[at(1, 'c', { n: 1 })], 'x', [at(3, 'c', { n: 2 })], 'a\nb\nx'], [0, 0]],
    ['a second of the same kind', [[at(1)], 'x', [at(1), at(2)], 'x\nx'], [1, 0]],
    ['one that went', [[at(1)], 'x', [], 'y'], [0, 1]],
    [
      'an error for another reason',
      [[at(1, 'c', { n: 1 }, 'error')], 'x', [at(1, 'c', { n: 2 }, 'error')], 'x'],
      [1, 1],
    ],
    ['another code', [[at(1)], 'x', [at(1, 'd')], 'x'], [1, 1]],
    [
      'other numbers on another line',
      [[at(1, 'c', { n: 1, of: 'a' })], 'x', [at(1, 'c', { n: 2, of: 'a' })], 'y'],
      [0, 0],
    ],
    [
      'a security finding with other numbers',
      [[at(1, 'hidden-text', { n: 1 })], 'x', [at(1, 'hidden-text', { n: 2 })], 'y'],
      [1, 0],
    ],
    [
      'one of two with other numbers',
      [[at(1, 'c', { n: 1 }), at(2, 'c', { n: 4 })], 'x\nz', [at(1, 'c', { n: 2 })], 'y'],
      [0, 1],
    ],
    [
      'another name on another line',
      [[at(1, 'c', { of: 'a' })], 'x', [at(1, 'c', { of: 'b' })], 'y'],
      [1, 1],
    ],
  ])('%s', (_, input, expected) => {
    expect(compare(...input)).toEqual(expected);
  });

  it('follows a file to its new folder, in what findings say, too', () => {
    const before = { ...at(1, 'name-duplicate', { paths: ['a/SKILL.md', 'b/SKILL.md'] }) };
    const after = { ...at(1, 'name-duplicate', { paths: ['b/SKILL.md', 'z/SKILL.md'] }), path: 'z/SKILL.md' };
    expect(
      compareFindings(
        { findings: [before], texts: new Map() },
        { findings: [after], texts: new Map() },
        new Map([['a/SKILL.md', 'z/SKILL.md']]),
      ),
    ).toEqual({ added: [], resolved: [] });
  });
});

describe('staleMentions', () => {
  const text = (path: string, words: string) => ({ path, file: `${path}/SKILL.md`, text: words });

  it.each<[string, string, number]>([
    ['the name as a word', 'First.\nUse `old-name` then.', 1],
    ['a longer name', 'Use very-old-name or old-name-two.', 0],
    ['another case', 'Use Old-Name.', 0],
  ])('%s', (_, words, count) => {
    const found = staleMentions([{ name: 'old-name', now: 'skills/new' }], [text('skills/b', words)]);
    expect(found).toHaveLength(count);
  });

  it('leaves out the skill itself, and names that are words', () => {
    const names = [
      { name: 'old-name', now: 'skills/b' },
      { name: 'commit', now: null },
    ];
    expect(staleMentions(names, [text('skills/b', 'old-name: commit')])).toEqual([]);
  });
});

describe('newDuplicates', () => {
  const pair = (a: string, b: string, handsOff = false) => ({ a, b, cosine: 0.9, sameBody: false, handsOff });
  it('names pairs of a changed skill that were none, across renames', () => {
    const found = newDuplicates({
      before: { pairs: [pair('a', 'old')], copies: [] },
      after: {
        pairs: [pair('a', 'new'), pair('b', 'new'), pair('c', 'd'), pair('b', 'e', true)],
        copies: [],
      },
      nowOf: (path) => (path === 'old' ? 'new' : path),
      touched: new Set(['new', 'b']),
    });
    expect(found).toEqual([{ a: 'b', b: 'new', cosine: 0.9, sameBody: false }]);
  });
});

describe('compareRanking', () => {
  const skills = (names: string) =>
    names
      .split(' ')
      .filter(Boolean)
      .map((name) => ({ name, path: `s/${name}` }));
  const asked = (expected: string[], not: string[] = []) =>
    ({
      text: 'q',
      source: 'eval',
      eval: { id: '1', query: 'q', expected, not, file: 'evals/e.jsonl' },
    }) as const;
  const own = (owner: string) => ({ text: 'q', source: 'description', owner: `s/${owner}` }) as const;

  it.each<
    [string, Parameters<typeof compareRanking>[0][number]['query'], string, string, RankingEffect | undefined]
  >([
    ['the right one stays first', asked(['a']), 'a b', 'a c', undefined],
    ['another one takes its place', asked(['a']), 'a b', 'b a', 'taken'],
    ['nothing is found any more', asked(['a']), 'a', '', 'rejected'],
    ['it falls', asked(['a']), 'b a', 'b c a', 'fell'],
    ['it leaves the results', asked(['a']), 'b a', 'b', 'fell'],
    ['it comes first', asked(['a']), 'b a', 'a b', 'won'],
    ['it is found now', asked(['a']), '', 'b a', 'rose'],
    ['what fits none is answered', asked([]), '', 'b', 'unrejected'],
    ['what fits none is rejected now', asked([]), 'b', '', 'won'],
    ['one that must not win does', asked([], ['b']), 'a', 'b', 'taken'],
    ['a text of another skill is taken', own('a'), 'a', 'fresh a', 'taken'],
    ['a text of another skill was never its own', own('a'), 'b a', 'fresh b', undefined],
    ['a text of a new skill leads to it', own('fresh'), 'a', 'fresh', undefined],
    ['a text of a new skill leads elsewhere', own('fresh'), 'a', 'a fresh', 'outranked'],
    ['a new text of a changed skill leads elsewhere', own('changed'), 'a', 'a changed', undefined],
    ['an old text of a changed skill leads elsewhere', own('changed'), 'changed', 'a changed', 'outranked'],
  ])('%s', (_, query, before, after, effect) => {
    const answered = [{ query, before: skills(before), after: skills(after) }];
    const found = compareRanking(answered, new Set(['s/fresh', 's/changed']), new Set(['s/fresh']));
    expect(found.map((one) => one.effect)).toEqual(effect === undefined ? [] : [effect]);
  });
});

describe('ownQueries', () => {
  const entry = (name: string, description: string, triggers?: string[]): SkillEntry =>
    ({
      path: `s/${name}`,
      name,
      description,
      metadata: triggers === undefined ? {} : { triggers },
    }) as unknown as SkillEntry;

  it('takes triggers, then clauses that name a task, in turn from each skill', () => {
    const queries = ownQueries([
      entry(
        'bake-bread',
        'Kneads dough and bakes bread. Use when the user asks for it, uses cook-stew for boiled roots.',
      ),
      entry('cook-stew', 'Boils roots and meat in a pot.', ['winter food']),
    ]);
    expect(queries.map(({ text, source }) => `${source}: ${text}`)).toEqual([
      'description: Kneads dough and bakes bread.',
      'trigger: winter food',
      'description: Boils roots and meat in a pot.',
    ]);
    expect(ownQueries([entry('bake-bread', 'Kneads dough and bakes bread.')], 0)).toEqual([]);
  });
});
