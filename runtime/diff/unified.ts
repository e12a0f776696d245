import { diffHunks } from './hunks.js';

/** A file on one side; null where it is not there. */
export interface DiffSide {
  readonly text: string;
  readonly executable: boolean;
}

/** A unified diff of one file, as `git diff` has it and `git apply` takes it; empty where nothing differs. */
export function unifiedDiff(path: string, before: DiffSide | null, after: DiffSide | null): string {
  const body = diffHunks(before?.text ?? '', after?.text ?? '');
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
