import { chmod, link, mkdir, open, rename, rmdir, stat, unlink, utimes } from 'node:fs/promises';

/** A file that is being written. */
export interface WriteHandle {
  writeFile(data: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Whatever changes the disk goes through this, so that a test can make each step of it fail. */
export interface WriteFs {
  open(path: string, flags: string, mode?: number): Promise<WriteHandle>;
  rename(from: string, to: string): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  unlink(path: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  mkdir(path: string): Promise<unknown>;
  chmod(path: string, mode: number): Promise<void>;
  utimes(path: string, accessed: Date, modified: Date): Promise<void>;
}

/** The file system of the machine. */
export const NODE_FS: WriteFs = { open, rename, link, unlink, rmdir, mkdir, chmod, utimes };

/** The code of a system error, such as `ENOSPC`; empty for anything else. */
export function errnoOf(error: unknown): string {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return typeof code === 'string' && typeof errno === 'number' ? code : '';
}

/** Bits that `core.sharedRepository` adds to what git writes. */
export interface Sharing {
  /** Added to the mode, or in place of it where `exact`. */
  readonly bits: number;
  readonly exact: boolean;
}

/** Reads a value of `core.sharedRepository`; null where the umask decides. */
export function readSharing(value: string | undefined): Sharing | null {
  const word = (value ?? '').toLowerCase();
  if (word === 'group' || word === 'true' || word === 'yes' || word === 'on' || word === '1') return GROUP;
  if (word === 'all' || word === 'world' || word === 'everybody' || word === '2') return EVERYBODY;
  const octal = /^0?[0-7]{3}$/.test(word) ? Number.parseInt(word, 8) : 0;
  return (octal & 0o600) === 0o600 ? { bits: octal & 0o666, exact: true } : null;
}

const GROUP: Sharing = { bits: 0o660, exact: false };
const EVERYBODY: Sharing = { bits: 0o664, exact: false };

/** The mode that git gives a file or folder that has `mode` by the umask (git's `adjust_shared_perm`). */
function sharedMode({ bits, exact }: Sharing, mode: number, isFolder: boolean): number {
  const permissions = mode & 0o7777;
  let tweak = (permissions & 0o200) === 0 ? bits & ~0o222 : bits;
  if ((permissions & 0o100) !== 0) tweak |= (tweak & 0o444) >> 2;
  const shared = exact ? (permissions & ~0o777) | tweak : permissions | tweak;
  if (!isFolder) return shared;
  // Files made in the folder get its group, where the group is to see them.
  return shared | ((shared & 0o444) >> 2) | ((shared & 0o060) === 0 ? 0 : 0o2000);
}

/** Gives what was just made the mode of a shared repository. */
export async function share(fs: WriteFs, sharing: Sharing | null, path: string): Promise<void> {
  if (sharing === null) return;
  const found = await stat(path);
  const mode = sharedMode(sharing, found.mode, found.isDirectory());
  if (mode !== (found.mode & 0o7777)) await fs.chmod(path, mode);
}
