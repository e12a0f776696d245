import { canonicalJson } from '../codec.js';
import { compareText } from '../diagnostic.js';
import { toLf } from '../text.js';
import { type LineProblem, readUsageLine } from './line.js';
import { mergeRecords } from './merge-records.js';
import type { UsageRecord } from './types.js';

/** Folder at the top of the repository that records lie in. */
export const USAGE_FOLDER = 'usage';
const SUFFIX = '.jsonl';

/** A line that cannot be read. It stays in the file, behind those that can. */
export interface BrokenLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly problem: LineProblem;
}

/** What a file of records holds. */
export interface UsageFile {
  /** Lines of one record are one; in the order of the file. */
  readonly records: readonly UsageRecord[];
  readonly broken: readonly BrokenLine[];
}

/** The file that a skill's records stand in, by the skill's folder; the skill at the repository's root has `usage/.jsonl`. */
export function usagePath(skill: string): string {
  return `${USAGE_FOLDER}/${skill === '.' ? '' : skill}${SUFFIX}`;
}

/** The folder of the skill that a file is about; null where it is no file of records. */
export function skillOfUsagePath(path: string): string | null {
  if (!path.startsWith(`${USAGE_FOLDER}/`) || !path.endsWith(SUFFIX)) return null;
  return path.slice(USAGE_FOLDER.length + 1, -SUFFIX.length) || '.';
}

/** Reads a file of records; what is wrong with one line keeps no other from counting. Empty lines say nothing. */
export function parseUsage(text: string): UsageFile {
  const records: UsageRecord[] = [];
  const broken: BrokenLine[] = [];
  for (const [i, line] of toLf(text).split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = readUsageLine(line);
    if (typeof read === 'string') broken.push({ line: i + 1, text: line, problem: read });
    else records.push(read);
  }
  return { records: mergeRecords(records), broken };
}

/** A record as it stands in a file: canonical JSON. */
export function usageLine(record: UsageRecord): string {
  return canonicalJson(record);
}

/** The canonical file: one line a record, sorted; then, each once, the lines that cannot be read. */
export function usageText({ records, broken }: UsageFile): string {
  const lines = mergeRecords(records).map(usageLine);
  const rest = [...new Set(broken.map(({ text }) => text))].sort(compareText);
  return [...lines, ...rest].map((line) => `${line}\n`).join('');
}
