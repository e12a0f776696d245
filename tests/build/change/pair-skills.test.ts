import { describe, expect, it } from 'vitest';
import { type LooseSkill, lostLineage } from '../../../build/change/lost-lineage.js';
import { type PairableSkill, pairSkills } from '../../../build/change/pair-skills.js';
import { fingerprint, shareInCommon } from '../../../build/lineage/similarity.js';

const TEXTS: Readonly<Record<string, string>> = {
  loaf: 'Knead it.\nLet it rest.\nBake it well.\nCool it down.\n',
  loaves: 'Knead it.\nLet it rest.\nBake it well.\nCut it thin.\n',
  stew: 'Peel the roots.\nBoil the roots.\nSalt and serve.\n',
};
const prints = new Map(Object.entries(TEXTS).map(([key, text]) => [key, fingerprint(Buffer.from(text))]));

function skill(path: string, digest: string, origin: string | null = null): PairableSkill {
  return { path, name: path.split('/').at(-1)!, digest, origin };
}

describe('pairSkills', () => {
  it.each<[string, PairableSkill[], PairableSkill[], string[]]>([
    ['the same folder', [skill('a', 'loaf')], [skill('a', 'stew')], ['a > a by path']],
    ['an equal text elsewhere', [skill('a', 'loaf')], [skill('b', 'loaf')], ['a > b by content']],
    ['a text with enough in common', [skill('a', 'loaf')], [skill('b', 'loaves')], ['a > b by content']],
    ['another text', [skill('a', 'loaf')], [skill('b', 'stew')], ['a >', '> b']],
    [
      'another text that history joins',
      [skill('a', 'loaf', 'c1')],
      [skill('b', 'stew', 'c1')],
      ['a > b by history'],
    ],
    [
      'a folder that another skill has taken',
      [skill('a', 'loaf', 'c1')],
      [skill('a', 'stew', 'c2'), skill('b', 'loaf', 'c1')],
      ['> a', 'a > b by history'],
    ],
    [
      'two that begin together',
      [skill('a', 'loaf', 'c1'), skill('a/b', 'stew', 'c1')],
      [skill('a', 'loaf', 'c1'), skill('a/b', 'stew', 'c1')],
      ['a > a by path', 'a/b > a/b by path'],
    ],
  ])('%s', (_, before, after, expected) => {
    const shown = pairSkills(before, after, prints).map((pair) =>
      `${pair.before ?? ''} > ${pair.after ?? ''}${pair.by === undefined ? '' : ` by ${pair.by}`}`.trim(),
    );
    expect(shown).toEqual(expected);
  });
});

describe('lostLineage', () => {
  const loose = (path: string, name = path, related: string[] = []): [string, LooseSkill] => [
    path,
    { path, name, related },
  ];
  const find = (similarity: number, from: [string, LooseSkill], to: [string, LooseSkill], by?: 'content') =>
    lostLineage({
      pairs:
        by === undefined
          ? [
              { before: from[0], after: null },
              { before: null, after: to[0] },
            ]
          : [{ before: from[0], after: to[0], by }],
      before: new Map([from]),
      after: new Map([to]),
      isHistoryWhole: true,
      similarity: () => similarity,
    }).map(({ reason }) => reason);

  it.each<[string, string[], string[]]>([
    ['little in common', find(0.4, loose('a'), loose('b')), ['too-different']],
    ['nothing in common', find(0.1, loose('a'), loose('b')), []],
    ['one name', find(0.1, loose('x/a', 'a'), loose('y/a', 'a')), ['too-different']],
    ['a source that is stated', find(0.4, loose('a'), loose('b', 'b', ['a'])), []],
    ['enough in common, apart', find(0.9, loose('a'), loose('b'), 'content'), ['apart']],
    ['enough in common, and history knows', find(0.9, loose('a'), loose('b', 'b', ['a']), 'content'), []],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  it('measures what is in common as git does', () => {
    expect(shareInCommon(prints.get('loaf')!, prints.get('loaves')!)).toBe(0.72);
    expect(shareInCommon(prints.get('loaf')!, prints.get('stew')!)).toBe(0);
  });
});
