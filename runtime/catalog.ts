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

/** Words and the skills that they name. */
interface Words {
  readonly byPath: ReadonlyMap<string, readonly number[]>;
  /** By name and by folder. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly byFormer: ReadonlyMap<string, readonly number[]>;
  /** What is done to a word before it is compared. */
  readonly fold: (word: string) => string;
}

/**
 * Finds skills by path, name, former name or URI. Words are compared in NFC, and where nothing has this spelling, with
 * case, blanks and underscores folded; look-ups end in an index, never in a path.
 */
export class Catalog {
  readonly skills: readonly SkillEntry[];
  readonly #former: ReadonlyMap<string, readonly string[]>;
  readonly #byUri: ReadonlyMap<string, number>;
  readonly #spelled: Words;
  /** Made when a word is first met that nothing has as its spelling. */
  #foldedWords: Words | undefined;

  /** @param former former paths of skills, by path */
  constructor(skills: readonly SkillEntry[], former: ReadonlyMap<string, readonly string[]>) {
    this.skills = skills;
    this.#former = former;
    this.#byUri = new Map(skills.map(({ uri }, document) => [uri, document]));
    this.#spelled = wordsOf(skills, former, (word) => word.normalize('NFC'));
  }

  /**
   * Positions of the skills that a word names: one by its path or `skill://` URI, several by name or, where no name is
   * this word, by folder. In path order, but `skills/<word>` comes first. A word that nothing has as its spelling, now
   * or before, names what differs in case, blanks and underscores only: `Git commit` is `git-commit`.
   */
  named(word: string): readonly number[] {
    const found = this.#spelledName(word);
    if (found.length > 0 || this.#spelled.byFormer.has(plainWord(word))) return found;
    return this.#lookUp(this.#folded, word);
  }

  /** Positions of the skills that had this name or path before, in path order; else those folded as in `named`. */
  formerly(word: string): readonly number[] {
    const { byFormer, fold } = this.#folded;
    return this.#spelled.byFormer.get(plainWord(word)) ?? byFormer.get(fold(plainWord(word))) ?? [];
  }

  /** Resolves a path, a name, the end of a path, a `skill://` URI or a former name. */
  find(word: string): Lookup {
    const wanted = plainWord(word);
    const spelled = this.#spelledName(word);
    if (spelled.length > 0) return this.#first(spelled);
    const ending = this.#endingIn(wanted);
    if (ending.length > 0) return this.#first(ending);
    const found = this.named(word);
    if (found.length > 0) return this.#first(found);
    const former = this.formerly(word);
    if (former.length > 0) return { ...this.#first(former), formerly: wanted };
    const { byName, byFormer } = this.#spelled;
    return { kind: 'none', nearest: nearest(wanted, [...byName.keys(), ...byFormer.keys()], 5) };
  }

  get #folded(): Words {
    this.#foldedWords ??= wordsOf(this.skills, this.#former, foldName);
    return this.#foldedWords;
  }

  #spelledName(word: string): readonly number[] {
    const uri = this.#byUri.get(word.trim().normalize('NFC'));
    return uri === undefined ? this.#lookUp(this.#spelled, word) : [uri];
  }

  #lookUp({ byPath, byName, fold }: Words, word: string): readonly number[] {
    const wanted = fold(plainWord(word));
    const below = byPath.get(`skills/${wanted}`);
    const paths = byPath.get(wanted) ?? (wanted.includes('/') ? below : undefined);
    if (paths !== undefined) return paths;
    const documents = byName.get(wanted) ?? [];
    const exact = documents.filter((document) => fold(this.skills[document]!.name) === wanted);
    const found = exact.length > 0 ? exact : documents;
    const shorthand = below?.[0];
    if (shorthand === undefined || !found.includes(shorthand)) return found;
    return [shorthand, ...found.filter((document) => document !== shorthand)];
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

function wordsOf(
  skills: readonly SkillEntry[],
  former: ReadonlyMap<string, readonly string[]>,
  fold: Words['fold'],
): Words {
  const byPath = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  const byFormer = new Map<string, number[]>();
  skills.forEach((skill, document) => {
    add(byPath, fold(skill.path), document);
    for (const key of new Set([skill.name, folderName(skill.path)].map(fold))) add(byName, key, document);
    const paths = former.get(historyFolder(skill)) ?? [];
    const words = paths.flatMap((path) => [path, folderName(path)]);
    for (const key of new Set(words.map(fold))) add(byFormer, key, document);
  });
  return { byPath, byName, byFormer, fold };
}

/** Lower case; a run of blanks, underscores and hyphens is one hyphen. */
function foldName(word: string): string {
  return word
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\s_-]+/g, '-');
}

function add(map: Map<string, number[]>, key: string, document: number): void {
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
