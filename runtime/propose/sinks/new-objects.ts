import type { RawObject } from '../../git/cat-file.js';
import type { CommitNode, Repository } from '../../git/repository.js';
import { type Entries, FOLDER_MODE, parseTree } from '../git/tree-entries.js';

const SUBMODULE_MODE = 0o160000;

/**
 * The objects that lead from what a remote has to a commit. Of each new commit only the trees and files that differ from
 * its first parent's are taken, so that the time goes with the change and not with the repository.
 *
 * @param has commits that the remote has, with all that they need
 * @throws SkillgraftError `object-missing`
 */
export async function newObjects(
  repository: Repository,
  commit: string,
  has: ReadonlySet<string>,
): Promise<RawObject[]> {
  const oids = new Set<string>();
  for (const { id, parents } of await newCommits(repository, commit, has)) {
    oids.add(id);
    const [after, before] = await repository.commits([id, ...parents.slice(0, 1)]);
    await collect(repository, after!.tree, before?.tree ?? null, oids);
  }
  const objects: RawObject[] = [];
  for (const oid of oids) objects.push(await repository.rawObject(oid));
  return objects;
}

/** Commits on the ways from a commit back to those that the remote has. */
async function newCommits(
  repository: Repository,
  commit: string,
  has: ReadonlySet<string>,
): Promise<CommitNode[]> {
  const found = new Map<string, CommitNode>();
  const queue = [commit];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (has.has(id) || found.has(id)) continue;
    const node = await repository.commit(id);
    found.set(id, node);
    queue.push(...node.parents);
  }
  return [...found.values()];
}

/** Adds the ids of a tree's entries that another tree lacks under the same name, the tree's own id first. */
async function collect(
  repository: Repository,
  after: string,
  before: string | null,
  oids: Set<string>,
): Promise<void> {
  if (after === before || oids.has(after)) return;
  oids.add(after);
  const [next, old] = await Promise.all([entries(repository, after), entries(repository, before)]);
  for (const [name, { mode, oid }] of next) {
    const was = old.get(name);
    if (oid === was?.oid || mode === SUBMODULE_MODE) continue;
    if (mode !== FOLDER_MODE) oids.add(oid);
    else await collect(repository, oid, was?.mode === FOLDER_MODE ? was.oid : null, oids);
  }
}

async function entries(repository: Repository, tree: string | null): Promise<Entries> {
  if (tree === null) return new Map();
  const { data } = await repository.rawObject(tree);
  return parseTree(data, repository.objectFormat === 'sha256' ? 32 : 20);
}
