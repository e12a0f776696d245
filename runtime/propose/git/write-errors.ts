import { SkillgraftError } from '../../../schema/errors.js';
import { failureOf } from '../../git/process.js';
import type { LockOwner } from './lock-owner.js';
import { errnoOf } from './write-fs.js';

/** Another process holds the lock of a ref, or one of another machine held it and nothing is known of it. */
export function refLocked(lock: string, owner: LockOwner | null): SkillgraftError {
  const by =
    owner === null ? 'another program, such as git' : `process ${owner.pid} on ${JSON.stringify(owner.host)}`;
  return new SkillgraftError(
    'ref-locked',
    `${lock} is held by ${by}.`,
    'Try again; if nothing is running there any more, remove that file.',
  );
}

/** A branch stands where a folder of branches would have to be, or the other way round. */
export function refInTheWay(ref: string, other: string): SkillgraftError {
  return new SkillgraftError(
    'ref-in-the-way',
    `${ref} cannot be made, as ${other} is there: git has no branch inside of another one.`,
    `Rename or delete ${other.replace('refs/heads/', 'the branch ')}.`,
  );
}

/** A work tree has the branch checked out; moving it would leave that work tree's index behind. */
export function refCheckedOut(ref: string): SkillgraftError {
  return new SkillgraftError(
    'ref-checked-out',
    `${ref} is checked out in a work tree.`,
    'Check out another branch there first (git worktree list shows where).',
  );
}

/** Somebody else moved the ref since it was read. */
export function refMoved(ref: string): SkillgraftError {
  return new SkillgraftError(
    'ref-moved',
    `${ref} was moved by somebody else at the same time.`,
    'Look at what is there now, then try again.',
  );
}

/** An object that was written does not read back as what it is. */
export function objectNotWritten(oid: string, cause?: unknown): SkillgraftError {
  return new SkillgraftError(
    'object-not-written',
    `Object ${oid} was written, but does not read back.`,
    'Check the disk; no branch was changed.',
    { cause },
  );
}

/** Says a system error in terms of the repository; anything else comes back as it is. */
export function mendable(error: unknown, dir: string): unknown {
  const code = errnoOf(error);
  if (error instanceof SkillgraftError || code === '') return error;
  return systemError(code, dir, error);
}

/** What git failed with when it wrote. */
export function gitWriteError(dir: string, stderr: string): SkillgraftError {
  const code = codeIn(stderr);
  return code === '' ? failureOf(dir, stderr) : systemError(code, dir, stderr);
}

function systemError(code: string, dir: string, cause: unknown): SkillgraftError {
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new SkillgraftError(
      'disk-full',
      `There is no room to write in ${dir} (${code}).`,
      'Free some space and save again; no branch was changed.',
      { cause },
    );
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new SkillgraftError(
      'repository-read-only',
      `${dir} cannot be written to (${code}).`,
      'Give this user the right to write there, or take the proposal as a patch.',
      { cause },
    );
  }
  const detail = cause instanceof Error ? cause.message : code;
  return new SkillgraftError(
    'write-failed',
    `Writing in ${dir} failed: ${detail}`,
    'Check the disk and save again; no branch was changed.',
    { cause },
  );
}

/** The C library's words, which git prints. */
function codeIn(message: string): string {
  if (/No space left on device/.test(message)) return 'ENOSPC';
  if (/Disk quota exceeded/.test(message)) return 'EDQUOT';
  if (/File too large/.test(message)) return 'EFBIG';
  if (/Permission denied|insufficient permission/.test(message)) return 'EACCES';
  if (/Operation not permitted/.test(message)) return 'EPERM';
  return /Read-only file system/.test(message) ? 'EROFS' : '';
}
