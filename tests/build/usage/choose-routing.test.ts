import { describe, expect, it } from 'vitest';
import { chooseRouting, type TriedQuery } from '../../../build/usage/choose-routing.js';
import { packQueries } from '../../../build/usage/pack-queries.js';
import { RecordedQueries } from '../../../runtime/search/recorded.js';
import { analyse } from '../../../schema/analyzer/analyse.js';

const PROFILE = { weight: 0, imputed: 1, pair: 0.5, nearest: 3, smoothing: 3, k1: 1.2, b: 0.5 };
const OWN = ['alpha', 'beta', 'gamma', 'delta'];
const COUNT = 12;

/** A dozen records for each of four skills: a word of the skill's own, and one of each query's own. */
const queries = OWN.map((word, skill) =>
  Array.from({ length: COUNT }, (_, i) => {
    const query = `${word} topic q${skill}x${i}`;
    return { query, key: query, evidence: 70 };
  }),
);

/** Asked without records, each query has `first` of its skill in front, `behind` points ahead of it. */
function tried(first: (skill: number, i: number) => number, behind: number): TriedQuery[] {
  return queries.flatMap((own, skill) =>
    own.map(({ query }, i) => {
      const front = first(skill, i);
      const other = { document: skill, score: 0.3 - behind };
      const hits = front === skill ? [] : [other];
      return {
        terms: [...new Set(analyse(query))],
        units: new Set([skill * COUNT + i]),
        kin: new Set(own.map((_, k) => skill * COUNT + k)),
        right: new Set([skill]),
        hits: [{ document: front, score: 0.3 }, ...hits],
      };
    }),
  );
}

describe('how much records count', () => {
  const recorded = new RecordedQueries(packQueries(queries, PROFILE), OWN.length);
  const next = (skill: number): number => (skill + 1) % OWN.length;

  it('is nothing where searches are right already', () => {
    expect(
      chooseRouting(
        tried((skill) => skill, 0),
        recorded,
      ),
    ).toEqual({ weight: 0, imputed: 1 });
  });

  it('is as little as puts most right', () => {
    const near = chooseRouting(tried(next, 0.005), recorded);
    const far = chooseRouting(tried(next, 0.1), recorded);
    expect(near.weight).toBeGreaterThan(0);
    expect(far.weight).toBeGreaterThan(near.weight);
  });

  it('is nothing where one query put right may be chance', () => {
    const one = tried((skill, i) => (skill === 0 && i === 0 ? 1 : skill), 0.005);
    expect(chooseRouting(one, recorded).weight).toBe(0);
  });

  it('is nothing without queries', () => {
    expect(chooseRouting([], recorded)).toEqual({ weight: 0, imputed: 1 });
  });

  it('spares skills that are asked as if they had no records', () => {
    // Half of the queries are put right by records of their skill; the other half would lose their skill without.
    const half = tried((skill) => (skill < 2 ? next(skill) : skill), 0.02).map((query) => {
      const [first] = query.hits;
      const skill = [...query.right][0]!;
      return skill < 2 ? query : { ...query, hits: [first!, { document: skill - 2, score: 0.299 }] };
    });
    const { weight, imputed } = chooseRouting(half, recorded);
    expect(weight).toBeGreaterThan(0);
    expect(imputed).toBe(1);
  });
});
