import { compareText } from '../../schema/diagnostic.js';
import { resourcePath } from '../../schema/format.js';
import type { SkillEntry } from '../../schema/index.types.js';
import { globMatcher } from './glob.js';
import type { LibrarySource } from './source.js';

/** What identities are made of: a source, and the skills that it has. */
export type NamedSkills = Pick<LibrarySource, 'name' | 'prefix' | 'allow' | 'block'> & {
  readonly skills: readonly SkillEntry[];
};

/** A skill of one of several indexes. */
export interface FederatedSkill {
  /** Position of its source, and of the skill among that one's. */
  readonly source: number;
  readonly document: number;
  /** Under the path and the URIs that are its own among all. */
  readonly entry: SkillEntry;
  /** Names of other sources that have the same files. */
  readonly alsoIn: readonly string[];
}

/** Which skills several sources have together. */
export interface Identities {
  /** Sorted by path. */
  readonly skills: readonly FederatedSkill[];
  /**
   * Position in `skills` of each skill of each source: that of the one which stands for it where the same files are there
   * twice; -1 for what is left out.
   */
  readonly places: readonly Int32Array[];
}

/** Begins all URIs of skills. */
const SCHEME = 'skill://';

/**
 * Gives every skill a path and URIs of its own. The same files under the same name in two sources are one skill, of the
 * first of them. A path that an earlier source has gets the source's name and a colon before it; URIs get the source's
 * prefix, and where others have them its name.
 *
 * @param sources in the order of precedence
 */
export function identify(sources: readonly NamedSkills[]): Identities {
  const naming = new Naming();
  const byFiles = new Map<string, FederatedSkill & { alsoIn: string[] }>();
  const standing: FederatedSkill[] = [];
  const standsFor = sources.map((source, number) => {
    const accepts = acceptorOf(source);
    return source.skills.map((skill, document) => {
      if (!accepts(skill)) return null;
      const files = filesKey(skill);
      const known = byFiles.get(files);
      if (known !== undefined && known.source !== number) {
        if (!known.alsoIn.includes(source.name)) known.alsoIn.push(source.name);
        return known;
      }
      const entry = naming.named(skill, source, number);
      const federated = { source: number, document, entry, alsoIn: [] };
      standing.push(federated);
      if (known === undefined) byFiles.set(files, federated);
      return federated;
    });
  });
  const skills = standing.sort((a, b) => compareText(a.entry.path, b.entry.path));
  const positions = new Map(skills.map((skill, position) => [skill, position]));
  const placeOf = (skill: FederatedSkill | null): number => (skill === null ? -1 : positions.get(skill)!);
  return { skills, places: standsFor.map((all) => Int32Array.from(all, placeOf)) };
}

/** Which skills of a source are taken at all. */
function acceptorOf({ allow, block = [] }: NamedSkills): (skill: SkillEntry) => boolean {
  if (allow === undefined && block.length === 0) return () => true;
  const isAllowed = skillMatcher(allow ?? ['**']);
  const isBlocked = skillMatcher(block);
  return (skill) => isAllowed(skill) && !isBlocked(skill);
}

/** What a pattern says of a folder is true of all skills in it. */
function skillMatcher(patterns: readonly string[]): (skill: SkillEntry) => boolean {
  const matches = globMatcher(patterns);
  const matchesSegment = globMatcher(patterns.filter((pattern) => !pattern.includes('/')));
  return ({ path, name }) => {
    const folders = foldersOf(path);
    const below = path.startsWith('skills/') ? foldersOf(path.slice('skills/'.length)) : [];
    return [...folders, ...below, name].some(matches) || path.split('/').some(matchesSegment);
  };
}

/** `a/b/c` as `a`, `a/b` and `a/b/c`. */
function foldersOf(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, i) => segments.slice(0, i + 1).join('/'));
}

/** The same for two skills whose name and files are the same to the byte. */
function filesKey({ name, uri, resources }: SkillEntry): string {
  const files = resources.map((resource) => [resourcePath(uri, resource.uri), resource.digest]);
  return JSON.stringify([name, ...files]);
}

/** Hands out paths and URIs, none of them twice. */
class Naming {
  readonly #paths = new Set<string>();
  /** The source that has a URI: within one, a skill's file may be another skill's SKILL.md. */
  readonly #uris = new Map<string, number>();

  named(skill: SkillEntry, source: NamedSkills, number: number): SkillEntry {
    const path = this.#freePath(skill.path, source.name);
    this.#paths.add(path.normalize('NFC'));
    const moved = this.#withFreeUris(skill, source, number);
    for (const { uri } of [moved, ...moved.resources]) this.#uris.set(uri, number);
    if (path === skill.path) return moved;
    // Where a link leads is told of the index's own path.
    const { realPath: _, ...rest } = moved;
    return { ...rest, path };
  }

  #freePath(path: string, name: string): string {
    let free = path;
    while (this.#paths.has(free.normalize('NFC'))) free = `${name}:${free}`;
    return free;
  }

  #withFreeUris(skill: SkillEntry, { name, prefix }: NamedSkills, number: number): SkillEntry {
    const isFree = ({ uri, resources }: SkillEntry): boolean =>
      [uri, ...resources.map((resource) => resource.uri)].every(
        (one) => (this.#uris.get(one) ?? number) === number,
      );
    const first = prefix === undefined ? skill : below(skill, prefix);
    if (isFree(first)) return first;
    for (let n = 1; ; n += 1) {
      const moved = below(skill, n === 1 ? name : `${name}-${n}`);
      if (isFree(moved)) return moved;
    }
  }
}

/** The skill with a first segment before its URIs. */
function below(skill: SkillEntry, segment: string): SkillEntry {
  const moved = (uri: string): string => `${SCHEME}${segment}/${uri.slice(SCHEME.length)}`;
  return {
    ...skill,
    uri: moved(skill.uri),
    resources: skill.resources.map((resource) => ({ ...resource, uri: moved(resource.uri) })),
  };
}
