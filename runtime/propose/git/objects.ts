import { createHash } from 'node:crypto';
import type { Identity } from '../types.js';

/** A git object that is to be written. */
export interface NewObject {
  readonly oid: string;
  readonly type: 'blob' | 'tree' | 'commit';
  /** Content without git's header. */
  readonly data: Uint8Array;
}

/** Gives an object its id: hash over `<type> <length>`, NUL, content. */
export function newObject(format: 'sha1' | 'sha256', type: NewObject['type'], data: Uint8Array): NewObject {
  const hash = createHash(format).update(`${type} ${data.length}\0`).update(data);
  return { oid: hash.digest('hex'), type, data };
}

/** `name <address> seconds +0000`, as it stands behind `author` and `committer`. `at` is in Unix seconds. */
export function personLine(person: Identity, at: number): string {
  return `${person.name} <${person.email}> ${at} +0000`;
}

/** What a commit with at most one parent consists of. */
interface CommitParts {
  readonly tree: string;
  /** Null: it is the first one of its history. */
  readonly parent: string | null;
  /** Lines as `personLine` gives them. */
  readonly author: string;
  readonly committer: string;
  /** Name of the message's encoding; absent for UTF-8. */
  readonly encoding?: string | undefined;
  readonly message: Uint8Array;
}

/** Bytes of a commit object. The parts are checked before: nothing is escaped here. */
export function commitBytes(parts: CommitParts): Uint8Array {
  const head = [
    `tree ${parts.tree}`,
    ...(parts.parent === null ? [] : [`parent ${parts.parent}`]),
    `author ${parts.author}`,
    `committer ${parts.committer}`,
    ...(parts.encoding === undefined ? [] : [`encoding ${parts.encoding}`]),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\n')}\n\n`), parts.message]);
}
