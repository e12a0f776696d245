import type { Style } from '../../runtime/cli/style.js';
import type { Finding, Severity } from '../../schema/diagnostic.js';
import { countSeverities, findingRow } from './rows.js';

/** Lines for people: findings grouped by file, each with its place, its wording, its code, and the fix below it. */
export function findingLines(findings: readonly Finding[], style: Style): string[] {
  const lines: string[] = [];
  let path: string | null = null;
  for (const finding of findings) {
    const row = findingRow(finding);
    if (row.path !== path) {
      if (path !== null) lines.push('');
      lines.push(style.bold(row.path));
      path = row.path;
    }
    const place = `${row.line}:${row.column}`.padEnd(7);
    lines.push(`  ${style.dim(place)} ${paint(row.severity, style)}  ${row.message}  ${style.dim(row.code)}`);
    if (row.fix !== undefined)
      lines.push(
        `          fix: ${row.fix === '' ? '(remove it)' : row.fix.split('\n').join('\n               ')}`,
      );
  }
  return lines;
}

/** `2 errors, 1 warning, 3 notes`, without what there is none of. */
export function countLine(findings: readonly Finding[]): string {
  const counts = countSeverities(findings);
  const parts = [
    plural(counts.error, 'error'),
    plural(counts.warning, 'warning'),
    plural(counts.info, 'note'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'no findings' : parts.join(', ');
}

/** `1 file`, `2 files`; empty for none. */
export function plural(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;
}

function paint(severity: Severity, style: Style): string {
  if (severity === 'error') return style.red('error  ');
  return severity === 'warning' ? style.yellow('warning') : style.cyan('note   ');
}
