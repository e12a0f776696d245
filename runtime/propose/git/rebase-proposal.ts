import { SkillgraftError } from '../../../schema/errors.js';
import type { CommitDetails, Repository } from '../../git/repository.js';
import type { Identity, WrittenProposal } from '../types.js';
import { type Ancestry, MainHistory } from './ancestry.js';
import { applyChanges } from './apply-changes.js';
import { changedFiles } from './changed-files.js';
import { checkDate, checkIdentity, emptyProposal, PREFIX } from './check-request.js';
import { refuseCollisions, treeSource } from './make-commit.js';
import { commitBytes, type NewObject, newObject, personLine } from './objects.js';
import { type Target, withWritable } from './open-store.js';
import type { RefValues, WriteOptions } from './store.js';
import { refCheckedOut, refMoved } from './write-errors.js';

/** Who moves a proposal, and when; by default its committer, at the later of its own date and the new base's. */
export interface RebaseOptions extends WriteOptions {
  readonly committer?: Identity;
  /** Unix seconds. */
  readonly at?: number;
}

/**
 * Replays a proposal on a newer base: author, date and message stay, and its branch moves from the old commit to the
 * new one at once. Only a proposal of one commit is moved. Changes of other files on the new base are no conflict.
 *
 * @param branch name below `refs/heads/skillgraft/`, or the full name
 * @param onto ref or commit whose history has the old base
 * @throws SkillgraftError `proposal-conflict` where the new base changed a file that the proposal changes; names both
 * @throws SkillgraftError `proposal-not-found`, `proposal-not-simple`, `proposal-empty` (all of it is there already),
 *   `path-collision`, `ref-checked-out`, `ref-moved`, `ref-locked`, and what `writeProposal` throws of a repository
 */
export async function rebaseProposal(
  target: Target,
  branch: string,
  onto: string,
  options: RebaseOptions = {},
): Promise<WrittenProposal> {
  if (options.committer !== undefined) checkIdentity(options.committer);
  if (options.at !== undefined) checkDate(options.at);
  return withWritable(target, options, async ({ repository, store }) => {
    const [ref, tip] = findProposal(await store.refs(), branch);
    const base = await repository.commit(await repository.resolve(onto));
    const place = await new MainHistory(repository, base.id).place(tip);
    const old = onlyCommit(place, ref, base.id);
    if (place.base === base.id) return { ref, commit: tip, existed: true };
    if ((await store.checkedOut()).has(ref)) throw refCheckedOut(ref);
    const objects = await replay(repository, old, base, options);
    const commit = objects.at(-1)!.oid;
    await store.write(objects);
    if (!(await store.swap(ref, tip, commit))) throw refMoved(ref);
    return { ref, commit, existed: false };
  });
}

function findProposal(refs: RefValues, branch: string): [ref: string, commit: string] {
  const ref = branch.startsWith(`${PREFIX}/`) ? branch : `${PREFIX}/${branch}`;
  const commit = refs.get(ref) ?? null;
  if (commit !== null) return [ref, commit];
  const names = [...refs.keys()].map((name) => name.slice(PREFIX.length + 1)).sort();
  throw new SkillgraftError(
    'proposal-not-found',
    `There is no proposal ${JSON.stringify(branch)}.`,
    names.length === 0 ? 'There are none here.' : `There are: ${names.slice(0, 20).join(', ')}`,
  );
}

function onlyCommit(place: Ancestry, ref: string, onto: string): CommitDetails {
  const [commit, ...more] = place.own;
  if (place.isIncluded) throw emptyProposal();
  if (commit!.parents.length === 1 && more.length === 0 && place.ahead !== null) return commit!;
  throw new SkillgraftError(
    'proposal-not-simple',
    `${ref} is not one commit on the history of ${onto}.`,
    'Somebody added to it, or it starts elsewhere: rebase it with git.',
  );
}

/** The objects of the moved commit, the commit itself last. */
async function replay(
  repository: Repository,
  old: CommitDetails,
  onto: CommitDetails,
  options: RebaseOptions,
): Promise<NewObject[]> {
  const source = treeSource(repository);
  const base = await repository.commit(old.parents[0]!);
  const changes = await changedFiles(source, base.tree, old.tree);
  const applied = await applyChanges(source, onto.tree, changes);
  if (applied.conflicts.length > 0) throw conflict(base.id, onto.id, applied.conflicts);
  refuseCollisions(applied);
  if (applied.tree === onto.tree) throw emptyProposal();
  const { headers, message } = splitCommit((await repository.rawObject(old.id)).data);
  const at = options.at ?? Math.max(old.committedAt, onto.committedAt);
  const committer =
    options.committer === undefined
      ? (headers.get('committer') ?? '').replace(/> .*$/, `> ${at} +0000`)
      : personLine(options.committer, at);
  const [author = '', encoding] = [headers.get('author'), headers.get('encoding')];
  const bytes = commitBytes({ tree: applied.tree, parent: onto.id, author, committer, encoding, message });
  return [...applied.objects, newObject(repository.objectFormat, 'commit', bytes)];
}

/** Headers (the first of each name, one line each; signatures do not survive a move anyway) and the message's bytes. */
function splitCommit(data: Uint8Array): { headers: ReadonlyMap<string, string>; message: Uint8Array } {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  const end = bytes.indexOf('\n\n');
  const headers = new Map<string, string>();
  for (const line of bytes.toString('utf8', 0, end).split('\n')) {
    const [, key, value] = /^(\w+) (.*)$/s.exec(line) ?? [];
    if (key !== undefined && !headers.has(key)) headers.set(key, value!);
  }
  return { headers, message: bytes.subarray(end + 2) };
}

function conflict(base: string, onto: string, paths: readonly string[]): SkillgraftError {
  return new SkillgraftError(
    'proposal-conflict',
    `${paths.map((path) => JSON.stringify(path)).join(', ')} changed between ${base}, where the proposal starts, and ${onto}.`,
    'Read what is there now and propose the change again from it.',
  );
}
