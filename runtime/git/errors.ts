import { SkillgraftError } from '../../schema/errors.js';

/** No repository at or above the folder. */
export function notARepository(dir: string): SkillgraftError {
  return new SkillgraftError(
    'not-a-repository',
    `${dir} is not in a git repository.`,
    'Run git init there, or name a folder inside a repository.',
  );
}

/** Git refuses a repository that another user owns. */
export function dubiousOwnership(dir: string): SkillgraftError {
  return new SkillgraftError(
    'git-dubious-ownership',
    `Git does not read ${dir}: another user owns it.`,
    `If you trust it, run: git config --global --add safe.directory ${shellQuote(dir)}`,
  );
}

/** No branch, tag or commit of this name. */
export function refNotFound(ref: string, dir: string): SkillgraftError {
  return new SkillgraftError(
    'ref-not-found',
    `${JSON.stringify(ref)} is no branch, tag or commit of ${dir}.`,
    'git branch --all and git tag list the names; a commit that is not here has to be fetched first.',
  );
}

/** The repository has no commit at all. */
export function emptyRepository(dir: string): SkillgraftError {
  return new SkillgraftError(
    'empty-repository',
    `${dir} has no commit yet.`,
    'Commit the skills first, or read the folder as it lies with --work-tree.',
  );
}

/** An object that the history names is not in the repository (partial clone, damage). Nothing is ever fetched. */
export function objectMissing(oid: string, dir: string, cause?: unknown): SkillgraftError {
  return new SkillgraftError(
    'object-missing',
    `Object ${oid} is missing from ${dir}.`,
    'A partial clone lacks objects: fetch them with git fetch --refetch --no-filter (git 2.36 or newer), or clone without --filter; git fsck finds damage.',
    cause === undefined ? undefined : { cause },
  );
}

/** A repository of a kind that only the git program can read. */
export function gitProgramNeeded(dir: string, why: string): SkillgraftError {
  return new SkillgraftError(
    'git-program-needed',
    `${dir} ${why}, which can only be read with the git program.`,
    'Install git and see that it is on the PATH.',
  );
}

/** The git program was asked for and is not there, or does not run. */
export function gitProgramMissing(cause?: unknown): SkillgraftError {
  return new SkillgraftError(
    'git-program-missing',
    'The git program is not there or does not run.',
    'Install git 2.31 or newer, or use the isomorphic reader.',
    cause === undefined ? undefined : { cause },
  );
}

/** Git failed in a way that has no name of its own. */
export function gitFailed(dir: string, detail: string): SkillgraftError {
  return new SkillgraftError(
    'git-failed',
    `Git failed in ${dir}: ${detail}`,
    'Run git fsck to see whether it is whole.',
  );
}

function shellQuote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
