import { posix } from 'node:path';
import type { Finding } from '../../../schema/diagnostic.js';
import { parseSkill } from '../../../schema/skill/parse.js';
import type { RepositoryFiles } from '../../../schema/skill/rule.js';
import { validateSkill } from '../../../schema/skill/validate.js';
import type { FileChange } from '../types.js';
import type { CheckInput, ProposalCheck } from './types.js';

/**
 * Judges every SKILL.md that is written by all rules of the profile `spec`. Errors refuse; one that the file had before,
 * or that a new one takes over from its source, is a warning, so that a skill can be mended, deprecated or merged piece
 * by piece.
 */
export const validation: ProposalCheck = {
  name: 'validation',
  run({ plan, options }) {
    const files = filesAfter(plan.changes, options.paths);
    const written = plan.changes.filter(({ path, after }) => isSkillFile(path) && after !== null);
    return { findings: written.flatMap((change) => judge(change, files, options.sources)), notes: [] };
  },
};

function judge(
  { path, before, after }: FileChange,
  files: RepositoryFiles | undefined,
  sources: CheckInput['options']['sources'] = new Map(),
): Finding[] {
  const found = findingsIn(after!, path, files);
  const old = before === null ? [...sources] : [[path, before] as const];
  if (old.length === 0 || !found.some(({ severity }) => severity === 'error')) return found;
  const there = new Set(old.flatMap(([file, bytes]) => findingsIn(bytes, file, files).map(keyOf)));
  return found.map((one) =>
    one.severity === 'error' && there.has(keyOf(one)) ? { ...one, severity: 'warning' } : one,
  );
}

function findingsIn(bytes: Uint8Array, path: string, files: RepositoryFiles | undefined): Finding[] {
  const { document, findings } = parseSkill(bytes, path);
  if (document === null) return [...findings];
  const folder = posix.dirname(path);
  const judged = validateSkill({
    path,
    folderName: folder === '.' ? null : posix.basename(folder),
    document,
    profile: 'spec',
    ...(files === undefined ? {} : { files }),
  });
  return [...findings, ...judged];
}

/** What is wrong, wherever it stands. */
function keyOf({ code, args }: Finding): string {
  return JSON.stringify([code, args]);
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
