import { readMetadata } from '../../schema/skill/metadata.js';
import { parseSkill } from '../../schema/skill/parse.js';
import { folderName } from '../catalog.js';
import type { Repository, TreeEntry } from '../git/repository.js';
import { isSameAt, readFiles, rootOf, skillFiles } from './base-files.js';
import { BaseLookup } from './base-lookup.js';
import { BaseVersions, type IndexedLineage, UNKNOWN_VERSION } from './base-versions.js';
import type { BaseSkill, PlanBase, ProposalRequest } from './types.js';

export interface BaseOptions {
  /** Words that name skills (`namedWords` of a request): the files of these are read. */
  readonly words: readonly string[];
  /** Folders in which skills lie, `.` for the whole tree. Absent: the usual ones, or the whole tree where they hold none. */
  readonly roots?: readonly string[];
  /** The commit that the caller read a skill at, if it named one: a change elsewhere since then is no conflict. */
  readonly baseVersion?: string;
  /** An opened index of this repository, for the versions of skills and the names that they had before. */
  readonly index?: IndexedLineage;
}

/** Every word of a request that may name a skill of the base. */
export function namedWords(
  request: Pick<ProposalRequest, 'name' | 'targetSkillName' | 'sourceSkillNames'>,
): readonly string[] {
  const { name, targetSkillName, sourceSkillNames = [] } = request;
  return [
    ...new Set([name, ...(targetSkillName === undefined ? [] : [targetSkillName]), ...sourceSkillNames]),
  ];
}

/** A SKILL.md of the tree, with the name that its front matter has. */
interface FoundSkill {
  readonly path: string;
  readonly name: string;
  readonly entry: TreeEntry;
}

/**
 * Reads the state that a proposal starts from: the tree, the names of all skills in it, and the files of those that the
 * words name. `find` of the result throws for a skill whose files were not read.
 *
 * @param commit an id or a ref
 */
export async function readBase(
  repository: Repository,
  commit: string,
  options: BaseOptions,
): Promise<PlanBase> {
  const id = await repository.resolve(commit);
  const entries = await repository.tree(id);
  const files = skillFiles(entries, options.roots);
  const skills = await readNames(repository, files);
  const lookup = new BaseLookup(skills);
  const find = (word: string): readonly FoundSkill[] => {
    const found = lookup.find(word);
    return found.length > 0 ? found : formerly(lookup, word, options.index);
  };
  const named = new Set(options.words.flatMap(find));
  // Whether a skill's name is its alone is asked too.
  for (const skill of [...named]) for (const other of lookup.find(skill.name)) named.add(other);
  const loaded = await loadSkills({ repository, entries, head: id, options }, [...named]);
  return {
    commit: id,
    paths: new Set(entries.map(({ path }) => path)),
    root: rootOf(files, options.roots),
    find: (word) => find(word).map((skill) => expectLoaded(loaded, skill.path)),
  };
}

function expectLoaded(loaded: ReadonlyMap<string, BaseSkill>, path: string): BaseSkill {
  const skill = loaded.get(path);
  if (skill === undefined) throw new Error(`The files of ${path} were not read; name it in the words.`);
  return skill;
}

/** The name in each file's front matter; the folder's where it has none or cannot be read. */
async function readNames(
  repository: Repository,
  files: readonly TreeEntry[],
): Promise<readonly FoundSkill[]> {
  const blobs = await repository.blobs(files.map(({ oid }) => oid));
  return files.map((entry, i) => {
    const path = entry.path === 'SKILL.md' ? '.' : entry.path.slice(0, -'/SKILL.md'.length);
    const { document } = parseSkill(blobs[i]!, entry.path);
    const name = document === null ? folderName(path) : readMetadata(document, folderName(path)).name;
    return { path, name, entry };
  });
}

/** The skill that had a name or path before, where no other has it now. */
function formerly(
  lookup: BaseLookup<FoundSkill>,
  word: string,
  index: IndexedLineage | undefined,
): readonly FoundSkill[] {
  const found = index?.find(word);
  if (found?.kind !== 'found' || found.formerly === undefined || found.others.length > 0) return [];
  return lookup.find(index!.skills[found.document]!.path);
}

interface Source {
  readonly repository: Repository;
  readonly entries: readonly TreeEntry[];
  readonly head: string;
  readonly options: BaseOptions;
}

async function loadSkills(
  { repository, entries, head, options }: Source,
  skills: readonly FoundSkill[],
): Promise<ReadonlyMap<string, BaseSkill>> {
  const { index, baseVersion } = options;
  const versions = index === undefined ? undefined : new BaseVersions(repository, index, head);
  const loaded = new Map<string, BaseSkill>();
  for (const { path, name, entry } of skills) {
    const version = (await versions?.of(path, entry.path, entry.oid)) ?? UNKNOWN_VERSION;
    const isUnchanged = baseVersion !== undefined && (await isSameAt(repository, entries, path, baseVersion));
    loaded.set(path, {
      path,
      name,
      ...version,
      ...(isUnchanged ? { unchangedSince: [baseVersion] } : {}),
      files: await readFiles(repository, entries, path),
    });
  }
  return loaded;
}
