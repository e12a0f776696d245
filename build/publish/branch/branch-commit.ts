import type { Repository } from '../../../runtime/git/repository.js';
import { applyChanges, type TreeChange } from '../../../runtime/propose/git/apply-changes.js';
import { treeSource } from '../../../runtime/propose/git/make-commit.js';
import { commitBytes, type NewObject, newObject, personLine } from '../../../runtime/propose/git/objects.js';
import type { Identity } from '../../../runtime/propose/types.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { INDEX_FILE } from '../../../schema/format.js';
import type { ArtifactFileMap } from '../../types.js';
import { SUMS_FILE, summedPaths } from '../bundle.js';
import { type PublishedIndex, publishedIndex } from '../rollback.js';
import type { Publishable } from '../types.js';

/** What stands on the branch. */
export interface BranchState {
  readonly commit: string;
  readonly tree: string;
  readonly index: PublishedIndex;
  /** Modes and object ids by path. */
  readonly entries: ReadonlyMap<string, { readonly mode: number; readonly oid: string }>;
  /** Paths that a publish wrote. */
  readonly ours: readonly string[];
}

/** Files looked for in the repository at once. */
const CHUNK = 200;

/**
 * Reads what a branch holds.
 *
 * @throws SkillgraftError `branch-not-ours` where it holds something else than an index
 */
export async function readBranch(repository: Repository, commit: string, name: string): Promise<BranchState> {
  const { tree } = await repository.commit(commit);
  const listed = await repository.tree(commit);
  const entries = new Map(
    listed.map(({ path, mode, oid }) => [path, { mode: Number.parseInt(mode, 8), oid }]),
  );
  const bytesOf = async (path: string): Promise<Uint8Array | null> => {
    const entry = entries.get(path);
    return entry === undefined ? null : repository.blob(entry.oid);
  };
  const [index, sums] = await Promise.all([bytesOf(INDEX_FILE), bytesOf(SUMS_FILE)]);
  const published = index === null ? null : publishedIndex(index);
  if (published === null) throw notOurs(name, commit);
  const ours = sums === null ? [] : [SUMS_FILE, ...summedPaths(Buffer.from(sums).toString('utf8'))];
  return { commit, tree, index: published, entries, ours };
}

/** A commit with the objects that the repository lacks; objects come before what names them. */
export interface BranchCommit {
  readonly commit: string;
  readonly objects: readonly NewObject[];
}

/**
 * Makes the commit that publishes a bundle; null where the branch has this index. Files that no publish wrote stay. The
 * same index, person and parent give the same commit: its dates are those of the commit that the index is of.
 */
export async function branchCommit(
  repository: Repository,
  bundle: ArtifactFileMap,
  publishable: Publishable,
  parent: BranchState | null,
  person: Identity,
): Promise<BranchCommit | null> {
  const format = repository.objectFormat;
  const blobs = new Map<string, NewObject>();
  const changes: TreeChange[] = [];
  for (const [path, file] of bundle) {
    const before = parent?.entries.get(path) ?? null;
    const blob = newObject(format, 'blob', await file.read());
    const mode = publishable.executables.has(path) ? 0o100755 : 0o100644;
    if (path === INDEX_FILE && before?.oid === blob.oid) return null;
    if (before?.oid !== blob.oid) blobs.set(blob.oid, blob);
    changes.push({ path, before, after: { mode, oid: blob.oid } });
  }
  for (const path of parent?.ours ?? []) {
    const before = parent!.entries.get(path);
    if (before !== undefined && !bundle.has(path)) changes.push({ path, before, after: null });
  }
  const applied = await applyChanges(treeSource(repository), parent?.tree ?? null, changes);
  const line = personLine(person, publishable.committedAt);
  const bytes = commitBytes({
    tree: applied.tree,
    parent: parent?.commit ?? null,
    author: line,
    committer: line,
    message: Buffer.from(messageOf(publishable)),
  });
  const commit = newObject(format, 'commit', bytes);
  return {
    commit: commit.oid,
    objects: [...(await lacking(repository, blobs)), ...applied.objects, commit],
  };
}

/** Most files of skills are in the repository already. */
async function lacking(repository: Repository, blobs: ReadonlyMap<string, NewObject>): Promise<NewObject[]> {
  const oids = [...blobs.keys()];
  const found: NewObject[] = [];
  for (let at = 0; at < oids.length; at += CHUNK) {
    const chunk = oids.slice(at, at + CHUNK);
    const present = await repository.presentBlobs(chunk);
    chunk.forEach((oid, i) => {
      if (present[i] == null) found.push(blobs.get(oid)!);
    });
  }
  return found;
}

function messageOf({ artifact, commit, skills }: Publishable): string {
  return [
    `Publish the index of ${commit.slice(0, 12)}`,
    '',
    `${skills.length} skills.`,
    '',
    `Source-Commit: ${commit}`,
    `Index-Digest: ${artifact.$digest}`,
    '',
  ].join('\n');
}

function notOurs(name: string, commit: string): SkillgraftError {
  return new SkillgraftError(
    'branch-not-ours',
    `The branch ${name} (${commit.slice(0, 12)}) holds something else than a published index.`,
    'Name another one with --branch; it is made where it is not there.',
  );
}
