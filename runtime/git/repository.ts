import type { RawObject } from './cat-file.js';

/** A commit as the history walk needs it. */
export interface CommitNode {
  readonly id: string;
  readonly parents: readonly string[];
  /** Committer date, Unix seconds. */
  readonly committedAt: number;
}

/** What a raw commit object says. Text is UTF-8; the message is whole, trailers included. */
export interface CommitDetails {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: { readonly name: string; readonly at: number };
  /** Committer date, Unix seconds. */
  readonly committedAt: number;
  readonly message: string;
}

/** One entry of a commit's tree. Modes: 100644, 100755, 120000 (symlink), 160000 (submodule). */
export interface TreeEntry {
  /** POSIX path from the repository's root, as the bytes say (UTF-8). */
  readonly path: string;
  readonly mode: string;
  /** Object id of the blob (or of the submodule's commit). */
  readonly oid: string;
}

/** One path that a commit changed; for a merge, only paths that differ from every parent. */
export interface PathChange {
  readonly path: string;
  readonly op: 'add' | 'modify' | 'delete';
  /** Blob after the change; absent for a deletion. */
  readonly blob?: string;
  /** Blob before the change (of the first parent that has the path); absent for an addition. */
  readonly before?: string;
  /** The blob (for a deletion, the one before) is a symbolic link's target. */
  readonly link?: true;
}

/** The changes that one commit made to the paths that were asked for. */
export interface CommitChanges {
  readonly commit: string;
  readonly changes: readonly PathChange[];
}

/**
 * History of a head. Where `incremental`, only what is not in the history of `since`; where clocks are skewed a
 * reader may give commits that are. Commits of a shallow boundary have no parents here. No order is promised.
 */
export interface HistoryRange {
  readonly commits: readonly CommitNode[];
  /** Boundary commits of a shallow clone that the walk met: their parents are unknown. */
  readonly shallow: ReadonlySet<string>;
  /** True where `since` was given and is an ancestor of the head (or the head itself). */
  readonly incremental: boolean;
}

/**
 * A git repository, read-only. Two implementations give the same answers: native git where it is there,
 * isomorphic-git otherwise. All methods reject with SkillgraftError on what a user can mend.
 */
export interface Repository {
  readonly kind: 'native' | 'isomorphic';
  /** Folder of the work tree, or of the repository where it is bare. */
  readonly dir: string;
  /** Absolute; in a linked worktree its own folder below `.git/worktrees`. */
  readonly gitDir: string;
  readonly bare: boolean;
  readonly objectFormat: 'sha1' | 'sha256';
  readonly shallow: boolean;
  /** A commit's id for a ref, a full or an abbreviated id; tags are peeled. */
  resolve(ref: string): Promise<string>;
  /** Local and remote branches with their commits, sorted by full name (`refs/heads/main`); no symbolic ones. */
  branches(): Promise<readonly { readonly name: string; readonly commit: string }[]>;
  commit(id: string): Promise<CommitDetails>;
  /** Many at once, in the order asked for. */
  commits(ids: readonly string[]): Promise<readonly CommitDetails[]>;
  /** All blobs, links and submodules of a commit's tree, or of one folder of it, sorted by path (code unit). */
  tree(commit: string, folder?: string): Promise<readonly TreeEntry[]>;
  blob(oid: string): Promise<Uint8Array>;
  /** Many at once, in the order asked for. */
  blobs(oids: readonly string[]): Promise<readonly Uint8Array[]>;
  /** Many at once; null where the repository does not have one (a partial clone; nothing is fetched). */
  presentBlobs(oids: readonly string[]): Promise<readonly (Uint8Array | null)[]>;
  /** A raw object of any type, by full id. */
  rawObject(oid: string): Promise<RawObject>;
  history(head: string, since?: string): Promise<HistoryRange>;
  /** What each of these commits changed among files named SKILL.md, in the order given, unchanged ones left out. */
  skillChanges(commits: readonly CommitNode[]): Promise<readonly CommitChanges[]>;
  /** Ends child processes and drops caches. */
  close(): Promise<void>;
}
