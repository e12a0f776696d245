import type { BaseFile, BaseSkill, PlanBase } from '../types.js';
import { sameBytes } from './changes.js';
import { shownName } from './find-skill.js';
import { joinPath } from './paths.js';
import { ownFiles } from './skill-files.js';

/** The files of a merged skill beside SKILL.md. */
export interface MergedFiles {
  /** Those that come to its folder, by path in the repository. */
  readonly files: ReadonlyMap<string, BaseFile>;
  /** All of them, by path below the folder. */
  readonly own: ReadonlyMap<string, BaseFile>;
  readonly notes: readonly string[];
}

/** Copies the sources' files, since the text may lead to them. Of two that differ, the first source's is taken. */
export function mergedFiles(
  base: PlanBase,
  path: string,
  target: BaseSkill | null,
  others: readonly BaseSkill[],
): MergedFiles {
  const own = new Map(target === null ? [] : ownFiles(base, target));
  const owners = new Map([...own.keys()].map((below) => [below, target!]));
  const files = new Map<string, BaseFile>();
  const notes: string[] = [];
  for (const source of others) {
    for (const [below, file] of ownFiles(base, source)) {
      const there = own.get(below);
      if (there !== undefined) {
        if (!sameBytes(there.bytes, file.bytes)) notes.push(differs(below, owners.get(below)!, source));
        continue;
      }
      own.set(below, file);
      owners.set(below, source);
      files.set(joinPath(path, below), file);
    }
  }
  return { files, own, notes };
}

function differs(below: string, taken: BaseSkill, left: BaseSkill): string {
  return `${below} differs between ${shownName(taken)} and ${shownName(left)}; that of ${shownName(taken)} was taken.`;
}
