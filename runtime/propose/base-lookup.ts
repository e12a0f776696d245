import { folderName, plainWord } from '../catalog.js';

/** A skill of the base as far as a look-up needs it. */
export interface NamedSkill {
  readonly path: string;
  readonly name: string;
}

/** Finds skills by path, `skill://` URI, name or folder; several where the word is ambiguous. Words count in NFC. */
export class BaseLookup<T extends NamedSkill> {
  readonly #byPath = new Map<string, T>();
  readonly #byName = new Map<string, T[]>();
  readonly #byFolder = new Map<string, T[]>();

  constructor(skills: readonly T[]) {
    for (const skill of skills) {
      this.#byPath.set(skill.path.normalize('NFC'), skill);
      add(this.#byName, skill.name, skill);
      add(this.#byFolder, folderName(skill.path), skill);
    }
  }

  find(word: string): readonly T[] {
    const wanted = plainWord(word);
    const below = this.#byPath.get(`skills/${wanted}`);
    const isPath = wanted.includes('/') || word.trim().startsWith('skill://');
    const exact = this.#byPath.get(wanted) ?? (isPath ? below : undefined);
    if (exact !== undefined) return [exact];
    return this.#byName.get(wanted) ?? this.#byFolder.get(wanted) ?? [];
  }
}

function add<T>(map: Map<string, T[]>, word: string, skill: T): void {
  const key = word.normalize('NFC');
  const skills = map.get(key);
  if (skills === undefined) map.set(key, [skill]);
  else skills.push(skill);
}
