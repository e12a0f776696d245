import { filesOfSkill } from '../content.js';
import type { SkillIndex } from '../skill-index.js';
import { rootOf } from './base-files.js';
import { BaseLookup } from './base-lookup.js';
import { joinPath } from './plan/paths.js';
import type { BaseFile, BaseSkill, PlanBase } from './types.js';

/** What stands for the commit of an index that is of none. */
export const NO_COMMIT = '0'.repeat(40);

/**
 * The state that a proposal starts from, as an index holds it: for servers that have no repository. It knows the files
 * of skills only.
 *
 * @param words that name skills (`namedWords` of a request): the files of these are read
 * @throws SkillgraftError `file-changed`, `artifact-file-missing`
 */
export async function indexBase(index: SkillIndex, words: readonly string[]): Promise<PlanBase> {
  const { skills } = index;
  const lookup = new BaseLookup(skills);
  const named = new Set(words.flatMap((word) => lookup.find(word)));
  for (const skill of [...named]) for (const other of lookup.find(skill.name)) named.add(other);
  const loaded = new Map<string, BaseSkill>();
  for (const { path, name } of named) loaded.set(path, await loadSkill(index, path, name));
  const paths = skills.flatMap((skill) => filesOfSkill(skill).map((file) => joinPath(skill.path, file.path)));
  const documents = skills.map(({ path }) => ({ path: joinPath(path, 'SKILL.md'), mode: '100644', oid: '' }));
  return {
    commit: index.artifact.source.commit ?? NO_COMMIT,
    paths: new Set(paths),
    root: rootOf(documents, undefined),
    find: (word) => lookup.find(word).flatMap(({ path }) => loaded.get(path) ?? []),
  };
}

async function loadSkill(index: SkillIndex, path: string, name: string): Promise<BaseSkill> {
  const entry = index.skills.find((skill) => skill.path === path)!;
  const files = new Map<string, BaseFile>();
  for (const { path: below, executable } of filesOfSkill(entry)) {
    const { bytes } = await index.file(path, below);
    files.set(joinPath(path, below), { mode: executable ? '100755' : '100644', bytes });
  }
  const { versions, truncated } = index.lineage(path);
  const last = truncated ? undefined : versions.at(-1);
  return {
    path,
    name,
    version: last?.version ?? null,
    versionCommit: last?.commit ?? null,
    commits: versions.map(({ commit }) => commit),
    files,
  };
}
