import type { TreeEntry } from '../../runtime/git/repository.js';
import {
  usageLineBroken,
  usageSkillUnknown,
  usageUnread,
  usageVersionUnknown,
} from '../../schema/build-kinds.js';
import { type Finding, finding } from '../../schema/diagnostic.js';
import type { LineageSection, SkillLineage } from '../../schema/lineage.js';
import { USAGE_LIMITS } from '../../schema/usage/limits.js';
import { mergeRecords } from '../../schema/usage/merge-records.js';
import { type BrokenLine, readUsageFile, skillOfUsagePath } from '../../schema/usage/records.js';
import type { UsageRecord } from '../../schema/usage/types.js';
import { historyPath } from '../entries.js';
import type { Snapshot } from '../git/snapshot.js';
import type { ReadSkill } from '../types.js';

/** Findings that one file gives for its broken lines. */
const MOST_BROKEN = 20;
/** Files that are read at once. */
const BATCH = 64;
const TOP = { line: 1, column: 1 };

/** The usage records of what is built, and what is wrong with their files. */
export interface BuiltUsage {
  /** By the skill's path in the index; skills without records are left out. */
  readonly records: ReadonlyMap<string, readonly UsageRecord[]>;
  readonly findings: readonly Finding[];
}

/**
 * Reads the records below `usage/`. Those of a folder that a skill had before are the skill's: a path that is a skill's
 * is that skill's alone. A version is the one whose text has the record's digest where that is the current one.
 */
export async function readUsage(
  snapshot: Snapshot,
  skills: readonly ReadSkill[],
  lineage: LineageSection,
): Promise<BuiltUsage> {
  const owners = ownersOf(skills, lineage);
  const lineages = new Map(lineage.skills.map((one) => [one.path, one]));
  const found = new Map<ReadSkill, UsageRecord[]>();
  const findings: Finding[] = [];
  const files: { readonly entry: TreeEntry; readonly owner: ReadSkill }[] = [];
  for (const entry of snapshot.entries) {
    const path = skillOfUsagePath(entry.path);
    if (path === null || !entry.mode.startsWith('100')) continue;
    const owner = owners.get(path);
    if (owner === undefined) findings.push(finding(usageSkillUnknown, entry.path, TOP, { skill: path }));
    else files.push({ entry, owner });
  }
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH);
    const bytes = await snapshot.readAll(batch.map(({ entry }) => entry));
    for (const [i, { entry, owner }] of batch.entries()) {
      const own = lineage.status === 'full' ? lineages.get(historyPath(owner)) : undefined;
      const file = readFile(entry.path, bytes[i]!, latestOf(owner, own));
      findings.push(...file.findings);
      found.set(owner, [...(found.get(owner) ?? []), ...file.records]);
    }
  }
  const records = skills.flatMap((skill) => {
    const own = mergeRecords(found.get(skill) ?? []);
    return own.length === 0 ? [] : [[skill.found.path, own] as const];
  });
  return { records: new Map(records), findings };
}

/** What a skill is known to be: the number of its latest version, and the digest of its text. */
interface Latest {
  /** Null where the history is not known. */
  readonly version: number | null;
  readonly digest: string;
}

function latestOf(skill: ReadSkill, lineage: SkillLineage | undefined): Latest {
  return { version: lineage?.versions.at(-1)?.version ?? null, digest: skill.files[0]!.digest };
}

/** Skills by the folders that they have and had. */
function ownersOf(skills: readonly ReadSkill[], lineage: LineageSection): ReadonlyMap<string, ReadSkill> {
  const owners = new Map<string, ReadSkill>();
  for (const skill of skills) owners.set(skill.found.path, skill);
  const byHistory = new Map<string, ReadSkill>();
  for (const skill of [...skills].reverse()) byHistory.set(historyPath(skill), skill);
  for (const [path, skill] of byHistory) if (!owners.has(path)) owners.set(path, skill);
  for (const { path, formerly = [] } of lineage.skills) {
    const skill = byHistory.get(path);
    if (skill === undefined) continue;
    for (const former of formerly) if (!owners.has(former)) owners.set(former, skill);
  }
  return owners;
}

function readFile(
  path: string,
  bytes: Uint8Array,
  latest: Latest,
): { readonly records: readonly UsageRecord[]; readonly findings: readonly Finding[] } {
  const limit = USAGE_LIMITS.file;
  if (bytes.length > limit) return unread(path, { reason: 'too-large', limit });
  const { records, broken, problem } = readUsageFile(bytes);
  if (problem !== undefined && problem.kind !== 'invalid-utf-8')
    return unread(path, { reason: problem.kind }, problem);
  const findings = brokenLines(path, broken);
  const isUnknown = ({ version }: UsageRecord) =>
    version !== null && latest.version !== null && version > latest.version;
  const unknown = records.filter((record) => isUnknown(record) && record.digest !== latest.digest);
  if (unknown.length > 0) {
    const args = { records: unknown.length, latest: latest.version! };
    findings.push(finding(usageVersionUnknown, path, TOP, args));
  }
  const judged = records.map((record): UsageRecord => {
    if (record.digest === latest.digest && latest.version !== null)
      return { ...record, version: latest.version };
    return isUnknown(record) ? { ...record, version: null } : record;
  });
  return { records: judged, findings };
}

function brokenLines(path: string, broken: readonly BrokenLine[]): Finding[] {
  const shown = broken.slice(0, MOST_BROKEN);
  const findings = shown.map(({ line, problem }) =>
    finding(usageLineBroken, path, { line, column: 1 }, { problem }),
  );
  const rest = broken[MOST_BROKEN];
  if (rest === undefined) return findings;
  const args = { problem: 'more', more: broken.length - MOST_BROKEN };
  return [...findings, finding(usageLineBroken, path, { line: rest.line, column: 1 }, args)];
}

function unread(
  path: string,
  args: { readonly reason: string; readonly limit?: number },
  at: { readonly line: number; readonly column: number } = TOP,
) {
  return { records: [], findings: [finding(usageUnread, path, at, args)] };
}
