import { SkillgraftError } from '../../../schema/errors.js';
import type { Repository } from '../../git/repository.js';
import type { CommitRequest } from '../types.js';
import { type AppliedChanges, applyChanges, type TreeChange, type TreeSource } from './apply-changes.js';
import { emptyProposal } from './check-request.js';
import { commitBytes, type NewObject, newObject, personLine } from './objects.js';

/** A commit with all that it needs, in memory; objects come before what names them. */
export interface MadeCommit {
  readonly commit: string;
  readonly tree: string;
  readonly changes: readonly TreeChange[];
  readonly objects: readonly NewObject[];
}

/**
 * Makes the objects of a proposal's commit.
 *
 * @throws SkillgraftError `proposal-conflict` where the base does not have what the changes say they start from
 * @throws SkillgraftError `path-collision`, `proposal-empty`, `object-missing`
 */
export async function makeCommit(repository: Repository, request: CommitRequest): Promise<MadeCommit> {
  const { objectFormat: format } = repository;
  const base = await repository.commit(request.base);
  const blobs: NewObject[] = [];
  const changes = request.changes.map(({ path, mode, before, after }): TreeChange => {
    const blob = after === null ? null : newObject(format, 'blob', after);
    if (blob !== null) blobs.push(blob);
    return {
      path,
      before: before === null ? null : { mode: null, oid: newObject(format, 'blob', before).oid },
      after: blob === null ? null : { mode: Number.parseInt(mode, 8), oid: blob.oid },
    };
  });
  const applied = await applyChanges(treeSource(repository), base.tree, changes);
  refuseCollisions(applied);
  if (applied.conflicts.length > 0) throw notAtBase(request.base, applied.conflicts);
  if (applied.tree === base.tree) throw emptyProposal();
  const person = personLine(request.author, request.at);
  const message = Buffer.from(request.message, 'utf8');
  const bytes = commitBytes({
    tree: applied.tree,
    parent: base.id,
    author: person,
    committer: person,
    message,
  });
  const commit = newObject(format, 'commit', bytes);
  return { commit: commit.oid, tree: applied.tree, changes, objects: [...blobs, ...applied.objects, commit] };
}

/** The trees of a repository. */
export function treeSource(repository: Repository): TreeSource {
  return {
    format: repository.objectFormat,
    readTree: async (oid) => (await repository.rawObject(oid)).data,
  };
}

/** @throws SkillgraftError `path-collision` */
export function refuseCollisions({ collisions }: AppliedChanges): void {
  const [pair] = collisions;
  if (pair === undefined) return;
  throw new SkillgraftError(
    'path-collision',
    `${JSON.stringify(pair[1])} and ${JSON.stringify(pair[0])} are one path on many machines.`,
    'Choose a name that differs in more than case or accents.',
  );
}

function notAtBase(base: string, paths: readonly string[]): SkillgraftError {
  return new SkillgraftError(
    'proposal-conflict',
    `The proposal does not start from what ${base} has at ${paths.map((path) => JSON.stringify(path)).join(', ')}.`,
    'Plan it again from that commit.',
  );
}
