import { compareText } from '../../../schema/diagnostic.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { defaultRef } from '../../git/open.js';
import type { CommitNode, Repository } from '../../git/repository.js';
import { parseTrailers } from '../trailers.js';
import type { Changelog } from '../types.js';
import { type Ancestry, MainHistory } from './ancestry.js';
import { applyChanges, type TreeChange } from './apply-changes.js';
import { changedFiles } from './changed-files.js';
import { PREFIX } from './check-request.js';
import { treeSource } from './make-commit.js';
import { type Target, withWritable } from './open-store.js';

/** A branch below `refs/heads/skillgraft/`. */
export interface ProposalBranch {
  /** Full name. */
  readonly ref: string;
  /** Name below `refs/heads/skillgraft/`. */
  readonly branch: string;
  readonly commit: string;
  /** Commit that it starts from; null for a commit without parents. */
  readonly base: string | null;
  /** How many commits the main history is ahead of the base; null where it does not have the base. */
  readonly behind: number | null;
  /** Commits that it brings besides its own; null where the main history does not have the base. */
  readonly extra: number | null;
  /** Author and author date (Unix seconds) of the latest commit. */
  readonly author: { readonly name: string; readonly at: number };
  /** Message of the commit that has the changelog, else of the latest one. */
  readonly message: string;
  /** What its trailers say; null where it has none. */
  readonly changelog: Changelog | null;
  /** The main history has the commit, or has or had every changed file as the proposal leaves it (squash, rebase). */
  readonly isMerged: boolean;
}

/**
 * Lists the proposals of a repository, sorted by name. Symbolic and damaged branches are left out.
 *
 * @param main the ref that they are meant for; by default the one that a build reads
 * @throws SkillgraftError `ref-not-found`, `empty-repository`
 */
export async function listProposals(target: Target, main?: string): Promise<readonly ProposalBranch[]> {
  return withWritable(target, {}, async ({ repository, store }) => {
    const refs = await store.refs();
    const commit =
      main === undefined ? (await defaultRef(repository)).commit : await repository.resolve(main);
    const history = new MainHistory(repository, commit);
    const found: ProposalBranch[] = [];
    for (const [ref, tip] of [...refs].sort(([a], [b]) => compareText(a, b))) {
      if (tip === null || !ref.startsWith(`${PREFIX}/`)) continue;
      const branch = await describe(repository, history, commit, ref, tip).catch(leaveOutDamaged);
      if (branch !== null) found.push(branch);
    }
    return found;
  });
}

async function describe(
  repository: Repository,
  history: MainHistory,
  main: string,
  ref: string,
  tip: string,
): Promise<ProposalBranch> {
  const place = await history.place(tip);
  const latest = place.own[0]!;
  const logged = place.own.findLast(({ message }) => parseTrailers(message) !== null);
  return {
    ref,
    branch: ref.slice(PREFIX.length + 1),
    commit: tip,
    base: place.base,
    behind: place.ahead?.length ?? null,
    extra: await extraOf(repository, place),
    author: latest.author,
    message: (logged ?? latest).message,
    changelog: logged === undefined ? null : parseTrailers(logged.message),
    isMerged: place.isIncluded || (await isTaken(repository, main, place)),
  };
}

/** Whatever a merge of the tip would bring, by any parent, but for one commit. */
async function extraOf(repository: Repository, { own, base, ahead }: Ancestry): Promise<number | null> {
  if (base === null || ahead === null) return null;
  const { id, parents } = own[0]!;
  if (parents.length === 1 && parents[0] === base) return 0;
  const known = new Set(ahead.map((commit) => commit.id));
  const { commits } = await repository.history(id, base);
  return Math.max(0, commits.filter((commit) => !known.has(commit.id)).length - 1);
}

/** The files of the proposal are in the main history, though its commit is not. */
async function isTaken(repository: Repository, main: string, place: Ancestry): Promise<boolean> {
  if (place.base === null || place.ahead === null) return false;
  const source = treeSource(repository);
  const [base, head] = await repository.commits([place.base, main]);
  const changes = await changedFiles(source, base!.tree, place.own[0]!.tree);
  const applied = await applyChanges(source, head!.tree, changes);
  if (applied.conflicts.length === 0 && applied.tree === head!.tree) return true;
  return hadSkillFiles(repository, place.ahead, changes);
}

/** Each SKILL.md that the proposal changes was once left like that by a commit since the base. */
async function hadSkillFiles(
  repository: Repository,
  ahead: readonly CommitNode[],
  changes: readonly TreeChange[],
): Promise<boolean> {
  const wanted = changes.filter(({ path }) => /(?:^|\/)SKILL\.md$/.test(path));
  if (wanted.length === 0 || ahead.length === 0) return false;
  const had = new Set<string>();
  for (const { changes: made } of await repository.skillChanges(ahead)) {
    for (const { path, blob } of made) had.add(`${blob ?? 'none'} ${path}`);
  }
  return wanted.every(({ path, after }) => had.has(`${after?.oid ?? 'none'} ${path}`));
}

function leaveOutDamaged(error: unknown): null {
  if (error instanceof SkillgraftError && error.code === 'object-missing') return null;
  throw error;
}
