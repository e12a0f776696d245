import { setTimeout } from 'node:timers/promises';
import type { Repository } from '../../../runtime/git/repository.js';
import { withWritable } from '../../../runtime/propose/git/open-store.js';
import type { Writable } from '../../../runtime/propose/git/store.js';
import { refCheckedOut } from '../../../runtime/propose/git/write-errors.js';
import type { WriteFs } from '../../../runtime/propose/git/write-fs.js';
import type { Identity } from '../../../runtime/propose/types.js';
import { SkillgraftError } from '../../../schema/errors.js';
import type { ArtifactFileMap } from '../../types.js';
import { bundleOf } from '../bundle.js';
import { discoveryOf } from '../discovery.js';
import { refuseRollback } from '../rollback.js';
import type { Publishable, Published, PublishInput } from '../types.js';
import { branchCommit } from './branch-commit.js';
import { branchRef } from './branch-name.js';
import { type BranchPlace, findPlace } from './branch-place.js';
import { BranchRemote } from './branch-remote.js';

/** How often somebody else may be first. */
const MOST_TRIES = 5;

/** How long a lock of somebody else is waited for before the next try. */
const LOCK_MS = 200;

export interface BranchTarget {
  /** Name of the branch, without `refs/heads/`. */
  readonly branch: string;
  readonly person: Identity;
  /** Null: the branch is written here and pushed nowhere. */
  readonly remote: { readonly url: string; readonly token: string; readonly timeoutMs?: number } | null;
  /** What changes the disk; the machine's file system by default. */
  readonly fs?: WriteFs;
}

/** What became of the branch. */
export interface PublishedBranch extends Published {
  /** Full name of the branch. */
  readonly ref: string;
  /** The commit that it stands at. */
  readonly tip: string;
  /** Address without credentials; null where it was not pushed. */
  readonly remote: string | null;
}

/**
 * Publishes an index as one commit on a branch that has nothing else, made where it is not there. Only objects and that
 * branch change: not HEAD, index or work tree. The branch of the remote is never forced: where somebody else was first,
 * the commit is made again on top of theirs, as long as it does not go back behind it.
 *
 * @throws SkillgraftError `publish-branch`, `branch-not-ours`, `publish-rollback`, `publish-raced`, `ref-checked-out`,
 *   `ref-locked`, `ref-in-the-way`, `disk-full`, `repository-read-only`, and of the remote `push-…`, `remote-…`
 */
export async function publishBranch(
  { publishable, allow }: PublishInput,
  repository: Repository,
  target: BranchTarget,
): Promise<PublishedBranch> {
  const ref = branchRef(target.branch);
  const remote = target.remote === null ? null : new BranchRemote({ ...target.remote, ref });
  const { branch, person, fs } = target;
  const bundle = bundleOf(publishable, await discoveryOf(publishable), extraFiles(publishable, branch));
  const options = { family: ref.split('/').slice(0, 3).join('/'), ...(fs === undefined ? {} : { fs }) };
  return withWritable(repository, options, async (writable) => {
    if ((await writable.store.checkedOut()).has(ref)) throw refCheckedOut(ref);
    let notes: readonly string[] = [];
    for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
      const place = await findPlace(writable, ref, remote, branch);
      // Later it is our own commit that others overtook.
      if (attempt === 1) notes = place.notes;
      await refuseRollback(
        repository,
        place.parent?.index.commit ?? null,
        publishable.commit,
        allow.rollback,
      );
      const tip = await write(writable, ref, place, { bundle, publishable, person }).catch(
        async (error: unknown) => {
          if (!isLocked(error) || attempt === MOST_TRIES) throw error;
          await setTimeout(LOCK_MS);
          return null;
        },
      );
      if (tip === null) continue;
      if (remote !== null && (await push(remote, repository, tip, place)) === 'raced') continue;
      const before = remote === null ? place.local : place.remote;
      return {
        ...outcomeOf(publishable, branch, remote),
        outcome: tip === before ? 'unchanged' : 'published',
        ref,
        tip,
        notes,
      };
    }
    throw raced(branch);
  });
}

function outcomeOf({ commit, artifact }: Publishable, branch: string, remote: BranchRemote | null) {
  const [to, index] = ['branch', `branch:${branch}`] as const;
  const where = remote === null ? branch : `${branch} of ${remote.url}`;
  return { to, commit, digest: artifact.$digest, where, index, remote: remote?.url ?? null };
}

interface Work {
  readonly bundle: ArtifactFileMap;
  readonly publishable: Publishable;
  readonly person: Identity;
}

/** Has the local branch stand at a commit that publishes the bundle, and gives that commit; null where it has moved. */
async function write(
  { repository, store }: Writable,
  ref: string,
  { local, parent }: BranchPlace,
  { bundle, publishable, person }: Work,
): Promise<string | null> {
  const made = await branchCommit(repository, bundle, publishable, parent, person);
  const tip = made?.commit ?? parent!.commit;
  if (made !== null) await store.write(made.objects);
  if (tip !== local && !(await store.swap(ref, local, tip))) return null;
  return tip;
}

/** `raced`: the branch there has moved since it was looked at. */
async function push(
  remote: BranchRemote,
  repository: Repository,
  tip: string,
  place: BranchPlace,
): Promise<'pushed' | 'raced'> {
  if (tip === place.remote) return 'pushed';
  try {
    await remote.push(repository, tip);
    return 'pushed';
  } catch (error) {
    // It builds on what was there a moment ago: somebody else is pushing, too.
    if (error instanceof SkillgraftError && error.code === 'push-not-fast-forward') return 'raced';
    // Whoever was first may have pushed this very commit.
    if ((await remote.tip(repository).catch(() => null)) === tip) return 'pushed';
    throw error;
  }
}

/** The bytes stay as they are on every machine, and Pages leaves no folder out. */
function extraFiles({ commit, skills }: Publishable, branch: string): Map<string, string> {
  const text = `The index of ${skills.length} skills of commit ${commit}, made by Skillgraft: \`skillgraft serve --index branch:${branch}\`.\n`;
  return new Map([
    ['.gitattributes', '* -text\n'],
    ['.nojekyll', ''],
    ['README.md', text],
  ]);
}

function isLocked(error: unknown): boolean {
  return error instanceof SkillgraftError && error.code === 'ref-locked';
}

function raced(branch: string): SkillgraftError {
  return new SkillgraftError(
    'publish-raced',
    `Others published to ${branch} each time before this could.`,
    'Try again; let one publish run at a time (`concurrency` in a workflow).',
  );
}
