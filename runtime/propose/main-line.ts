import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { defaultRef, isProposalBranch } from '../git/open.js';
import { tryGit } from '../git/process.js';
import type { Repository } from '../git/repository.js';

/** What proposals start from, and are meant for. */
export interface MainLine {
  /** As people name it: `main`, `origin/main`, a commit. */
  readonly ref: string;
  /** Its name on a forge, `main` for `origin/main`, too; null where it is no branch. */
  readonly branch: string | null;
  readonly commit: string;
  /** Why it is not the branch that is checked out. */
  readonly note: string | null;
}

type Branches = Awaited<ReturnType<Repository['branches']>>;

/** Names that are looked for where nothing else says what the main line is. */
const USUAL = ['heads/main', 'heads/master', 'remotes/origin/main', 'remotes/origin/master'];

/**
 * The main line: the ref that is named, else the branch that is checked out; where that is a proposal's or a commit
 * alone, a branch that stands at it or at the commit of the index, else main or master.
 *
 * @param indexed commit that the index is of
 * @throws SkillgraftError `ref-not-found`, `empty-repository`, `base-unknown`
 */
export async function mainLine(
  repository: Repository,
  base: string | undefined,
  indexed?: string,
): Promise<MainLine> {
  const branches = (await repository.branches()).filter(({ name }) => !isProposalBranch(name));
  if (base !== undefined && base !== 'HEAD') return named(repository, branches, base);
  const head = await headBranch(repository);
  const checkedOut = branches.find(({ name }) => name === head);
  if (checkedOut !== undefined) return asLine(checkedOut, null);
  if (head === null) return ofDetached(repository, branches, indexed);
  if (!isProposalBranch(head)) {
    const { ref, note } = await defaultRef(repository);
    return { ...(await named(repository, branches, ref)), note: note ?? null };
  }
  const usual = usualBranch(branches);
  if (usual !== undefined)
    return asLine(usual, `A proposal is checked out; this starts from ${short(usual.name)}.`);
  throw new SkillgraftError(
    'base-unknown',
    'A proposal is checked out, and no branch is named main or master.',
    'Name the branch that proposals are for: the setting or option `base`.',
  );
}

async function named(repository: Repository, branches: Branches, base: string): Promise<MainLine> {
  const names = [base, `refs/heads/${base}`, `refs/remotes/${base}`, `refs/remotes/origin/${base}`];
  const found = names
    .map((one) => branches.find(({ name }) => name === one))
    .find((one) => one !== undefined);
  if (found !== undefined) return asLine(found, null);
  return { ref: base, branch: null, commit: await repository.resolve(base), note: null };
}

async function ofDetached(
  repository: Repository,
  branches: Branches,
  indexed: string | undefined,
): Promise<MainLine> {
  const commit = await repository.resolve('HEAD');
  for (const tip of [indexed, commit]) {
    const there = branches.filter((branch) => branch.commit === tip);
    const found = usualBranch(there) ?? there[0];
    if (found !== undefined)
      return asLine(found, `HEAD names no branch; this starts from ${short(found.name)}.`);
  }
  const ref = commit.slice(0, 12);
  return { ref, branch: null, commit, note: `HEAD names no branch; this starts from commit ${ref}.` };
}

function usualBranch(branches: Branches): Branches[number] | undefined {
  const found = USUAL.map((one) => branches.find(({ name }) => name === `refs/${one}`));
  return found.find((one) => one !== undefined) ?? (branches.length === 1 ? branches[0] : undefined);
}

function asLine({ name, commit }: Branches[number], note: string | null): MainLine {
  const ref = short(name);
  const branch = name.startsWith('refs/heads/') ? ref : ref.slice(ref.indexOf('/') + 1);
  return { ref, branch, commit, note };
}

function short(name: string): string {
  return name.replace(/^refs\/(?:heads|remotes)\//, '');
}

/** Full name of the branch that HEAD names, there or not; null where HEAD is a commit. */
async function headBranch(repository: Repository): Promise<string | null> {
  const text = await readFile(join(repository.gitDir, 'HEAD'), 'utf8');
  const name = /^ref: (refs\/heads\/.+?)\s*$/.exec(text)?.[1] ?? null;
  // Where refs are kept as reftables, the file says nothing.
  if (name !== 'refs/heads/.invalid') return name;
  const { status, stdout } = await tryGit(repository.dir, ['symbolic-ref', '--quiet', 'HEAD']);
  return status === 0 ? stdout.toString('utf8').trim() : null;
}
