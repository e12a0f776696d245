import { SkillgraftError } from '../../../schema/errors.js';
import type { Repository } from '../../git/repository.js';
import { withoutVersions } from '../trailers.js';
import type { CommitRequest, WrittenProposal } from '../types.js';
import { MainHistory } from './ancestry.js';
import type { TreeChange } from './apply-changes.js';
import { changedFiles } from './changed-files.js';
import { checkCommitRequest, PREFIX } from './check-request.js';
import { type MadeCommit, makeCommit, treeSource } from './make-commit.js';
import { type Target, withWritable } from './open-store.js';
import { type RefValues, refAgainst, type Writable, type WriteOptions } from './store.js';
import { refInTheWay } from './write-errors.js';

/** A name and its followers, `x-2` to `x-99`. */
const MOST_NAMES = 99;

/**
 * Writes a proposal as one commit on a branch of its own, below `refs/heads/skillgraft/`. Nothing else changes: not
 * HEAD, index, work tree or another ref, and no hook runs. What fails on the way leaves the branches as they were.
 *
 * The same proposal again (message and changes; date and versions in trailers may differ) gives the branch that has it,
 * where that is one commit on the base or on what is behind the base: it must bring nothing else. Another
 * proposal under a name that is taken gets the next free one, `-2` and so on: refusing it would lose what was
 * learned, and replacing the other would lose that one.
 *
 * @param target repository, or a folder inside one
 * @throws SkillgraftError `proposal-branch`, `proposal-author`, `proposal-message`, `proposal-date`, `proposal-path`,
 *   `proposal-empty`, `proposal-conflict`, `path-collision`: the request
 * @throws SkillgraftError `ref-in-the-way`, `ref-locked`, `proposal-names-taken`, `repository-read-only`,
 *   `disk-full`, `write-failed`, `object-not-written`, and what `openRepository` throws: the repository
 */
export async function writeProposal(
  target: Target,
  request: CommitRequest,
  options: WriteOptions = {},
): Promise<WrittenProposal> {
  checkCommitRequest(request);
  return withWritable(target, options, async (writable) => {
    const made = await makeCommit(writable.repository, request);
    return land(writable, request, made);
  });
}

/** Looks for a name until the ref stands; another process may take each one that is free. */
async function land(writable: Writable, request: CommitRequest, made: MadeCommit): Promise<WrittenProposal> {
  const { store } = writable;
  const names = namesOf(`${PREFIX}/${request.branch}`);
  const checkedOut = await store.checkedOut();
  let written = false;
  for (let attempt = 0; attempt < 2 * MOST_NAMES; attempt++) {
    const refs = await store.refs();
    const clash = refAgainst(refs, names[0]!);
    if (clash !== undefined) throw refInTheWay(names[0]!, clash);
    const same = await findSame(writable, refs, names, request, made);
    if (same !== null) return same;
    const ref = names.find((name) => !refs.has(name) && !checkedOut.has(name) && !refAgainst(refs, name));
    if (ref === undefined) break;
    if (!written) await store.write(made.objects);
    written = true;
    if (await store.swap(ref, null, made.commit)) return { ref, commit: made.commit, existed: false };
  }
  throw namesTaken(names[0]!);
}

function namesOf(ref: string): string[] {
  const followers = Array.from({ length: MOST_NAMES - 1 }, (_, i) => `${ref}-${i + 2}`);
  return [ref, ...followers];
}

/** A branch of one of these names that has this proposal already. */
async function findSame(
  { repository }: Writable,
  refs: RefValues,
  names: readonly string[],
  request: CommitRequest,
  made: MadeCommit,
): Promise<WrittenProposal | null> {
  for (const ref of names) {
    const commit = refs.get(ref) ?? null;
    if (commit === null) continue;
    // A branch whose objects are missing is damaged, and no reason to refuse a new one.
    if (await isSame(repository, commit, request, made).catch(() => false))
      return { ref, commit, existed: true };
  }
  return null;
}

async function isSame(
  repository: Repository,
  commit: string,
  request: CommitRequest,
  made: MadeCommit,
): Promise<boolean> {
  const there = await repository.commit(commit);
  const [parent, ...more] = there.parents;
  if (parent === undefined || more.length > 0) return false;
  if (withoutVersions(there.message) !== withoutVersions(request.message)) return false;
  if (parent === request.base) return there.tree === made.tree;
  // What else such a branch has would come in with it, and nobody asked for that.
  if ((await new MainHistory(repository, request.base).ahead(parent)) === null) return false;
  const base = await repository.commit(parent);
  const changes = await changedFiles(treeSource(repository), base.tree, there.tree);
  return sameChanges(changes, made.changes);
}

function sameChanges(a: readonly TreeChange[], b: readonly TreeChange[]): boolean {
  const text = ({ path, before, after }: TreeChange) =>
    JSON.stringify([path, before?.oid, after?.oid, after?.mode]);
  const known = new Set(a.map(text));
  return a.length === b.length && b.every((change) => known.has(text(change)));
}

function namesTaken(ref: string): SkillgraftError {
  return new SkillgraftError(
    'proposal-names-taken',
    `${ref} and the ${MOST_NAMES - 1} names behind it are taken.`,
    'Review or delete old proposals first.',
  );
}
