import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { gatherHistory } from '../../../build/lineage/gather.js';
import { exactRenames, similarRenames } from '../../../build/lineage/renames.js';
import { fingerprint, similarity } from '../../../build/lineage/similarity.js';
import { defaultRef, openRepository } from '../../../runtime/git/open.js';
import type { PathChange } from '../../../runtime/git/repository.js';
import { git, tempFolder } from '../../helpers/git-repo.js';
import { importHistory } from '../../helpers/random-history.js';
import { sharedPath } from '../../helpers/shared.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

/** Renames as `git log -M` sees them among SKILL.md files, one line each, sorted. */
function gitRenames(dir: string, ref: string): string[] {
  const flags = ['--raw', '-z', '-M', '--no-abbrev', '--format=%H', '--diff-filter=R'];
  const output = git(dir, ['-c', 'diff.renameLimit=0', 'log', ...flags, ref, '--', ':(glob)**/SKILL.md']);
  const tokens = output.split('\0').map((token) => token.trim());
  const renames: string[] = [];
  let commit = '';
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (/^[0-9a-f]{40}$/.test(token)) commit = token;
    if (/^:.* R\d+$/.test(token)) renames.push(`${commit} ${folder(tokens[++i]!)} ${folder(tokens[++i]!)}`);
  }
  return renames.sort();
}

function folder(path: string): string {
  return path === 'SKILL.md' ? '.' : path.slice(0, -'/SKILL.md'.length);
}

async function ourRenames(dir: string): Promise<{ ref: string; renames: string[] }> {
  const repo = await openRepository(dir);
  const { ref, commit } = await defaultRef(repo);
  const { events } = await gatherHistory(repo, commit);
  await repo.close();
  const renames = events.filter(({ op }) => op === 'rename').map((e) => `${e.commit} ${e.from} ${e.path}`);
  return { ref, renames: renames.sort() };
}

describe('renames equal those of git log -M', () => {
  const repos = sharedPath('repos');
  it.skipIf(repos === null).each([
    ['mattpocock+skills', 50],
    ['obra+superpowers', 2],
    ['terrylica+cc-skills', 80],
    ['github+awesome-copilot', 1],
  ])('in the real history %s', async (name, atLeast) => {
    const dir = join(temp.dir, name);
    git(temp.dir, ['clone', '-q', join(repos!, `${name}.bundle`), dir]);
    const { ref, renames } = await ourRenames(dir);
    expect(renames).toEqual(gitRenames(dir, ref));
    expect(renames.length).toBeGreaterThanOrEqual(atLeast);
  });

  it.each([11, 12, 13, 14])('in random history %i, with many moves a commit', async (seed) => {
    const dir = join(temp.dir, `random-${seed}`);
    mkdirSync(dir);
    git(dir, ['init', '-q', '-b', 'main']);
    const weights = { modify: 1, add: 2, rename: 2, edit: 6, copy: 1, remove: 1, other: 0, merge: 0.1 };
    importHistory(dir, { seed, commits: 80, skills: 60, burst: 14, weights });
    const { ref, renames } = await ourRenames(dir);
    const theirs = gitRenames(dir, ref);
    expect(theirs.length).toBeGreaterThan(100);
    expect(differences(renames, theirs)).toEqual(await tailDifferences(dir, renames, theirs));
  });
});

function differences(a: readonly string[], b: readonly string[]): string[] {
  return [...a.filter((line) => !b.includes(line)), ...b.filter((line) => !a.includes(line))].sort();
}

/** Git before 2.44 leaves out a last line without LF: only such differences are allowed, and only there. */
async function tailDifferences(
  dir: string,
  ours: readonly string[],
  theirs: readonly string[],
): Promise<string[]> {
  if (versionOf(dir) >= 2.44) return [];
  const other = new Set((await renamesWithoutTail(dir)).sort());
  expect(differences([...other], theirs)).toEqual([]);
  return differences(ours, [...other]);
}

function versionOf(dir: string): number {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(git(dir, ['--version'])) ?? [];
  return Number(major) + Number(minor) / 100;
}

async function renamesWithoutTail(dir: string): Promise<string[]> {
  const repo = await openRepository(dir);
  const { commit } = await defaultRef(repo);
  const lines: string[] = [];
  for (const changes of await repo.skillChanges((await repo.history(commit)).commits)) {
    const candidates = exactRenames(changes);
    const oids = [...candidates.deleted.map((c) => c.before!), ...candidates.added.map((c) => c.blob!)];
    const contents = await repo.blobs(oids);
    const prints = new Map(oids.map((oid, i) => [oid, fingerprint(contents[i]!, false)]));
    for (const { from, to } of [...candidates.exact, ...similarRenames(candidates, prints)]) {
      lines.push(`${changes.commit} ${folder(from.path)} ${folder(to.path)}`);
    }
  }
  await repo.close();
  return lines;
}

describe('exactRenames', () => {
  const gone = (path: string, before: string): PathChange => ({ path, op: 'delete', before });
  const come = (path: string, blob: string): PathChange => ({ path, op: 'add', blob });

  it('pairs equal contents in the order of paths, each once', () => {
    const changes = [
      gone('b/SKILL.md', '1'),
      gone('a/SKILL.md', '1'),
      come('d/SKILL.md', '1'),
      come('c/SKILL.md', '1'),
    ];
    const { exact } = exactRenames({ commit: 'x', changes: [...changes, come('e/SKILL.md', '1')] });
    expect(exact.map(({ from, to }) => `${from.path} ${to.path}`)).toEqual([
      'a/SKILL.md c/SKILL.md',
      'b/SKILL.md d/SKILL.md',
    ]);
  });

  it('does not take a link for a file', () => {
    const changes = [gone('a/SKILL.md', '1'), { ...come('b/SKILL.md', '1'), link: true as const }];
    expect(exactRenames({ commit: 'x', changes }).exact).toEqual([]);
  });
});

describe('similarity', () => {
  const print = (text: string) => fingerprint(Buffer.from(text));
  const lines = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => `line number ${from + i} of the file\n`).join('');

  it('is full for equal files, whatever their line ends', () => {
    expect(similarity(print(lines(9)), print(lines(9)))).toBe(60_000);
    const crlf = similarity(print(lines(9)), print(lines(9).replaceAll('\n', '\r\n')));
    expect(crlf).toBeGreaterThan(57_000);
    expect(crlf).toBeLessThan(60_000);
  });

  it('is none where the sizes are too far apart, or a file is empty', () => {
    expect(similarity(print(lines(3)), print(lines(9)))).toBe(0);
    expect(similarity(print(''), print(''))).toBe(0);
  });

  it('counts the bytes that both have', () => {
    expect(similarity(print('a\nbb\n'), print('bb\nc\n'))).toBe(36_000);
    expect(similarity(print('tail'), print('tail'))).toBe(60_000);
  });
});
