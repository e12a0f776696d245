import { usageUnread } from '../../../schema/build-kinds.js';
import { compareText, type Finding, finding } from '../../../schema/diagnostic.js';
import { decodeUtf8 } from '../../../schema/text.js';
import { USAGE_LIMITS } from '../../../schema/usage/limits.js';
import { mergeRecords, mostEvident } from '../../../schema/usage/merge-records.js';
import { parseUsage, usagePath, usageText } from '../../../schema/usage/records.js';
import type { UsageRecord } from '../../../schema/usage/types.js';
import { ATTRIBUTES_FILE } from '../../propose/git/check-request.js';
import { unsafePath } from '../../propose/git/unsafe-path.js';
import type { BaseFile, FileChange } from '../../propose/types.js';

/** How git merges two sides of records. */
const ATTRIBUTES = 'usage/**/*.jsonl merge=union';
const TOP = { line: 1, column: 1 };

/** What the repository's files become. */
export interface UsagePlan {
  /** Sorted by path; empty where the records are there already. */
  readonly changes: readonly FileChange[];
  /** Skills whose records change. */
  readonly skills: readonly string[];
  /** Records that the files have no room for. */
  readonly dropped: number;
  readonly findings: readonly Finding[];
}

/**
 * Puts records into the repository's files.
 *
 * @param records by the skill's folder
 * @param files the plain files that stand at the skills' `usagePath` and at `.gitattributes`; null for what is no such file
 */
export function planUsage(
  records: ReadonlyMap<string, readonly UsageRecord[]>,
  files: ReadonlyMap<string, BaseFile | null>,
): UsagePlan {
  const changes: FileChange[] = [];
  const skills: string[] = [];
  const findings: Finding[] = [];
  let dropped = 0;
  for (const [skill, own] of records) {
    const path = usagePath(skill);
    const file = files.get(path);
    if (file === null || unsafePath(path) !== null) {
      findings.push(finding(usageUnread, path, TOP, { reason: 'not-a-file' }));
      continue;
    }
    const plan = planFile(file?.bytes, own);
    if (typeof plan === 'string') {
      findings.push(finding(usageUnread, path, TOP, { reason: plan }));
      continue;
    }
    dropped += plan.dropped;
    if (plan.text === plan.before) continue;
    skills.push(skill);
    changes.push(changeOf(path, file, plan.text));
  }
  const attributes = files.get(ATTRIBUTES_FILE);
  if (changes.length > 0 && attributes !== null) {
    const text = withUnionMerge(attributes === undefined ? '' : new TextDecoder().decode(attributes.bytes));
    if (text !== null) changes.push(changeOf(ATTRIBUTES_FILE, attributes, text));
  }
  return { changes: changes.sort((a, b) => compareText(a.path, b.path)), skills, dropped, findings };
}

interface FilePlan {
  /** Both canonical: a file that only is not canonical is no reason for a proposal. */
  readonly before: string;
  readonly text: string;
  readonly dropped: number;
}

/** The code of a problem where the file is no text. */
function planFile(bytes: Uint8Array | undefined, records: readonly UsageRecord[]): FilePlan | string {
  const { text, problem } = decodeUtf8(bytes ?? new Uint8Array());
  if (problem !== undefined) return problem.kind;
  const there = parseUsage(text);
  const { kept, dropped } = mostEvident(mergeRecords([...there.records, ...records]), USAGE_LIMITS.records);
  const { broken } = there;
  return { before: usageText(there), text: usageText({ records: kept, broken }), dropped };
}

/** Null where the attributes say it already. Its line ends stay. */
function withUnionMerge(text: string): string | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.some((line) => line.startsWith('usage/') && /\smerge=\S/.test(line))) return null;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const whole = text === '' || text.endsWith('\n') ? text : text + end;
  return `${whole}${ATTRIBUTES}${end}`;
}

function changeOf(path: string, file: BaseFile | undefined, text: string): FileChange {
  return {
    path,
    mode: file?.mode ?? '100644',
    before: file?.bytes ?? null,
    after: new TextEncoder().encode(text),
  };
}
