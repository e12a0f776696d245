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
