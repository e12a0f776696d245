import { describe, expect, it } from 'vitest';
import { compareScores, readEarlier } from '../../../build/evals/compare.js';
import { belowFloors, readFloors } from '../../../build/evals/floors.js';
import { readQueries } from '../../../build/evals/read-queries.js';
import { scoreAnswers } from '../../../build/evals/score.js';
import type { EvalAnswer } from '../../../build/evals/types.js';

const answer = (id: string, expected: string[], got: string[], not: string[] = []): EvalAnswer => ({
  query: { id, query: `query ${id}`, expected, not },
  results: got.map((name) => ({ name, path: `skills/folder-${name}` })),
});

describe('readQueries', () => {
  it('reads lines, with a BOM, CRLF and empty lines, and names each that is broken', () => {
    const lines = [
      '\uFEFF{"id": "a", "query": "q", "expected": ["x"], "note": 1}',
      '',
      '{"id": "b", "query": "q", "expected": []',
      '[]',
      '{"query": "q", "expected": []}',
      '{"id": "d", "expected": []}',
      '{"id": "e", "query": "q", "expected": "x"}',
      '{"id": "f", "query": "q", "expected": [], "not": [1]}',
      '{"id": "i", "query": " ", "expected": []}',
      '{"id": "g", "query": "q", "expected": [], "not": ["e\u0301"]}',
    ];
    const { queries, findings } = readQueries(lines.join('\r\n'), 'q.jsonl');
    expect(queries).toEqual([
      { id: 'a', query: 'q', expected: ['x'], not: [], line: 1 },
      { id: 'g', query: 'q', expected: [], not: ['\u00e9'], line: 10 },
    ]);
    expect(findings.map(({ code, path, line }) => `${path}:${line} ${code}`)).toEqual(
      [3, 4, 5, 6, 7, 8, 9].map((line) => `q.jsonl:${line} eval-line-broken`),
    );
  });
});

describe('scoreAnswers', () => {
  const score = scoreAnswers([
    answer('1', ['a'], ['a', 'b']),
    answer('2', ['folder-b'], ['a', 'b']),
    answer('3', ['c', 'z'], ['1', '2', '3', '4', '5', 'c']),
    answer('4', ['none'], ['a']),
    answer('5', [], []),
    answer('6', [], ['a', 'b', 'c', 'd']),
    answer('7', [], ['a'], ['b']),
    answer('8', [], ['b'], ['folder-b']),
  ]);

  it('counts ranks by name and by folder, rejections, and what must not win', () => {
    expect(score).toMatchObject({
      queries: 8,
      hit1: 0.25,
      hit5: 0.5,
      mrr: Math.round(((1 + 1 / 2 + 1 / 6) / 4) * 1e4) / 1e4,
      rejected: { of: 2, correct: 1 },
      not: { of: 2, correct: 1 },
    });
  });

  it('names the misses with the first three that came instead', () => {
    expect(score.misses.map(({ id }) => id)).toEqual(['2', '3', '4', '6', '8']);
    expect(score.misses[3]).toEqual({ id: '6', query: 'query 6', expected: [], got: ['a', 'b', 'c'] });
    expect(score.misses[4]).toMatchObject({ not: ['folder-b'], got: ['b'] });
  });

  it('has no share of nothing', () => {
    expect(scoreAnswers([answer('1', [], [])])).toMatchObject({ hit1: null, hit5: null, mrr: null });
  });

  it('is held to floors; a metric that no query asks for is below its floor', () => {
    expect(belowFloors(score, { hit1: 0.25, hit5: 0.6, rejected: 0.5, not: 0.51 })).toEqual([
      { metric: 'hit5', floor: 0.6, reached: 0.5 },
      { metric: 'not', floor: 0.51, reached: 0.5 },
    ]);
    expect(belowFloors(scoreAnswers([answer('1', [], [])]), { hit1: 0 })).toEqual([
      { metric: 'hit1', floor: 0, reached: null },
    ]);
  });

  it('is compared with an earlier run, which may have had other queries', () => {
    const queries = ['1', '2', '3', '4'].map((id) => ({ id, query: `query ${id}` }));
    const misses = ['1', '2', 'gone'].map((id) => ({ id, query: `query ${id}` }));
    const [earlier] = readEarlier(JSON.stringify({ hit1: 0.5, hit5: null, mrr: 0.1, misses }), 'e.json');
    expect(compareScores(score, earlier!, queries)).toEqual({
      won: ['1'],
      lost: ['3', '4'],
      hit1: -0.25,
      hit5: null,
      mrr: 0.3167,
    });
  });
});

describe('files beside the queries', () => {
  const codeOf = (call: () => unknown): unknown => {
    try {
      call();
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
    return undefined;
  };

  it.each(['{', '[]', '1', '{"hit2": 0.5}', '{"hit1": "x"}', '{"hit1": 1.5}', '{"__proto__": 1}'])(
    'are refused as floors: %s',
    (text) => {
      expect(codeOf(() => readFloors(text, 'f.json'))).toBe('floors-broken');
    },
  );

  it.each(['{', '{}', '{"files": []}', '{"hit1": 1, "hit5": 1, "mrr": 1, "misses": [{}]}'])(
    'are refused as an earlier run: %s',
    (text) => {
      expect(codeOf(() => readEarlier(text, 'e.json'))).toBe('earlier-broken');
    },
  );
});
