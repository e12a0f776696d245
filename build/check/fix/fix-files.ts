import { posix } from 'node:path';
import type { Finding } from '../../../schema/diagnostic.js';
import { decodeUtf8 } from '../../../schema/text.js';
import type { BuildResult } from '../../build-index.js';
import type { CheckedFinding } from '../types.js';
import { fixText } from './fix-text.js';
import { fixerOf } from './fixers.js';

/** A file as safe fixes leave it. */
export interface FixedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly executable: boolean;
  readonly fixed: readonly Finding[];
  readonly refused: readonly Finding[];
}

/** Works out every safe fix of what was found; nothing is written. Of a waived code a file keeps all places. */
export async function fixWholeFiles(
  built: BuildResult,
  findings: readonly CheckedFinding[],
): Promise<FixedFile[]> {
  const codes = codesByFile(built, findings);
  const entries = built.snapshot.entries.filter(
    ({ path, mode }) => codes.has(path) && mode.startsWith('100'),
  );
  const bytes = await built.snapshot.readAll(entries);
  return entries.flatMap(({ path, mode }, i) => {
    const { text: plain, bom, problem } = decodeUtf8(bytes[i]!);
    if (problem !== undefined) return [];
    const text = bom ? `\ufeff${plain}` : plain;
    const done = fixText({ path, text, profile: built.settings.profile, codes: codes.get(path)! });
    if (done.fixed.length === 0 && done.refused.length === 0) return [];
    const { fixed, refused } = done;
    return [{ path, before: text, after: done.text, executable: mode === '100755', fixed, refused }];
  });
}

function codesByFile(built: BuildResult, findings: readonly CheckedFinding[]): Map<string, Set<string>> {
  const waived = new Set(built.waived.map(({ finding }) => `${finding.path}\0${finding.code}`));
  const codes = new Map<string, Set<string>>();
  for (const { finding } of findings) {
    const { path, code } = finding;
    const isSkill = posix.basename(path) === 'SKILL.md';
    if (!isSkill || fixerOf(code) === undefined || waived.has(`${path}\0${code}`)) continue;
    codes.set(path, (codes.get(path) ?? new Set()).add(code));
  }
  return codes;
}

/** What a safe fix of one finding alone makes of its file, where `--fix` would make it. */
export function fixOf(file: FixedFile | undefined, finding: Finding): Pick<CheckedFinding, 'fixed'> {
  if (!file?.fixed.some(({ code }) => code === finding.code)) return {};
  const after = fixerOf(finding.code)?.fix(file.before, finding) ?? file.before;
  return after === file.before ? {} : { fixed: { before: file.before, after } };
}
