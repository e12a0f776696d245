import type { Finding } from '../../schema/diagnostic.js';
import type { FixedFile } from './fix/fix-files.js';
import type { KnownEntry } from './known.js';

/** Why a finding that is there does not fail a check: the baseline has it, or the commit of `--since` had it. */
type KnownBy = 'baseline' | 'since';

/** A finding with all that reports say of it. */
export interface CheckedFinding {
  readonly finding: Finding;
  /** Stays the same while lines move; see `fingerprintOf`. */
  readonly fingerprint: string;
  /** The line that it stands on (LF, no line end); undefined where the file or the line is not there. */
  readonly line: string | undefined;
  /** Absent: it counts. */
  readonly known?: KnownBy;
  /** Why it was waived, and on which line of its file. A waived finding does not count. */
  readonly waived?: { readonly reason: string; readonly line: number };
  /** The file's text as `--fix` would leave it, where it has a safe answer. */
  readonly fixed?: { readonly before: string; readonly after: string };
}

/** What a check found. */
export interface CheckReport {
  readonly files: number;
  readonly loaded: number;
  readonly failed: number;
  readonly commit: string | null;
  readonly notes: readonly string[];
  /** Sorted by place; waived ones among them. */
  readonly findings: readonly CheckedFinding[];
  /** The commit that findings were compared with. */
  readonly since?: string;
}

/** A check, and what can be done about what it found. */
export interface CheckResult {
  readonly report: CheckReport;
  /** Files on disk were read, no commit. */
  readonly workTree: boolean;
  /** Top folder of the repository, or the folder itself. */
  readonly top: string;
  /** The files that a safe fix would change. */
  readonly fixes: readonly FixedFile[];
  /** What a baseline of these findings holds: all errors and warnings that are not waived, but for those that always count. */
  readonly entries: readonly KnownEntry[];
}

/** The findings that count. */
export function countedFindings(report: CheckReport): Finding[] {
  return report.findings
    .filter(({ known, waived }) => known === undefined && waived === undefined)
    .map(({ finding }) => finding);
}
