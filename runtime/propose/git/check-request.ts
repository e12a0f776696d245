import { SkillgraftError } from '../../../schema/errors.js';
import type { CommitRequest, Identity } from '../types.js';
import { unsafePath } from './unsafe-path.js';

/** Every proposal is a branch below this. */
export const PREFIX = 'refs/heads/skillgraft';
/** The file that tells git how it merges others. */
export const ATTRIBUTES_FILE = '.gitattributes';
const LONGEST_BRANCH = 200;
/** The latest date that a JavaScript date can hold, in seconds. */
const LATEST = 8.64e12;

/**
 * Refuses a request that git could not hold, or that would say something else than it was given: the last gate
 * before objects exist.
 *
 * @throws SkillgraftError `proposal-branch`, `proposal-author`, `proposal-message`, `proposal-path`, `proposal-empty`
 */
export function checkCommitRequest(request: CommitRequest): void {
  checkBranch(request.branch);
  checkIdentity(request.author);
  checkMessage(request.message);
  checkDate(request.at);
  if (request.changes.length === 0) throw emptyProposal();
  const seen = new Set<string>();
  for (const { path, after } of request.changes) {
    const isOwn = path === ATTRIBUTES_FILE && request.attributes === true;
    const reason = seen.has(path) ? 'is there twice' : after === null || isOwn ? null : unsafePath(path);
    if (reason !== null) throw badPath(path, reason);
    seen.add(path);
  }
}

/** Names that every file system can hold, apart even where case is ignored. Slashes part folders. */
function checkBranch(branch: string): void {
  const isSlug = branch.split('/').every((part) => /^[a-z0-9][a-z0-9._-]*$/.test(part));
  const isRefName = !/\.\.|\.(?:\/|$)|\.lock(?:\/|$)/.test(branch);
  if (isSlug && isRefName && branch.length <= LONGEST_BRANCH) return;
  throw new SkillgraftError(
    'proposal-branch',
    `${JSON.stringify(branch)} cannot name the branch of a proposal.`,
    `Use small letters, digits, ".", "_", "-" and "/", at most ${LONGEST_BRANCH} of them.`,
  );
}

/** Name and address go into a commit's header as they are. */
export function checkIdentity({ name, email }: Identity): void {
  const hostile = /[\p{Cc}\p{Zl}\p{Zp}<>\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
  const isSound = (text: string) => text.isWellFormed() && !hostile.test(text);
  if (name.trim() !== '' && isSound(name) && isSound(email)) return;
  throw new SkillgraftError(
    'proposal-author',
    `${JSON.stringify(`${name} <${email}>`)} cannot be the author of a commit.`,
    'Give a name and an address without line breaks, control or direction marks, "<" and ">".',
  );
}

function checkMessage(message: string): void {
  if (message.trim() !== '' && message.isWellFormed() && !message.includes('\0')) return;
  throw new SkillgraftError(
    'proposal-message',
    'The commit message is empty, has a NUL, or is not well-formed Unicode.',
    'Give a message of plain text.',
  );
}

/** @throws SkillgraftError `proposal-date` */
export function checkDate(at: number): void {
  if (Number.isSafeInteger(at) && at >= 0 && at <= LATEST) return;
  throw new SkillgraftError('proposal-date', `${at} is no date of a commit.`, 'Give whole Unix seconds.');
}

function badPath(path: string, reason: string): SkillgraftError {
  return new SkillgraftError(
    'proposal-path',
    `${JSON.stringify(path)} ${reason}.`,
    'Name files by plain relative paths, each once.',
  );
}

/** Nothing would change. */
export function emptyProposal(): SkillgraftError {
  return new SkillgraftError(
    'proposal-empty',
    'The proposal changes nothing.',
    'What it says is there already; propose something that differs.',
  );
}
