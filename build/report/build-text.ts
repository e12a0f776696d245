import type { Style } from '../../runtime/cli/style.js';
import { INDEX_FILE } from '../../schema/format.js';
import type { BuildResult } from '../build-index.js';
import type { PublishResult } from '../publish-artifact.js';
import { countLine, findingLines, plural } from './text.js';

/** A build that was written, as its report needs it. */
export interface BuildReport {
  readonly result: BuildResult;
  readonly published: PublishResult;
  readonly out: string;
  /** Of the index and its sections. */
  readonly bytes: number;
  readonly ms: number;
  /** The command that shows all findings. */
  readonly checkCommand: string;
}

/** Lines for people: the errors, what they left out of the index, and what was written. */
export function buildReport(report: BuildReport, style: Style): string[] {
  const { result, ms, checkCommand } = report;
  const errors = result.findings.filter((finding) => finding.severity === 'error');
  const others = result.findings.filter((finding) => finding.severity !== 'error');
  const lines = findingLines(errors, style);
  if (errors.length > 0) lines.push('');
  // An error can leave a skill usable, so that the list of errors does not say which ones are lost.
  for (const { path, codes } of result.failed) lines.push(`left out: ${path} (${codes.join(', ')})`);
  if (result.failed.length > 0) lines.push('');
  lines.push(
    `Indexed ${result.skills.length} of ${plural(result.found, 'skill') || '0 skills'} from ${describeSource(result)} in ${ms} ms.`,
    outcome(report),
  );
  if (others.length > 0) lines.push(`${countLine(others)}: see \`${checkCommand}\`.`);
  return lines;
}

function outcome({ published, out, bytes }: BuildReport): string {
  if (published.kept === true) {
    return `${out}/${INDEX_FILE}: kept as it was, since this build has no skill. Remove ${out} first to write an empty index.`;
  }
  const files = plural(published.written, 'file') || 'no file';
  return `${out}/${INDEX_FILE}: ${Math.ceil(bytes / 1024)} KiB, ${files} written.`;
}

/** What was built, in the words of a sentence. */
export function describeSource(result: BuildResult): string {
  return result.commit === null ? `the files in ${result.top}` : `commit ${result.commit.slice(0, 12)}`;
}
