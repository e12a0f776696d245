import { posix } from 'node:path';
import type { Finding } from '../../../schema/diagnostic.js';
import { parseSkill } from '../../../schema/skill/parse.js';
import type { RepositoryFiles } from '../../../schema/skill/rule.js';
import { validateSkill } from '../../../schema/skill/validate.js';
import { decodeUtf8, toLf } from '../../../schema/text.js';
import type { Notice } from '../../types.js';
import type { FileChange } from '../types.js';
import { broughtFindings, type Judged } from './brought.js';
import type { CheckInput, ProposalCheck } from './types.js';

/**
 * Judges every SKILL.md that is written by all rules of the profile `spec`. Errors refuse. What the file had before is
 * no finding but counted in one note, and an error that a new file takes over from its source is a warning, so that a
 * skill can be mended, deprecated or merged piece by piece.
 */
export const validation: ProposalCheck = {
  name: 'validation',
  run({ plan, options }) {
    const trees: Trees = {
      before: filesAfter([], options.paths),
      after: filesAfter(plan.changes, options.paths),
    };
    const findings: Finding[] = [];
    let left = 0;
    for (const { path, before, after } of plan.changes) {
      if (!isSkillFile(path) || after === null) continue;
      const now = judged(after, path, trees.after);
      const shown =
        before === null ? takenOver(now, trees, options.sources) : changed(now, path, before, trees);
      findings.push(...shown);
      left += now.findings.length - shown.length;
    }
    return { findings, notes: left === 0 ? [] : [noteOn(left)] };
  },
};

/** What links can lead to, without and with the plan's changes. */
interface Trees {
  readonly before: RepositoryFiles | undefined;
  readonly after: RepositoryFiles | undefined;
}

function changed(now: Judged, path: string, before: Uint8Array, trees: Trees): Finding[] {
  return broughtFindings([judged(before, path, trees.before)], now);
}

function takenOver(
  now: Judged,
  trees: Trees,
  sources: CheckInput['options']['sources'] = new Map(),
): readonly Finding[] {
  if (sources.size === 0 || !now.findings.some(({ severity }) => severity === 'error')) return now.findings;
  const there = [...sources].map(([file, bytes]) => judged(bytes, file, trees.before));
  const brought = new Set(broughtFindings(there, now));
  return now.findings.map((one) =>
    one.severity === 'error' && !brought.has(one) ? { ...one, severity: 'warning' } : one,
  );
}

function noteOn(left: number): Notice {
  const what =
    left === 1 ? '1 finding of before is left as it is' : `${left} findings of before are left as they are`;
  return { code: 'findings-before', message: `${what} (skillgraft check shows them).` };
}

function judged(bytes: Uint8Array, path: string, files: RepositoryFiles | undefined): Judged {
  return { text: toLf(decodeUtf8(bytes).text), findings: findingsIn(bytes, path, files) };
}

function findingsIn(bytes: Uint8Array, path: string, files: RepositoryFiles | undefined): Finding[] {
  const { document, findings } = parseSkill(bytes, path);
  if (document === null) return [...findings];
  const folder = posix.dirname(path);
  const byRules = validateSkill({
    path,
    folderName: folder === '.' ? null : posix.basename(folder),
    document,
    profile: 'spec',
    ...(files === undefined ? {} : { files }),
  });
  return [...findings, ...byRules];
}

function isSkillFile(path: string): boolean {
  return posix.basename(path) === 'SKILL.md';
}

function filesAfter(
  changes: readonly FileChange[],
  base: CheckInput['options']['paths'],
): RepositoryFiles | undefined {
  if (base === undefined) return undefined;
  const paths = new Set(base);
  for (const { path, after } of changes) {
    if (after === null) paths.delete(path);
    else paths.add(path);
  }
  const folders = new Set(['']);
  for (const path of paths) {
    for (
      let folder = posix.dirname(path);
      folder !== '.' && !folders.has(folder);
      folder = posix.dirname(folder)
    )
      folders.add(folder);
  }
  return { kindOf: (path) => (paths.has(path) ? 'file' : folders.has(path) ? 'folder' : undefined) };
}
