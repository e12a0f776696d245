import { createHash } from 'node:crypto';
import type { Finding, FindingArgs } from '../../schema/diagnostic.js';
import { decodeUtf8, nfc, toLf } from '../../schema/text.js';
import type { Snapshot } from '../git/snapshot.js';

/** Longer than any file that findings are about; what is larger has no lines here. */
const LARGEST = 4 * 1024 * 1024;

/** The lines of the files that findings stand in, by path; LF line ends, no byte order mark. */
export type LineTable = ReadonlyMap<string, readonly string[]>;

/** Reads the files that findings stand in; one that is not there or no text is left out. */
export async function readLines(snapshot: Snapshot, findings: readonly Finding[]): Promise<LineTable> {
  const wanted = new Set(findings.map(({ path }) => path));
  const entries = snapshot.entries.filter(({ path, mode }) => wanted.has(path) && mode.startsWith('100'));
  const table = new Map<string, readonly string[]>();
  const all = await snapshot.readAll(entries);
  entries.forEach(({ path }, i) => {
    if (all[i]!.length > LARGEST) return;
    const { text, problem } = decodeUtf8(all[i]!);
    if (problem === undefined) table.set(path, toLf(text).split('\n'));
  });
  return table;
}

/** The line that a finding stands on. */
export function lineOf(lines: LineTable, { path, line }: Finding): string | undefined {
  return lines.get(path)?.[line - 1];
}

/**
 * What is the same for a finding while the lines above it come and go: a digest of the text of its line (blanks folded)
 * and of what it names. Numbers (lengths, counts) are left out, since a text that grows has no new fault. `pathOf` gives
 * a path that moved its former name.
 */
export function textDigest(
  { args }: Finding,
  line: string | undefined,
  pathOf: (path: string) => string = (path) => path,
): string {
  const text = nfc(line ?? '')
    .replace(/\s+/gu, ' ')
    .trim();
  const named = Object.keys(args)
    .sort()
    .map((key) => namesIn(args[key]!).map(pathOf).join('\0'));
  return createHash('sha256')
    .update([text, ...named].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

/** Code, path and text of a finding, in one digest. */
export function fingerprintOf(finding: Finding, line: string | undefined): string {
  const parts = [finding.code, finding.path, textDigest(finding, line)];
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);
}

function namesIn(value: FindingArgs[string]): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value : [];
}
