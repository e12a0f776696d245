import { posix } from 'node:path';
import type { Finding } from '../../../schema/diagnostic.js';
import { parseSkill } from '../../../schema/skill/parse.js';
import type { Profile } from '../../../schema/skill/types.js';
import { validateSkill } from '../../../schema/skill/validate.js';
import { fixerOf } from './fixers.js';

/** More fixes than any file has places; ends a fix that would make its own finding again. */
const MOST_FIXES = 500;

/** A SKILL.md to mend. */
export interface FixInput {
  readonly path: string;
  /** As it lies in the file, a byte order mark included. */
  readonly text: string;
  readonly profile: Profile;
  /** The codes whose findings are to be mended. */
  readonly codes: ReadonlySet<string>;
}

/** What came of it. */
export interface FixedText {
  readonly text: string;
  /** What was mended, in the order in which it was done. */
  readonly fixed: readonly Finding[];
  /** What was left as it was, since mending it would have made another error. */
  readonly refused: readonly Finding[];
}

/**
 * Mends what has a safe answer, one place after the other on a fresh reading, until nothing is left: fixes that overlap
 * are made one by one. A fix that makes an error that was not there before is not made, and none is made in a file that
 * cannot be read.
 */
export function fixText({ path, text, profile, codes }: FixInput): FixedText {
  const fixed: Finding[] = [];
  const refused = new Map<string, Finding>();
  // Without a reading nobody could say that a fix leaves it the same.
  let current = { text, findings: findingsOf(text, path, profile) ?? [] };
  while (fixed.length < MOST_FIXES) {
    const next = fixFirst(current, { path, profile, codes, refused });
    if (next === null) break;
    fixed.push(next.finding);
    current = next;
  }
  return { text: current.text, fixed, refused: [...refused.values()] };
}

interface Read {
  readonly text: string;
  readonly findings: readonly Finding[];
}

function fixFirst(
  { text, findings }: Read,
  how: Omit<FixInput, 'text'> & { readonly refused: Map<string, Finding> },
): (Read & { readonly finding: Finding }) | null {
  const { path, profile, codes, refused } = how;
  for (const finding of findings) {
    const key = `${finding.code} ${finding.line}:${finding.column}`;
    if (!codes.has(finding.code) || refused.has(key)) continue;
    const after = fixerOf(finding.code)?.fix(text, finding) ?? null;
    if (after === null || after === text) continue;
    const left = findingsOf(after, path, profile);
    if (left !== null && !hasNewErrors(findings, left)) return { text: after, findings: left, finding };
    refused.set(key, finding);
  }
  return null;
}

/** What is wrong with one file by itself, links aside; null where it cannot be read. */
function findingsOf(text: string, path: string, profile: Profile): readonly Finding[] | null {
  const parsed = parseSkill(new TextEncoder().encode(text), path);
  if (parsed.document === null) return null;
  const folder = posix.dirname(path);
  const folderName = folder === '.' ? null : posix.basename(folder);
  return [...parsed.findings, ...validateSkill({ path, folderName, document: parsed.document, profile })];
}

function hasNewErrors(before: readonly Finding[], after: readonly Finding[]): boolean {
  const left = errorCodes(before);
  return errorCodes(after).some((code) => {
    const at = left.indexOf(code);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function errorCodes(findings: readonly Finding[]): string[] {
  return findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}
