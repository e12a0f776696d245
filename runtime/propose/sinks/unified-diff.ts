import { createHash } from 'node:crypto';
import { SkillgraftError } from '../../../schema/errors.js';
import { decodeUtf8 } from '../../../schema/text.js';
import { diffHunks } from '../../diff/hunks.js';
import type { FileChange } from '../types.js';
import { diffPath, diffPathLine } from './diff-path.js';

/** Digits of an object id in a diff that people read. */
const SHORT_ID = 7;

/** What git's binary patches say of the empty content that a removed file leaves. */
const REMOVED_BINARY = 'GIT binary patch\nliteral 0\nHcmV?d00001\n\n';

/** The changes as `git diff` prints them, for people to read. Files that are no text are only named. */
export function unifiedDiff(changes: readonly FileChange[]): string {
  return changes.map((change) => fileDiff(change, 'sha1', SHORT_ID, namesOnly)).join('');
}

/**
 * The changes as `git apply` takes them, with whole object ids. A file that is no text can be removed, not written.
 *
 * @throws SkillgraftError `patch-binary`
 */
export function applicableDiff(changes: readonly FileChange[], hash: 'sha1' | 'sha256'): string {
  return changes.map((change) => fileDiff(change, hash, undefined, removalOnly)).join('');
}

function fileDiff(
  change: FileChange,
  hash: string,
  digits: number | undefined,
  binaryDiff: (change: FileChange) => string,
): string {
  const { path, mode, before, after } = change;
  const id = (bytes: Uint8Array | null) => blobId(bytes, hash).slice(0, digits);
  const kept = before !== null && after !== null;
  let diff = `diff --git ${diffPath(`a/${path}`)} ${diffPath(`b/${path}`)}\n`;
  if (before === null) diff += `new file mode ${mode}\n`;
  if (after === null) diff += `deleted file mode ${mode}\n`;
  diff += `index ${id(before)}..${id(after)}${kept ? ` ${mode}` : ''}\n`;
  const [old, now] = [textOf(before), textOf(after)];
  if (old === null || now === null) return diff + binaryDiff(change);
  const hunks = diffHunks(old, now);
  if (hunks === '') return diff;
  const from = before === null ? '/dev/null' : diffPathLine(`a/${path}`);
  const to = after === null ? '/dev/null' : diffPathLine(`b/${path}`);
  return `${diff}--- ${from}\n+++ ${to}\n${hunks}`;
}

/** Null where the bytes are no text; a file that is not there is empty. A byte order mark is text. */
function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null) return '';
  const { text, bom, problem } = decodeUtf8(bytes);
  if (problem !== undefined) return null;
  return bom ? `\ufeff${text}` : text;
}

function namesOnly({ path, before, after }: FileChange): string {
  const from = before === null ? '/dev/null' : diffPath(`a/${path}`);
  const to = after === null ? '/dev/null' : diffPath(`b/${path}`);
  return `Binary files ${from} and ${to} differ\n`;
}

function removalOnly({ path, after }: FileChange): string {
  if (after === null) return REMOVED_BINARY;
  throw new SkillgraftError(
    'patch-binary',
    `${path} is not UTF-8 text, which a patch cannot carry.`,
    'Propose it as a branch, or leave the file out.',
  );
}

/** Object id of a file's bytes; all zeros where there is none. */
function blobId(bytes: Uint8Array | null, hash: string): string {
  const digest = createHash(hash);
  if (bytes === null) return '0'.repeat(digest.digest('hex').length);
  return digest.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
