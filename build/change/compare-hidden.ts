import { compareText } from '../../schema/diagnostic.js';
import { findHidden } from '../../schema/hidden-text.js';
import type { SkillState } from './sides.js';
import type { HiddenCharacters } from './types.js';

/** Characters that a reader does not see, on lines of a skill's texts that none of them had before. */
export function compareHidden(before: SkillState | null, after: SkillState | null): HiddenCharacters[] {
  if (after === null) return [];
  const known = new Set([...(before?.files.values() ?? [])].flatMap(({ text }) => text?.split('\n') ?? []));
  return [...after.files]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([path, { text }]) => {
      if (text === null) return [];
      const lines = text.split('\n');
      const runs = findHidden(text).filter(({ line }) => !known.has(lines[line - 1]!));
      return runs.map(({ line, characters, decoded }) => ({
        path: after.entry.path === '.' ? path : `${after.entry.path}/${path}`,
        line,
        characters,
        ...(decoded === undefined ? {} : { decoded }),
      }));
    });
}
