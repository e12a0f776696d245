import { objectMissing } from '../../runtime/git/errors.js';
import type { CommitDetails, Repository, TreeEntry } from '../../runtime/git/repository.js';

/** A path that could not be read, with the reason as a code. */
export interface SnapshotProblem {
  readonly path: string;
  /** `unreadable`, `special-file` (socket, device, pipe), `name-not-utf8`. */
  readonly reason: string;
}

/** Files as a build reads them, at one moment. */
export interface Snapshot {
  readonly kind: 'commit' | 'work-tree' | 'folder';
  /** Sorted by path (code unit). Links are entries with mode 120000, submodules with 160000. */
  readonly entries: readonly TreeEntry[];
  readonly problems: readonly SnapshotProblem[];
  /** Bytes of a file, or the target of a link. */
  read(entry: TreeEntry): Promise<Uint8Array>;
  /** Many at once, in the order asked for. */
  readAll(entries: readonly TreeEntry[]): Promise<readonly Uint8Array[]>;
  readonly commit?: CommitDetails;
}

/** The files of a commit, from git objects only: the work tree, its filters and line ends play no part. */
export async function commitSnapshot(repo: Repository, commit: string): Promise<Snapshot> {
  const [details, all] = await Promise.all([repo.commit(commit), repo.tree(commit)]);
  const entries = all.filter(({ path }) => !isLossy(path));
  const readAll = async (wanted: readonly TreeEntry[]) => {
    const module = wanted.find(({ mode }) => mode === '160000');
    if (module !== undefined) throw objectMissing(module.oid, repo.dir);
    return repo.blobs(wanted.map(({ oid }) => oid));
  };
  return {
    kind: 'commit',
    entries,
    problems: all.filter(({ path }) => isLossy(path)).map(({ path }) => ({ path, reason: 'name-not-utf8' })),
    read: async (entry) => (await readAll([entry]))[0]!,
    readAll,
    commit: details,
  };
}

/** True for a name that had bytes which are not UTF-8: they were read as U+FFFD. */
export function isLossy(path: string): boolean {
  return path.includes('\ufffd');
}
