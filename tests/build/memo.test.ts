import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { compareCommits } from '../../build/change/compare-commits.js';
import { BuildMemo, remembered } from '../../build/memo.js';
import { READINGS } from '../../build/read.js';
import type { Embedder } from '../../runtime/embed/embedder.js';
import { skillText, TestRepo, tempFolder } from '../helpers/git-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const LONG = 'x'.repeat(201);
const digestOf = (text: string): string => createHash('sha256').update(text, 'utf16le').digest('base64');

describe('a memo', () => {
  it('makes a value once for each kind and key', async () => {
    const memo = new BuildMemo();
    const made: string[] = [];
    const of = (kind: string, key: string): string =>
      memo.of(kind, key, () => {
        made.push(`${kind} ${key.length}`);
        return `${kind} ${key}`;
      });
    for (const key of ['', 'a', LONG, '__proto__'])
      for (const kind of ['k', 'l', 'constructor'])
        expect([of(kind, key), of(kind, key)]).toEqual([`${kind} ${key}`, `${kind} ${key}`]);
    expect(made).toHaveLength(12);
    expect(await memo.later('k', 'a', async () => 'another')).toBe('k a');
    expect(await memo.later('k', 'b', async () => 'later')).toBe('later');
    expect(memo.of('k', 'b', () => 'another')).toBe('later');
    expect(memo.kinds).toEqual(['k', 'l', 'constructor']);
    expect(remembered(undefined, 'k', 'a', () => 'alone')).toBe('alone');
  });

  it('remembers nothing of what failed', async () => {
    const memo = new BuildMemo();
    const fail = (): never => {
      throw new Error('no');
    };
    expect(() => memo.of('k', 'a', fail)).toThrow('no');
    await expect(memo.later('k', 'a', async () => fail())).rejects.toThrow('no');
    expect(memo.all('k')).toEqual([]);
    expect(memo.of('k', 'a', () => 1)).toBe(1);
  });

  it.each([
    ['a text and its digest', LONG, `sha256:${digestOf(LONG)}`],
    ['the digest of a digest', `sha256:${digestOf(LONG)}`, `sha256:${digestOf(`sha256:${digestOf(LONG)}`)}`],
    ['halves of surrogate pairs', `${LONG}\ud800`, `${LONG}\ud801`],
    ['texts that NFC makes one', `${LONG}\u00e9`, `${LONG}e\u0301`],
    ['texts that differ behind a NUL', `${LONG}\0a`, `${LONG}\0b`],
  ])('tells %s from one another', (_name, one, other) => {
    const memo = new BuildMemo();
    expect([memo.of('k', one, () => 1), memo.of('k', other, () => 2)]).toEqual([1, 2]);
  });

  it('gives another memo what it has, and knows what of that was asked for', () => {
    const [from, to] = [new BuildMemo(), new BuildMemo()];
    from.of('k', LONG, () => 1);
    from.of('k', 'b', () => 2);
    for (const { key, value } of from.all('k')) to.take('k', key, value);
    expect(to.all('k').map(({ used }) => used)).toEqual([false, false]);
    expect(to.of('k', LONG, () => 3)).toBe(1);
    expect(to.all('k').map(({ used }) => used)).toEqual([true, false]);
  });

  it.each([
    ['at once', <T>(value: T) => value],
    ['later', async <T>(value: T) => value],
  ])('asks an embedder that answers %s for each text once', async (_name, answer) => {
    const asked: string[] = [];
    const inner = {
      fingerprint: { id: 'm', dims: 1 },
      embed: (texts: readonly string[]) => {
        asked.push(...texts);
        return answer(texts.map((text) => ({ vector: Float32Array.of(text.length), coverage: 1 })));
      },
    } as unknown as Embedder;
    const embedder = new BuildMemo().embedder(inner);
    const lengths = async (texts: readonly string[]) =>
      (await embedder.embed(texts)).map(({ vector }) => vector[0]);
    expect(await lengths(['a', LONG, 'a', 'bb'])).toEqual([1, 201, 1, 2]);
    expect(await lengths(['bb', 'ccc', LONG])).toEqual([2, 3, 201]);
    expect(await lengths([])).toEqual([]);
    expect(asked).toEqual(['a', LONG, 'bb', 'ccc']);
  });
});

describe('what a memo holds', () => {
  const parts = (memo: BuildMemo): [string, unknown][] =>
    memo.kinds
      .filter((kind) => kind !== 'vocabulary')
      .flatMap((kind) =>
        memo.all(kind).flatMap(({ key, value }) =>
          // Lists of readings grow; what is in them stays.
          (kind === READINGS ? (value as unknown[]) : [value]).map((part, i): [string, unknown] => [
            `${kind} ${key} ${i}`,
            structuredClone(part),
          ]),
        ),
      );

  it('is changed by no build that uses it', async () => {
    const repo = new TestRepo(join(temp.dir, 'repo'));
    for (const name of ['tidy-logs', 'cut-reed', 'bind-rope', 'fire-kiln'])
      repo.write(
        `skills/${name}/SKILL.md`,
        skillText(name, `# The way of ${name} in winter\n\nDo ${name} at dawn. See [it](none.md).`),
      );
    repo.write('skills/cut-reed/knots/SKILL.md', skillText('knots', 'Tie it.')).commit('one');
    repo.git('mv', 'skills/fire-kiln', 'skills/heat-oven');
    repo.write('skills/cut-reed/none.md', '# There\n').commit('two');
    repo.write('skillgraft.json', '{"profile": "spec", "rules": {"link-missing": "error"}}').commit('three');
    const memo = new BuildMemo();
    const options = { repo: repo.dir, exact: true, memo };
    await compareCommits({ ...options, base: 'HEAD~2', head: 'HEAD~1' });
    const before = parts(memo);
    expect(before.length).toBeGreaterThan(50);
    await compareCommits({ ...options, base: 'HEAD~1', head: 'HEAD' });
    await compareCommits({ ...options, base: 'HEAD', head: 'HEAD~2' });
    const after = new Map(parts(memo));
    for (const [name, value] of before) expect(isDeepStrictEqual(after.get(name), value), name).toBe(true);
  });
});
