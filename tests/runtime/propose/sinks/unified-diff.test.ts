import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { unifiedDiff } from '../../../../runtime/propose/sinks/unified-diff.js';
import type { FileChange } from '../../../../runtime/propose/types.js';
import { git, TestRepo, tempFolder } from '../../../helpers/git-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`);

const CASES: readonly (readonly [
  name: string,
  path: string,
  before: string | Buffer | null,
  after: string | Buffer | null,
])[] = [
  ['a new file', 'new.md', null, 'a\nb\n'],
  ['a new empty file', 'empty.md', null, ''],
  ['a removed file', 'gone.md', 'a\n', null],
  ['a removed empty file', 'gone empty.md', '', null],
  ['one line of one', 'one.md', 'a\n', 'b\n'],
  ['a file made empty', 'drained.md', 'a\nb\n', ''],
  ['a file filled', 'filled.md', '', 'a\nb\n'],
  ['a final newline that goes', 'end.md', 'a\nb\n', 'a\nb'],
  ['a final newline that comes', 'end2.md', 'a\nb', 'a\nb\n'],
  [
    'two changes far apart',
    'far.md',
    numbered(30).join(''),
    numbered(30).with(3, 'x\n').with(25, 'y\n').join(''),
  ],
  [
    'two changes whose contexts touch',
    'near.md',
    numbered(30).join(''),
    numbered(30).with(10, 'x\n').with(17, 'y\n').join(''),
  ],
  [
    'two changes that are one line too far',
    'split.md',
    numbered(30).join(''),
    numbered(30).with(10, 'x\n').with(18, 'y\n').join(''),
  ],
  ['CRLF', 'crlf.md', 'a\r\nb\r\n', 'a\r\nc\r\n'],
  ['a path with blanks', 'with blank/a b.md', 'a\n', 'b\n'],
  ['a path to quote', 'ä/"q"\\\t.md', 'a\n', 'b\n'],
  ['bytes that are no text', 'x.bin', Buffer.from([0, 1, 2]), Buffer.from([0, 1, 3])],
  ['removed bytes that are no text', 'ü x.bin', Buffer.from([0, 1, 2]), null],
  ['a byte order mark', 'bom.md', '\ufeffa\n', '\ufeffb\n'],
];

describe('unifiedDiff', () => {
  const repo = new TestRepo(`${temp.dir}/cases`);
  for (const [, path, before] of CASES) put(repo, path, before);
  repo.commit('before');
  repo.git('rm', '-qrf', '.');
  for (const [, path, , after] of CASES) put(repo, path, after);
  repo.commit('after');

  test.each(CASES)('%s: as git itself prints it', (_, path, before, after) => {
    const diff = git(repo.dir, ['diff', '--no-renames', 'HEAD~', 'HEAD', '--', path]);
    const change: FileChange = { path, mode: '100644', before: bytes(before), after: bytes(after) };
    expect(unifiedDiff([change])).toBe(diff.replace(/^(@@ .* @@).*$/gm, '$1'));
  });

  test('no more lines are changed than git changes at least', () => {
    const repo = new TestRepo(`${temp.dir}/least`);
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 40 });
    const pairs = fc.sample(fc.tuple(text, text), { numRuns: 100, seed: 5 });
    for (const [i, [before]] of pairs.entries()) put(repo, `${i}`, `${before.join('\n')}\n`);
    repo.commit('before');
    for (const [i, [, after]] of pairs.entries()) put(repo, `${i}`, `${after.join('\n')}\n`);
    repo.commit('after');
    const counts = new Map<string, number>();
    for (const line of repo.git('diff', '--minimal', '--numstat', 'HEAD~').split('\n')) {
      const [added, removed, path] = line.split('\t');
      counts.set(path!, Number(added) + Number(removed));
    }
    expect(counts.size).toBeGreaterThan(90);
    for (const [path, count] of counts) {
      const [before, after] = pairs[Number(path)]!.map((lines) => Buffer.from(`${lines.join('\n')}\n`));
      const diff = unifiedDiff([{ path, mode: '100644', before: before!, after: after! }]);
      expect(diff.match(/^[+-](?![+-])/gm)).toHaveLength(count);
    }
  });

  test('two long texts that have nothing in common are replaced as a whole, in no time', () => {
    const of = (word: string) =>
      Buffer.from(Array.from({ length: 20_000 }, (_, i) => `${word} ${i}\n`).join(''));
    const change: FileChange = { path: 'a', mode: '100644', before: of('old'), after: of('new') };
    const start = performance.now();
    const diff = unifiedDiff([change]);
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(diff.split('\n').length).toBe(4 + 1 + 40_000 + 1);
  });
});

function bytes(content: string | Buffer | null): Buffer | null {
  return typeof content === 'string' ? Buffer.from(content) : content;
}

function put(repo: TestRepo, path: string, content: string | Buffer | null): void {
  if (content !== null) repo.write(path, content);
}
