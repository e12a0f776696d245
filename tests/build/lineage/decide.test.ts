import { describe, expect, it } from 'vitest';
import { absentLineage, decideLineage } from '../../../build/lineage/decide.js';
import { packEvent, storedEvents, unpackEvent } from '../../../build/lineage/log.js';
import { correctDates, sortEvents } from '../../../build/lineage/order.js';
import type { GatheredHistory, LineageEvent } from '../../../build/lineage/types.js';

/** `a1 A skills/x b1`: commit, letter, folder, blob; a rename has `from>to`. */
function events(...lines: string[]): LineageEvent[] {
  return lines.map((line) => {
    const [commit = '', letter = '', folders = '', blob] = line.split(' ');
    return unpackEvent(`${commit} ${letter} ${blob ?? '-'} ${folders.replace('>', '//')}`)!;
  });
}

function decide(list: LineageEvent[], tips: string[], more: Partial<GatheredHistory> = {}) {
  const ids = [...new Set(list.map(({ commit }) => commit))];
  const commits = new Map(ids.map((id) => [id, { date: `date of ${id}`, author: 'A', subject: id }]));
  const gathered = { status: 'full' as const, commits, events: list, doubtful: new Set<string>(), ...more };
  const { section } = decideLineage(
    gathered,
    tips.map((path) => ({ path, name: path })),
  );
  const versions = section.skills.map(({ path, versions: all }) => [
    path,
    ...all.map(({ commit, action }) => `${commit} ${action}`),
  ]);
  return { section, versions };
}

describe('decideLineage', () => {
  it('starts anew where a removed skill comes back', () => {
    const { section, versions } = decide(events('1 A x b1', '2 D x', '3 A x b2'), ['x']);
    expect(versions).toEqual([['x', '3 add']]);
    expect(section.skills[0]).toMatchObject({ created: 'date of 3', updated: 'date of 3' });
    expect(section.log).toEqual(['1 A b1 x', '2 D - x']);
    expect(section.removed).toEqual([]);
  });

  it('lists what was removed, and not what was renamed', () => {
    const { section } = decide(events('1 A x b1', '2 R x>y b1', '3 A z b3', '4 D y', '5 D z'), []);
    expect(section.removed.map(({ path, commit }) => `${path} ${commit}`)).toEqual(['y 4', 'z 5']);
  });

  it('follows chains of renames', () => {
    const { section, versions } = decide(events('1 A x b1', '2 R x>y b1', '3 M y b2', '4 R y>z b2'), ['z']);
    expect(versions).toEqual([['z', '1 add', '2 rename', '3 modify', '4 rename']]);
    expect(section.skills[0]).toMatchObject({ formerly: ['x', 'y'], created: 'date of 1' });
    expect(section.edges.map(({ from, to }) => `${from} ${to}`)).toEqual(['x y', 'y z']);
  });

  it('keeps edits that another branch made before a rename came in', () => {
    const { versions } = decide(events('1 A x b1', '2 R x>y b1', '3 M x b2', '4 M y b3'), ['y']);
    expect(versions).toEqual([['y', '1 add', '2 rename', '3 modify', '4 modify']]);
  });

  it('parts a skill that stayed beside its renamed self', () => {
    const { versions } = decide(events('1 A x b1', '2 R x>y b1', '3 M x b2', '4 M y b3'), ['x', 'y']);
    expect(versions).toEqual([
      ['x', '1 add', '3 modify'],
      ['y', '1 add', '2 rename', '4 modify'],
    ]);
  });

  it('parts two renames of one skill on two branches', () => {
    const { versions } = decide(events('1 A x b1', '2 R x>y b1', '3 R x>z b1'), ['y', 'z']);
    expect(versions).toEqual([
      ['y', '1 add', '2 rename'],
      ['z', '1 add', '3 rename'],
    ]);
  });

  it('takes the same addition on two branches for one skill', () => {
    const { section, versions } = decide(events('1 A x b1', '2 A x b1', '3 M x b2'), ['x']);
    expect(versions).toEqual([['x', '1 add', '2 add', '3 modify']]);
    expect(section.edges).toEqual([]);
  });

  it('gives a removal on one branch no say over a skill that another keeps', () => {
    const { section, versions } = decide(events('1 A x b1', '2 D x', '3 M x b2'), ['x']);
    expect(versions).toEqual([['x', '1 add', '3 modify']]);
    expect(section.log).toEqual(['2 D - x']);
  });

  it('takes the latest of several sources of a copy, and no twin of the same commit', () => {
    const list = events('1 A x b1', '2 A y b1', '3 A p b9', '3 A q b9', '4 A z b1');
    const { section } = decide(list, ['p', 'q', 'x', 'y', 'z']);
    expect(section.edges.map(({ type, from, to }) => `${type} ${from} ${to}`)).toEqual([
      'copy x y',
      'copy y z',
    ]);
  });

  it('dates nothing whose beginning it cannot see', () => {
    const { section } = decide(events('2 M x b2', '3 R y>z b3'), ['w', 'x', 'z'], { status: 'shallow' });
    expect(section.skills).toEqual([
      { path: 'w', versions: [], truncated: true },
      expect.objectContaining({ path: 'x', truncated: true, updated: 'date of 2' }),
      expect.objectContaining({ path: 'z', truncated: true, formerly: ['y'] }),
    ]);
    expect(section.skills.every(({ created }) => created === undefined)).toBe(true);
  });

  it('keeps folders apart that are named like parts of an object', () => {
    const { versions } = decide(events('1 A __proto__ b1', '2 M __proto__ b2'), ['__proto__', 'constructor']);
    expect(versions).toEqual([['__proto__', '1 add', '2 modify'], ['constructor']]);
  });

  it('stores every event once, in the versions or in the log', () => {
    const list = events('1 A x b1', '2 R x>y b1', '3 A z b3', '4 D z', '5 A . b4');
    expect(
      storedEvents(decide(list, ['.', 'y']).section)
        .map(packEvent)
        .sort(),
    ).toEqual(list.map(packEvent).sort());
  });

  it('makes edges of what front matter states, and gives back what is not there', () => {
    const { section, unknownSources } = decideLineage(
      { status: 'full', commits: new Map(), events: [], doubtful: new Set() },
      [
        { path: 'skills/b', name: 'same' },
        { path: 'skills/a', name: 'same' },
        {
          path: 'skills/c',
          name: 'c',
          derivedFrom: ['same', 'nowhere'],
          mergedFrom: ['skills/b/SKILL.md', 'c'],
        },
      ],
    );
    expect(section.edges).toEqual([
      { type: 'derive', from: 'skills/a', to: 'skills/c' },
      { type: 'merge', from: 'skills/b', to: 'skills/c' },
    ]);
    expect(unknownSources).toEqual([{ path: 'skills/c', key: 'derived-from', value: 'nowhere' }]);
  });
});

it('states that there is no lineage', () => {
  const { section } = absentLineage('not-a-repository', [{ path: 'a', name: 'a' }]);
  expect(section).toEqual({
    status: 'absent',
    reason: 'not-a-repository',
    commits: {},
    skills: [{ path: 'a', versions: [] }],
    edges: [],
    removed: [],
    log: [],
  });
});

describe('correctDates', () => {
  it('puts every commit behind its parents, whatever their clocks say', () => {
    const node = (id: string, committedAt: number, ...parents: string[]) => ({ id, committedAt, parents });
    const nodes = [node('d', 5, 'b', 'c'), node('b', 10, 'a'), node('c', 10, 'a'), node('a', 10)];
    expect([...correctDates(nodes, new Map())].sort()).toEqual([
      ['b', 1],
      ['c', 1],
      ['d', 7],
    ]);
    expect([...correctDates([nodes[0]!], new Map([['b', 20]]))]).toEqual([['d', 16]]);
  });

  it('does not overflow on a long history', () => {
    const nodes = Array.from({ length: 50_000 }, (_, i) => ({
      id: `${50_000 - i}`,
      committedAt: 1,
      parents: i === 49_999 ? [] : [`${49_999 - i}`],
    }));
    expect(correctDates(nodes, new Map()).get('50000')).toBe(49_999);
  });
});

it('sorts events by corrected date, commit, folder', () => {
  const list = events('b A x 1', 'a A y 1', 'a A x 1', 'c A x 1');
  const dates: Record<string, number> = { a: 2, b: 2, c: 1 };
  expect(sortEvents(list, (id) => dates[id]!).map(({ commit, path }) => commit + path)).toEqual([
    'cx',
    'ax',
    'ay',
    'bx',
  ]);
});
