import type { ExitCode } from '../../runtime/cli/command.js';
import { terminalText } from '../../runtime/cli/terminal-text.js';
import { unifiedDiff } from '../../runtime/diff/unified.js';
import { SkillgraftError } from '../../schema/errors.js';
import type { FixedFile } from '../check/fix/fix-files.js';
import { writeFixes } from '../check/fix/write-fixes.js';
import type { CheckResult } from '../check/types.js';
import { plural } from '../report/text.js';
import type { CheckContext } from './check-options.js';

/** Prints what --fix would do, as a diff that `git apply` takes; 1 where there is something to do. */
export function showFixes(context: CheckContext, result: CheckResult): ExitCode {
  const changed = changedFiles(context, result);
  for (const { path, before, after, executable } of changed) {
    const diff = unifiedDiff(path, { text: before, executable }, { text: after, executable });
    // In a file or a pipe it keeps every byte, line ends included.
    context.stdout.write(context.isTTY ? terminalText(diff) : diff);
  }
  context.notice(`--fix would mend ${countFixes(changed)}.`);
  return changed.length === 0 ? 0 : 1;
}

/** Writes what can be mended; true where that was something. */
export async function applyFixes(context: CheckContext, result: CheckResult): Promise<boolean> {
  const changed = changedFiles(context, result);
  await writeFixes(result.top, changed);
  for (const { path, fixed } of changed)
    context.notice(`mended ${path}: ${[...new Set(fixed.map(({ code }) => code))].join(', ')}`);
  context.notice(`Mended ${countFixes(changed)}.`);
  return changed.length > 0;
}

/** The files that fixes change; what could not be mended is said. */
function changedFiles(context: CheckContext, { workTree, fixes }: CheckResult): FixedFile[] {
  if (!workTree) {
    const hint = 'Check out the branch, and run it there.';
    throw new SkillgraftError('fix-of-commit', 'There are no files on disk to mend.', hint);
  }
  for (const { path, refused } of fixes) {
    for (const { code, line } of refused)
      context.notice(`${path}:${line}: ${code} was not mended, since that would make another error.`);
  }
  return fixes.filter(({ before, after }) => before !== after);
}

function countFixes(files: readonly FixedFile[]): string {
  const count = files.reduce((sum, { fixed }) => sum + fixed.length, 0);
  return `${plural(count, 'finding') || 'no finding'} in ${plural(files.length, 'file') || 'no file'}`;
}
