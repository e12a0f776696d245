import { canonicalJson } from '../codec.js';
import { compareText } from '../diagnostic.js';
import { type DecodedText, decodeUtf8, toLf } from '../text.js';
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

/**
 * Reads the bytes of a file of records. A line that is no UTF-8 costs itself only.
 *
 * @returns `problem` where bytes are no UTF-8: such a file cannot be written again without a change to these lines
 */
export function readUsageFile(bytes: Uint8Array): UsageFile & Pick<DecodedText, 'problem'> {
  const { text, problem } = decodeUtf8(bytes);
  if (problem?.kind !== 'invalid-utf-8') return { ...parseUsage(text), ...(problem && { problem }) };
  const lines = linesOf(bytes).map(decodeUtf8);
  const bad = lines.flatMap((line, i): BrokenLine[] =>
    line.problem !== undefined && line.problem.kind !== 'nul'
      ? [{ line: i + 1, text: '', problem: 'not-text' }]
      : [],
  );
  const { records, broken } = parseUsage(lines.map((line) => line.text).join('\n'));
  return { records, broken: [...broken, ...bad].sort((a, b) => a.line - b.line), problem };
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...lines, bytes.subarray(start)];
}

/** True for a line that git leaves in a file whose sides it could not merge. */
export function isConflictMarker(line: string): boolean {
  return /^(?:[<>|]{7}(?: .*)?|={7})$/.test(line);
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
