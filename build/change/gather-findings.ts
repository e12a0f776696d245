import type { Finding } from '../../schema/diagnostic.js';
import { readLines } from '../check/fingerprint.js';
import type { Judged } from '../check/policy.js';
import { applyLevels } from '../check/rule-levels.js';
import type { WaivedFinding } from '../check/waivers/types.js';
import { kindOf } from '../report/all-kinds.js';
import { findingRow } from '../report/rows.js';
import { compareFindings } from './compare-findings.js';
import type { GatheredSides } from './gather.js';
import type { Movements } from './movements.js';
import { scanChanged } from './scan-changed.js';
import type { Side } from './sides.js';
import type { ChangeReport, ReportedFinding } from './types.js';

/** What the validation and the security scan find, and what waivers take out of account, on one side and not on the other. */
export async function gatherFindings(
  { before, after }: GatheredSides,
  movements: Movements,
): Promise<ChangeReport['findings']> {
  if (before === after) return { added: [], resolved: [], waived: [], switchedOff: [] };
  const scanned = await scanChanged(before, after, movements.files(before.built.skills));
  const compare = comparer(before, after, scanned.moved);
  const old = join(before.built, before.built.policy.judge(scanned.before));
  const now = join(after.built, after.built.policy.judge(scanned.after));
  const [oldWaived, nowWaived] = [old, now].map(({ waived }) => waived.map((one) => one.finding));
  const waivers = new Map(now.waived.map((one) => [one.finding, one]));
  const { added } = await compare(old.findings, now.findings);
  const { resolved } = await compare(old.findings, [...now.findings, ...nowWaived!]);
  const waived = await compare(oldWaived!, nowWaived!);
  const off = await compare([...old.findings, ...oldWaived!], switchedOff(before, after));
  return {
    added: added.map(reported),
    // What the settings switch off is not mended.
    resolved: applyLevels(resolved, after.built.settings.rules).map(reported),
    waived: waived.added.map((one) => reportedWaiver(waivers.get(one)!)),
    switchedOff: off.added.map(reported),
  };
}

/** Findings that the settings of before would show as warnings or errors, and those of after leave out. */
function switchedOff(before: Side, after: Side): Finding[] {
  const { rules = { rules: {}, overrides: [] } } = before.built.settings;
  const all = applyLevels(after.built.policy.switchedOff, rules);
  return all.filter(({ severity }) => severity !== 'info');
}

function join(one: Judged, other: Judged): Judged {
  return {
    findings: [...one.findings, ...other.findings],
    waived: [...one.waived, ...other.waived],
  };
}

/** Compares findings by the texts that they stand in. */
function comparer(before: Side, after: Side, moved: ReadonlyMap<string, string>) {
  return async (old: readonly Finding[], now: readonly Finding[]) => {
    // What is the same to the column needs no text to be known again.
    const [known, current] = [new Set(old.map(keyOf)), new Set(now.map(keyOf))];
    const mine = old.filter((one) => !current.has(keyOf(one)));
    const theirs = now.filter((one) => !known.has(keyOf(one)));
    return compareFindings(await withTexts(before, mine), await withTexts(after, theirs), moved);
  };
}

function keyOf({ code, path, line, column, args }: Finding): string {
  return JSON.stringify([code, path, line, column, args]);
}

async function withTexts({ built }: Side, findings: readonly Finding[]) {
  const lines = await readLines(built.snapshot, findings);
  return { findings, texts: new Map([...lines].map(([path, all]) => [path, all.join('\n')])) };
}

function reported(finding: Finding): ReportedFinding {
  const { message } = findingRow(finding);
  return { ...finding, message, security: kindOf(finding.code)?.tags?.includes('security') === true };
}

function reportedWaiver({
  finding,
  reason,
  waivedAt,
}: WaivedFinding): ChangeReport['findings']['waived'][number] {
  return { ...reported(finding), reason, waivedAt };
}
