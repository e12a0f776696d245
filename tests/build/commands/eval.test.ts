import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { skillgraft } from '../../helpers/cli.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import type { LooseJson } from '../../helpers/mcp-client.js';

const temp = tempFolder('skillgraft-eval-');
afterAll(() => temp.dispose());
const repo = new TestRepo(join(temp.dir, 'r'))
  .write('skills/kettle/SKILL.md', skillText('kettle', 'Boil water.'))
  .write('skills/teapot/SKILL.md', skillText('teapot', 'Pour leaves.'));
repo.commit('one');
skillgraft(['build', '--repo', repo.dir]);

const file = (name: string, text: string): string => {
  writeFileSync(join(repo.dir, name), text);
  return name;
};
const GOOD = file('good.jsonl', '{"id": "1", "query": "boil water", "expected": ["kettle"]}\n');
const MIXED = file(
  'mixed.jsonl',
  '{"id": "1", "query": "pour leaves", "expected": ["kettle"]}\n{"id": "2", "query": "zzz", "expected": []}\n',
);
const run = (...args: string[]) => skillgraft(['eval', ...args], { cwd: repo.dir });
const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout) as LooseJson;

describe('skillgraft eval', () => {
  it('has the documented JSON for one file', () => {
    expect(json(GOOD)).toMatchObject({
      file: GOOD,
      queries: 1,
      hit1: 1,
      hit5: 1,
      mrr: 1,
      rejected: { of: 0, correct: 0 },
      misses: [],
      findings: [],
    });
    expect(json(MIXED)).toMatchObject({
      queries: 2,
      hit1: 0,
      rejected: { of: 1, correct: 1 },
      misses: [
        { id: '1', query: 'pour leaves', expected: ['kettle'], got: expect.arrayContaining(['teapot']) },
      ],
    });
  });

  it('has an array for several files', () => {
    expect(json(GOOD, MIXED).files.map(({ file: name }: LooseJson) => name)).toEqual([GOOD, MIXED]);
  });

  it('prints metrics and misses', () => {
    const { status, stdout } = run(MIXED);
    expect(status).toBe(0);
    expect(stdout).toContain('2 queries: hit@1 0.000');
    expect(stdout).toContain('miss 1: "pour leaves" (expected kettle, got teapot');
  });

  it('ends with 1 below a floor and names it', () => {
    const floors = file('floors.json', '{"hit1": 0.5}');
    expect(run(GOOD, '--floors', floors).status).toBe(0);
    const { status, stdout } = run(MIXED, '--floors', floors);
    expect(status).toBe(1);
    expect(stdout).toContain('hit1 is 0.000, below its floor of 0.5.');
  });

  it('ends with 1 and names the line where one cannot be read; the others count', () => {
    const broken = file('broken.jsonl', `{"id": "1", "query": "boil water", "expected": ["kettle"]}\nnope\n`);
    const { status, stdout } = run(broken);
    expect(status).toBe(1);
    expect(stdout).toContain('1 query: hit@1 1.000');
    expect(stdout).toMatch(/2:1 +error .*eval-line-broken/);
    expect(json(broken).findings).toMatchObject([{ line: 2, code: 'eval-line-broken' }]);
  });

  it('warns of names that no skill has and of ids that stand twice, which count all the same', () => {
    const lines = [
      '{"id": "1", "query": "boil water", "expected": ["kettel", "kettle"]}',
      '{"id": "2", "query": "zzz", "expected": [], "not": ["no-such-skill-at-all"]}',
      'nope',
      '{"id": "1", "query": "pour leaves", "expected": ["teepot"], "not": ["teepot"]}',
    ];
    const odd = file('odd.jsonl', lines.filter((line) => line !== 'nope').join('\n'));
    expect(run(odd).status).toBe(0);
    const { status, stdout } = run(file('odd.jsonl', lines.join('\n')));
    expect(status).toBe(1);
    expect(stdout).toContain('3 queries: hit@1 0.500');
    expect(stdout).toMatch(
      /1:1 +warning +No skill .* is called kettel\. The nearest is kettle\. +eval-skill-unknown/,
    );
    expect(stdout).toMatch(/2:1 +warning +.*no-such-skill-at-all\. Correct it/);
    expect(stdout).toMatch(/4:1 +warning +The id 1 stands in line 1, too/);
    const found = json(odd).findings.map(
      ({ line, code, severity }: LooseJson) => `${line} ${code} ${severity}`,
    );
    expect(found).toEqual([
      '1 eval-skill-unknown warning',
      '2 eval-skill-unknown warning',
      '3 eval-line-broken error',
      '4 eval-id-repeated warning',
      '4 eval-skill-unknown warning',
    ]);
  });

  it('says that nothing was measured where no line can be read, and counts no empty query', () => {
    const { status, stdout } = run(file('none.jsonl', 'nope\n{"id": "1", "query": " ", "expected": []}\n'));
    expect(status).toBe(1);
    expect(stdout).toContain('\n  No line of it could be read, so nothing was measured.\n');
    expect(stdout).toMatch(/2:1 +error .*its `query` is empty/);
    expect(stdout).not.toContain('0 queries');
  });

  it('shows what was won and lost since an earlier run', () => {
    const earlier = file(
      'earlier.json',
      JSON.stringify({ ...json(GOOD), misses: [{ id: '1', query: 'boil water' }] }),
    );
    expect(run(GOOD, '--compare', earlier).stdout).toContain('1 won, 0 lost\n    won   1\n');
    const good = file('before.json', JSON.stringify(json(GOOD)));
    expect(json(MIXED, '--compare', good).comparison).toMatchObject({ won: [], lost: ['1'], hit1: -1 });
  });

  it.each([
    ['a file that is not there', ['gone.jsonl'], 'gone.jsonl'],
    ['a file without queries', [file('empty.jsonl', '\n')], 'no query'],
    ['unknown floors', [GOOD, '--floors', file('odd.json', '{"hit3": 1}')], 'hit3'],
    ['no file', [], 'QUERIES'],
    ['an index that is not there', [GOOD, '--index', 'nowhere'], 'nowhere'],
  ])('ends with 2 for %s', (_, args, said) => {
    expect(run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(said) });
  });
});
