import type { Repository } from '../../git/repository.js';
import type { NewObject } from './objects.js';
import type { WriteFs } from './write-fs.js';

/** How a proposal is written. */
export interface WriteOptions {
  /** How long to wait for a lock that another process holds, in milliseconds (2000). */
  readonly lockWaitMs?: number;
  /** What changes the disk where isomorphic-git writes; the machine's file system by default. */
  readonly fs?: WriteFs;
  /** Full name of the ref that is written to, or of a folder of refs; that of proposals by default. */
  readonly family?: string;
}

/** Commits of refs by full name; null for a symbolic or a damaged one. */
export type RefValues = ReadonlyMap<string, string | null>;

/** The writing half of a repository: objects, and the refs of one family. */
export interface ProposalStore {
  /** The family's own name, such as `refs/heads/skillgraft`, and everything below it. */
  refs(): Promise<RefValues>;
  /** Full names of the branches that work trees have checked out. */
  checkedOut(): Promise<ReadonlySet<string>>;
  /** Writes objects, in order, and reads each one back. */
  write(objects: readonly NewObject[]): Promise<void>;
  /**
   * Moves a ref from one commit (null: there is none) to another; false where it does not stand at the first.
   *
   * @throws SkillgraftError `ref-locked`, `ref-in-the-way`
   */
  swap(ref: string, from: string | null, to: string): Promise<boolean>;
}

/** A repository with its writing half. */
export interface Writable {
  readonly repository: Repository;
  readonly store: ProposalStore;
}

/** A ref that keeps another one from being made: one that is a folder of its name, or that it is a folder of. */
export function refAgainst(refs: RefValues, ref: string): string | undefined {
  return [...refs.keys()].find((other) => other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`));
}
