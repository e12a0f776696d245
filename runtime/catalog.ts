import { resourcePath } from '../schema/format.js';
import type { SkillEntry } from '../schema/index.types.js';
import { historyFolder } from './lineage-view.js';
import { nearest } from './nearest.js';

/** What a caller's word for a skill leads to. */
export type Lookup =
  | {
      readonly kind: 'found';
      readonly document: number;
      /** The skill had this name or path before; it was asked for by it. */
      readonly formerly?: string;
      /** Paths of other skills that the word may mean. */
      readonly others: readonly string[];
    }
  | { readonly kind: 'none'; readonly nearest: readonly string[] };

/** Last segment of a skill's path. */
export function folderName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Finds skills by path, name, former name or URI. Words are compared in NFC; look-ups end in an index, never in a path. */
export class Catalog {
  readonly skills: readonly SkillEntry[];
  readonly #byPath = new Map<string, number>();
  readonly #byUri = new Map<string, number>();
  readonly #byName = new Map<string, number[]>();
  readonly #byFormer = new Map<string, number[]>();

  /** @param former former paths of skills, by path */
  constructor(skills: readonly SkillEntry[], former: ReadonlyMap<string, readonly string[]>) {
    this.skills = skills;
    skills.forEach((skill, document) => {
      this.#byPath.set(skill.path.normalize('NFC'), document);
      this.#byUri.set(skill.uri, document);
      for (const word of new Set([skill.name, folderName(skill.path)])) add(this.#byName, word, document);
      for (const path of former.get(historyFolder(skill)) ?? []) {
        for (const word of new Set([path, folderName(path)])) add(this.#byFormer, word, document);
      }
    });
  }

  /**
   * Positions of the skills that a word names: one by its path or `skill://` URI, several by name or, where no name is
   * this word, by folder. In path order, but `skills/<word>` comes first.
   */
  named(word: string): readonly number[] {
    const wanted = plainWord(word);
    const shorthand = this.#byPath.get(`skills/${wanted}`);
    const path =
      this.#byUri.get(word.trim().normalize('NFC')) ??
      this.#byPath.get(wanted) ??
      (wanted.includes('/') ? shorthand : undefined);
    if (path !== undefined) return [path];
    const documents = this.#byName.get(wanted) ?? [];
    const exact = documents.filter((document) => this.skills[document]!.name.normalize('NFC') === wanted);
    const found = exact.length > 0 ? exact : documents;
    if (shorthand === undefined || !found.includes(shorthand)) return found;
    return [shorthand, ...found.filter((document) => document !== shorthand)];
  }

  /** Positions of the skills that had this name or path before, in path order. */
  formerly(word: string): readonly number[] {
    return this.#byFormer.get(plainWord(word)) ?? [];
  }

  /** Resolves a path, a name, the end of a path, a `skill://` URI or a former name. */
  find(word: string): Lookup {
    const wanted = plainWord(word);
    const found = this.named(word);
    if (found.length > 0) return this.#first(found);
    const ending = this.#endingIn(wanted);
    if (ending.length > 0) return this.#first(ending);
    const former = this.formerly(word);
    if (former.length > 0) return { ...this.#first(former), formerly: wanted };
    const folded = wanted.toLowerCase();
    const caseless = this.skills.flatMap((skill, i) => (skill.name.toLowerCase() === folded ? [i] : []));
    if (caseless.length > 0) return this.#first(caseless);
    return { kind: 'none', nearest: nearest(wanted, [...this.#byName.keys(), ...this.#byFormer.keys()], 5) };
  }

  #first(documents: readonly number[]): Extract<Lookup, { kind: 'found' }> {
    const [document, ...others] = documents as readonly [number, ...number[]];
    return { kind: 'found', document, others: others.map((other) => this.skills[other]!.path) };
  }

  #endingIn(wanted: string): number[] {
    if (!wanted.includes('/')) return [];
    return this.skills.flatMap((skill, i) => (skill.path.normalize('NFC').endsWith(`/${wanted}`) ? [i] : []));
  }
}

/** The file that a `skill://` URI names, as its skill's path and its own path below that; null where it names none. */
export function fileOfUri(
  skills: readonly SkillEntry[],
  word: string,
): { readonly skill: string; readonly file: string } | null {
  const uri = word.trim().normalize('NFC');
  if (!uri.startsWith('skill://') || skills.some((skill) => skill.uri === uri)) return null;
  const skill = skills.find(({ resources }) => resources.some((resource) => resource.uri === uri));
  return skill === undefined ? null : { skill: skill.path, file: resourcePath(skill.uri, uri) };
}

function add(map: Map<string, number[]>, word: string, document: number): void {
  const key = word.normalize('NFC');
  const documents = map.get(key);
  if (documents === undefined) map.set(key, [document]);
  else documents.push(document);
}

/** `skill://a/b/SKILL.md`, `a/b/SKILL.md` and `a/b/` all mean `a/b`. */
export function plainWord(word: string): string {
  let plain = word.normalize('NFC').trim();
  if (plain.startsWith('skill://')) plain = decodeUri(plain.slice('skill://'.length));
  plain = plain.replace(/^\.\/+(?=.)/, '').replace(/\/+$/, '');
  if (plain === 'SKILL.md') return '.';
  return plain.endsWith('/SKILL.md') ? plain.slice(0, -'/SKILL.md'.length) : plain;
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC');
  } catch {
    return text;
  }
}
