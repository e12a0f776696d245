import { compareFindings, type Finding } from '../../schema/diagnostic.js';
import type { BuildResult } from '../build-index.js';
import { type Baseline, goneFindings } from './baseline.js';
import { fingerprintOf, type LineTable, lineOf, readLines } from './fingerprint.js';
import { fixOf, fixWholeFiles } from './fix/fix-files.js';
import { ALWAYS_COUNT, entriesOf, KnownFindings } from './known.js';
import type { EarlierFindings } from './since.js';
import type { CheckedFinding, CheckResult } from './types.js';
import type { WaivedFinding } from './waivers/types.js';

/** All that a check knows of a build before it concludes. */
export interface Gathered {
  readonly findings: readonly Finding[];
  readonly waived: readonly WaivedFinding[];
  readonly baseline: Baseline | null;
  readonly earlier: EarlierFindings | null;
}

/** Says of each finding whether it counts, and works out the fixes. */
export async function conclude(built: BuildResult, gathered: Gathered): Promise<CheckResult> {
  const { findings, waived, baseline, earlier } = gathered;
  const all = [...findings, ...waived.map(({ finding }) => finding), ...(earlier?.loosened ?? [])];
  const lines = await readLines(built.snapshot, all);
  const stock = new KnownFindings(baseline?.entries ?? []);
  const sorted = [...findings].sort(compareFindings);
  const checked = sorted.map((finding) => checkedOf(finding, lines, { stock, earlier }));
  const gone = built.policy.judge(baseline === null ? [] : goneFindings(baseline, stock.left())).findings;
  const fixes = await fixWholeFiles(built, checked);
  const fixesOf = new Map(fixes.map((file) => [file.path, file]));
  const rows = [
    ...checked.map((one) => ({ ...one, ...fixOf(fixesOf.get(one.finding.path), one.finding) })),
    ...[...gone, ...(earlier?.loosened ?? [])].map((finding) => checkedOf(finding, lines, null)),
    ...waived.map((one) => waivedOf(one, lines)),
  ].sort((a, b) => compareFindings(a.finding, b.finding));
  return {
    report: {
      files: built.found,
      loaded: built.skills.length,
      failed: built.failed.length,
      commit: built.commit,
      notes: built.notes,
      findings: rows,
      ...(earlier === null ? {} : { since: earlier.commit }),
    },
    workTree: built.commit === null,
    top: built.top,
    fixes,
    entries: entriesOf(
      sorted.filter(({ severity, code }) => severity !== 'info' && !ALWAYS_COUNT.has(code)),
      lines,
    ),
  };
}

/** The baseline is asked first, so that what it holds is counted even where the earlier commit has it, too. */
function checkedOf(
  finding: Finding,
  lines: LineTable,
  by: { stock: KnownFindings; earlier: EarlierFindings | null } | null,
): CheckedFinding {
  const line = lineOf(lines, finding);
  const inBaseline = by?.stock.take(finding, line) === true;
  const inEarlier = by?.earlier?.known.take(finding, line, by.earlier.pathOf) === true;
  const known = inBaseline ? 'baseline' : inEarlier ? 'since' : undefined;
  return {
    finding,
    line,
    fingerprint: fingerprintOf(finding, line),
    ...(known === undefined || ALWAYS_COUNT.has(finding.code) ? {} : { known }),
  };
}

function waivedOf({ finding, reason, waivedAt }: WaivedFinding, lines: LineTable): CheckedFinding {
  const line = lineOf(lines, finding);
  return { finding, line, fingerprint: fingerprintOf(finding, line), waived: { reason, line: waivedAt } };
}
