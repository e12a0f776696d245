import { fileUnreadable } from '../schema/build-kinds.js';
import { type Finding, finding } from '../schema/diagnostic.js';
import type { SnapshotProblem } from './git/snapshot.js';

/** Files of a snapshot that could not be read. */
export interface LostFiles {
  /** Those of them that are a SKILL.md below the roots: skills that were found, and failed. */
  readonly failed: readonly { readonly path: string; readonly codes: readonly string[] }[];
  readonly findings: readonly Finding[];
}

/** Judges files that could not be read: a lost SKILL.md is an error, another file is a warning. */
export function judgeLost(problems: readonly SnapshotProblem[], roots: readonly string[]): LostFiles {
  const isSkill = ({ path }: SnapshotProblem): boolean =>
    /(?:^|\/)SKILL\.md$/.test(path) &&
    !/(?:^|\/)(?:node_modules|\.git)\//.test(path) &&
    roots.some((root) => root === '' || path.startsWith(`${root}/`));
  const findings = problems.map((problem) =>
    finding(
      fileUnreadable,
      problem.path,
      { line: 1, column: 1 },
      { reason: problem.reason },
      { severity: isSkill(problem) ? 'error' : undefined },
    ),
  );
  // Names that are not UTF-8 can look the same once they are read.
  const paths = [...new Set(problems.filter(isSkill).map(({ path }) => path))];
  return { failed: paths.map((path) => ({ path, codes: [fileUnreadable.code] })), findings };
}
