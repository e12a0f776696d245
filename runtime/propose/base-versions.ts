import type { CommitChanges, CommitNode, Repository } from '../git/repository.js';
import type { LineageAnswer } from '../lineage-view.js';
import type { SkillIndex } from '../skill-index.js';

/** What an opened index says of skills and their versions. */
export type IndexedLineage = Pick<SkillIndex, 'artifact' | 'skills' | 'lineage' | 'find'>;

/** Which version of a skill a commit has; all is null where the history is not known. */
export interface BaseVersion {
  readonly version: number | null;
  readonly versionCommit: string | null;
  readonly commits?: readonly string[];
}

/** Of a skill whose history is not known. */
export const UNKNOWN_VERSION: BaseVersion = { version: null, versionCommit: null };

/**
 * Versions of skills at a commit: those that the index counts, and the changes that were made since its own commit. A
 * skill that was renamed since is one of unknown history.
 */
export class BaseVersions {
  readonly #repository: Repository;
  readonly #index: IndexedLineage;
  readonly #head: string;
  readonly #paths: ReadonlySet<string>;
  #since: Promise<readonly CommitChanges[] | null> | undefined;

  constructor(repository: Repository, index: IndexedLineage, head: string) {
    this.#repository = repository;
    this.#index = index;
    this.#head = head;
    this.#paths = new Set(index.skills.map(({ path }) => path));
  }

  /** @param blob object id of the SKILL.md at `file` */
  async of(path: string, file: string, blob: string): Promise<BaseVersion> {
    if (!this.#paths.has(path)) return UNKNOWN_VERSION;
    const { versions, truncated }: LineageAnswer = this.#index.lineage(path);
    const last = versions.at(-1);
    if (last === undefined || truncated) return UNKNOWN_VERSION;
    const known = versions.map(({ commit }) => commit);
    if (last.blob === blob) return { version: last.version, versionCommit: last.commit, commits: known };
    const since = await this.#changesSince();
    const later = since?.filter(({ changes }) => changes.some((one) => one.path === file)) ?? [];
    const latest = later.at(-1);
    if (latest?.changes.find((one) => one.path === file)?.blob !== blob) return UNKNOWN_VERSION;
    const commits = [...known, ...later.map(({ commit }) => commit)];
    return { version: commits.length, versionCommit: commits.at(-1)!, commits };
  }

  /** What was changed since the index's commit, oldest first; null where that is no ancestor. */
  #changesSince(): Promise<readonly CommitChanges[] | null> {
    this.#since ??= this.#readChanges();
    return this.#since;
  }

  async #readChanges(): Promise<readonly CommitChanges[] | null> {
    const { commit } = this.#index.artifact.source;
    if (commit === undefined) return null;
    const { commits, incremental } = await this.#repository.history(this.#head, commit);
    return incremental ? this.#repository.skillChanges(oldestFirst(commits)) : null;
  }
}

/** Parents before children; among those that are free, the one with the earlier date, then the smaller id. */
function oldestFirst(commits: readonly CommitNode[]): readonly CommitNode[] {
  const byId = new Map(commits.map((one) => [one.id, one]));
  const out: CommitNode[] = [];
  const seen = new Set<string>();
  const sorted = [...commits].sort((a, b) => a.committedAt - b.committedAt || (a.id < b.id ? -1 : 1));
  for (const start of sorted) {
    const open = [start];
    while (open.length > 0) {
      const one = open.at(-1)!;
      const parents = one.parents.flatMap((id) => (seen.has(id) ? [] : (byId.get(id) ?? [])));
      if (parents.length > 0 && !seen.has(one.id)) {
        open.push(...parents);
        continue;
      }
      open.pop();
      if (!seen.has(one.id)) out.push(one);
      seen.add(one.id);
    }
  }
  return out;
}
