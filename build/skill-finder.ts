import { posix } from 'node:path';
import { compareText } from '../schema/diagnostic.js';

/** A skill as others may name it. */
export interface NamedSkill {
  /** Folder that its history is kept under. */
  readonly path: string;
  readonly name: string;
}

/** Which skill a text means by a word. */
export interface SkillFinder {
  /** True where a skill has the word as its name, or as the name of its folder. */
  has(word: string): boolean;
  /**
   * Path of the skill that a text of the skill at `from` means by a word: of several the one that shares most folders
   * with `from`, then the first by path. A plugin's name or folders may stand before the word: `docs:pdf`, `docs/pdf`.
   */
  find(word: string, from: string): string | undefined;
}

export function skillFinder(skills: readonly NamedSkill[]): SkillFinder {
  /** For each word, and each folder that holds skills of that name at any depth, the first of them by path. */
  const byWord = new Map<string, Map<string, string>>();
  for (const { path, name } of skills) {
    for (const word of new Set([name, posix.basename(path)])) {
      const first = byWord.get(word) ?? new Map<string, string>();
      byWord.set(word, first);
      for (const folder of upwards(path)) {
        const known = first.get(folder);
        if (known === undefined || compareText(path, known) < 0) first.set(folder, path);
      }
    }
  }
  return {
    has: (word) => byWord.has(word),
    find(word, from) {
      const first = byWord.get(word) ?? byWord.get(word.replace(/^.*[:/]/, ''));
      if (first === undefined) return undefined;
      for (const folder of upwards(from)) {
        const path = first.get(folder);
        if (path !== undefined) return path;
      }
      return undefined;
    },
  };
}

/** A path, the folders above it, and '' for the whole tree. */
function* upwards(path: string): Generator<string> {
  for (let folder = path; folder !== ''; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0)))
    yield folder;
  yield '';
}
