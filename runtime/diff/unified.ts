import { diffLines } from './diff-lines.js';

/** Unchanged lines that are shown around a change. */
const CONTEXT = 3;

/** A file on one side; null where it is not there. */
export interface DiffSide {
  readonly text: string;
  readonly executable: boolean;
}

/** One line of the whole: ' ' for what both have, '-' and '+' for what one has. */
interface Line {
  readonly mark: ' ' | '-' | '+';
  /** With its line feed, where it has one. */
  readonly text: string;
}

/** A unified diff of one file, as `git diff` has it and `git apply` takes it; empty where nothing differs. */
export function unifiedDiff(path: string, before: DiffSide | null, after: DiffSide | null): string {
  const body = hunksOf(before?.text ?? '', after?.text ?? '');
  const header = headerOf(before, after);
  if (body === '' && header.length === 0) return '';
  const names = [
    `--- ${before === null ? '/dev/null' : nameOf('a', path)}\n`,
    `+++ ${after === null ? '/dev/null' : nameOf('b', path)}\n`,
  ];
  return [firstLine(path), ...header, ...(body === '' ? [] : names), body].join('');
}

/** The same for a file that is no text on a side, without its bytes. */
export function binaryDiff(path: string, before: DiffSide | null, after: DiffSide | null): string {
  const [a, b] = [
    before === null ? '/dev/null' : nameOf('a', path),
    after === null ? '/dev/null' : nameOf('b', path),
  ];
  return `${firstLine(path)}${headerOf(before, after).join('')}Binary files ${a.trim()} and ${b.trim()} differ\n`;
}

function firstLine(path: string): string {
  return `diff --git ${quoted('a', path)} ${quoted('b', path)}\n`;
}

function headerOf(before: DiffSide | null, after: DiffSide | null): string[] {
  const mode = ({ executable }: DiffSide): string => (executable ? '100755' : '100644');
  if (before === null) return after === null ? [] : [`new file mode ${mode(after)}\n`];
  if (after === null) return [`deleted file mode ${mode(before)}\n`];
  if (before.executable === after.executable) return [];
  return [`old mode ${mode(before)}\n`, `new mode ${mode(after)}\n`];
}

/** A tab ends a name with a blank, since some tools cut it there. */
function nameOf(side: string, path: string): string {
  const name = quoted(side, path);
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name;
}

/** Quoted as C has it, as git does: where a name has quotes, backslashes or control characters. */
function quoted(side: string, path: string): string {
  const name = `${side}/${path}`;
  if (!/["\\\x00-\x1f\x7f]/.test(name)) return name;
  const safe = name.replace(/["\\\x00-\x1f\x7f]/g, (character) =>
    character === '"' || character === '\\'
      ? `\\${character}`
      : `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return `"${safe}"`;
}

function hunksOf(before: string, after: string): string {
  const lines = linesOf(split(before), split(after));
  const changed = lines.flatMap(({ mark }, i) => (mark === ' ' ? [] : [i]));
  const groups: { from: number; to: number }[] = [];
  for (const i of changed) {
    const last = groups.at(-1);
    if (last !== undefined && i - last.to <= 2 * CONTEXT) last.to = i + 1;
    else groups.push({ from: i, to: i + 1 });
  }
  const [oldLines, newLines] = [counter(lines, '+'), counter(lines, '-')];
  return groups
    .map(({ from, to }) => {
      const [start, end] = [Math.max(from - CONTEXT, 0), Math.min(to + CONTEXT, lines.length)];
      const head = `@@ -${range(oldLines, start, end)} +${range(newLines, start, end)} @@\n`;
      return head + lines.slice(start, end).map(shown).join('');
    })
    .join('');
}

function split(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function linesOf(before: readonly string[], after: readonly string[]): Line[] {
  const { removed, added } = diffLines(before, after);
  const lines: Line[] = [];
  let [i, k] = [0, 0];
  while (i < before.length || k < after.length) {
    while (removed[i] === 1) lines.push({ mark: '-', text: before[i++]! });
    while (added[k] === 1) lines.push({ mark: '+', text: after[k++]! });
    if (i < before.length && k < after.length) {
      lines.push({ mark: ' ', text: before[i++]! });
      k++;
    }
  }
  return lines;
}

/** How many of the lines before each place stand on one side: all but those with the other side's mark. */
function counter(lines: readonly Line[], other: Line['mark']): Int32Array {
  const counts = new Int32Array(lines.length + 1);
  lines.forEach(({ mark }, i) => {
    counts[i + 1] = counts[i]! + (mark === other ? 0 : 1);
  });
  return counts;
}

/** First line and number of lines; a side without lines is placed behind the line before. */
function range(counts: Int32Array, start: number, end: number): string {
  const length = counts[end]! - counts[start]!;
  const first = length === 0 ? counts[start]! : counts[start]! + 1;
  return length === 1 ? `${first}` : `${first},${length}`;
}

function shown({ mark, text }: Line): string {
  return text.endsWith('\n') ? mark + text : `${mark}${text}\n\\ No newline at end of file\n`;
}
