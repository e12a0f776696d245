import { resourcePath } from '../../schema/format.js';
import type { SkillEntry } from '../../schema/index.types.js';
import type { SkillPair } from './pair-skills.js';

/** Where skills of before are after the change. */
export class Movements {
  readonly pairs: readonly SkillPair[];
  readonly #now = new Map<string, string>();

  constructor(pairs: readonly SkillPair[]) {
    this.pairs = pairs;
    for (const { before, after } of pairs)
      if (before !== null && after !== null) this.#now.set(before, after);
  }

  /** A folder of before as it is after the change; itself where the skill is gone. */
  nowOf(path: string): string {
    return this.#now.get(path) ?? path;
  }

  /** Folder after the change; null where the skill is gone. */
  find(path: string): string | null {
    return this.#now.get(path) ?? null;
  }

  /** Files of moved skills: paths after, by paths before. */
  files(before: readonly SkillEntry[]): Map<string, string> {
    const files = new Map<string, string>();
    for (const { path, uri: skill, resources } of before) {
      const now = this.nowOf(path);
      if (now === path) continue;
      for (const { uri } of resources) {
        const file = resourcePath(skill, uri);
        files.set(below(path, file), below(now, file));
      }
    }
    return files;
  }
}

function below(folder: string, path: string): string {
  return folder === '.' ? path : `${folder}/${path}`;
}
