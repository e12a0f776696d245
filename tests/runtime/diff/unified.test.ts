import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { countChangedLines, diffHunks } from '../../../runtime/diff/hunks.js';
import { binaryDiff, type DiffSide, unifiedDiff } from '../../../runtime/diff/unified.js';
import { git, tempFolder } from '../../helpers/git-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const side = (text: string, executable = false): DiffSide => ({ text, executable });

/** Length of the longest common subsequence, the plain way. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const one of a) {
    const next = [0];
    for (const [k, other] of b.entries())
      next.push(one === other ? row[k]! + 1 : Math.max(row[k + 1]!, next[k]!));
    row = next;
  }
  return row.at(-1)!;
}

/** What is left of both sides by a diff that shows all lines of change: the lines without its mark. */
function leftOf(lines: readonly string[], hunks: string, mark: '-' | '+'): string[] {
  const gone = new Set<number>();
  let at = 0;
  for (const line of hunks.split('\n')) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/.exec(line);
    if (head !== null) {
      const [start, count] = mark === '-' ? [head[1], head[2]] : [head[3], head[4]];
      at = Number(start) - (count === '0' ? 0 : 1);
    } else if (line.startsWith(mark)) gone.add(at++);
    else if (line.startsWith(' ')) at += 1;
  }
  return lines.filter((_, i) => !gone.has(i));
}

describe('diffHunks', () => {
  const lines = (letters: string) => fc.array(fc.constantFrom(...letters), { maxLength: 40 });
  const textOf = (list: readonly string[]): string => list.map((line) => `${line}\n`).join('');

  it('leaves the same lines on both sides, as many as there can be', () => {
    fc.assert(
      fc.property(lines('abcdexyz'), lines('abcdeuvw'), (a, b) => {
        const hunks = diffHunks(textOf(a), textOf(b));
        const left = leftOf(a, hunks, '-');
        expect(left).toEqual(leftOf(b, hunks, '+'));
        expect(left).toHaveLength(longestCommon(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  it('does not take for ever where all is shuffled', () => {
    const a = Array.from({ length: 30_000 }, (_, i) => `${(i * 7919) % 30_011}`);
    const b = Array.from({ length: 30_000 }, (_, i) => `${(i * 104_729) % 30_011}`);
    const started = performance.now();
    const hunks = diffHunks(textOf(a), textOf(b));
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(leftOf(a, hunks, '-')).toEqual(leftOf(b, hunks, '+'));
  });
});

describe('unifiedDiff', () => {
  it('reads as that of git', () => {
    const before = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join('');
    const after = `${before.replace('line 3\n', '').replace('line 15\n', 'line 15\nmore\n')}end`;
    writeFileSync(join(temp.dir, 'a'), before);
    writeFileSync(join(temp.dir, 'b'), after);
    let theirs = '';
    try {
      git(temp.dir, ['diff', '--no-index', 'a', 'b']);
    } catch (error) {
      theirs = (error as { stdout: string }).stdout;
    }
    const hunks = (text: string) => text.slice(text.indexOf('@@')).replaceAll(/^(@@.*@@).*$/gm, '$1');
    expect(hunks(unifiedDiff('a', side(before), side(after)))).toBe(hunks(theirs));
    expect(unifiedDiff('a', side(before), side(before))).toBe('');
  });

  it('is applied by git, whatever the texts, names and modes', () => {
    const text = fc.array(
      fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', '-- x\n', '+ y\n', '\\ z\n', 'é 😀\n'),
      { maxLength: 30 },
    );
    const tail = fc.constantFrom('', 'end');
    const file = fc.option(
      fc.record({
        text: fc.tuple(text, tail).map(([lines, end]) => lines.join('') + end),
        executable: fc.boolean(),
      }),
    );
    const path = fc.constantFrom('x', 'a b/c d', 'skills/é/x', 'q"u\\o', 'tab\tname', 'b/x.md');
    const repo = join(temp.dir, 'repo');
    git(temp.dir, ['init', '-q', repo]);
    fc.assert(
      fc.property(path, file, file, (name, before, after) => {
        fc.pre((before ?? after) !== null);
        git(repo, ['rm', '-rq', '--cached', '--ignore-unmatch', '.']);
        git(repo, ['clean', '-fdxq']);
        const full = join(repo, name);
        if (before !== null) {
          mkdirSync(dirname(full), { recursive: true });
          writeFileSync(full, before.text, { mode: before.executable ? 0o755 : 0o644 });
        }
        const diff = unifiedDiff(name, before, after);
        const same =
          before !== null &&
          after !== null &&
          before.text === after.text &&
          before.executable === after.executable;
        expect(diff === '').toBe(same);
        if (diff !== '') git(repo, ['apply', '--whitespace=nowarn', '-'], { input: diff });
        expect(existsSync(full)).toBe(after !== null);
        if (after === null) return;
        expect(readFileSync(full, 'utf8')).toBe(after.text);
        expect((statSync(full).mode & 0o100) !== 0).toBe(after.executable);
      }),
      { numRuns: 150 },
    );
  });

  it('names a file that is no text', () => {
    expect(binaryDiff('a b', side(''), null)).toBe(
      'diff --git a/a b b/a b\ndeleted file mode 100644\nBinary files a/a b and /dev/null differ\n',
    );
  });
});

describe('countChangedLines', () => {
  const rows = (count: number, word: string) =>
    Array.from({ length: count }, (_, i) => `${word} ${i}\n`).join('');
  const [many, others] = [rows(5000, 'a'), rows(5000, 'b')];

  it.each<[string, string, string, ReturnType<typeof countChangedLines>]>([
    ['equal texts', many, many, { added: 0, removed: 0 }],
    ['a line among others', `x\n${many}y\n`, `x\n${many}z\n`, { added: 1, removed: 1 }],
    ['lines that repeat', 'a\na\na\n', 'a\na\n', { added: 0, removed: 1 }],
    ['a text that comes', '', many, { added: 5000, removed: 0 }],
    ['many lines in one place', 'x\ny\n', `x\n${many}y\n`, { added: 5000, removed: 0 }],
    ['too many to count', `x\n${many}`, `y\n${others}`, null],
  ])('%s', (_, before, after, expected) => {
    expect(countChangedLines(before, after)).toEqual(expected);
  });
});
