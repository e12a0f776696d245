import type { Repository } from '../../runtime/git/repository.js';
import type { Artifact, SkillEntry } from '../../schema/index.types.js';
import type { ArtifactFileMap } from '../types.js';

export type TargetName = 'branch' | 'dir' | 'release';

/** An index that may be published, with its files. */
export interface Publishable {
  readonly artifact: Artifact;
  readonly skills: readonly SkillEntry[];
  /** The commit that it was built from. */
  readonly commit: string;
  /** Committer date of that commit, Unix seconds. */
  readonly committedAt: number;
  /** `index.json`, its sidecars and the files of the skills; each is checked against its digest when it is read. */
  readonly files: ArtifactFileMap;
  /** Paths of those that can be run. */
  readonly executables: ReadonlySet<string>;
}

/** What may be done that is refused otherwise. */
export interface Allowances {
  /** An index of a commit that does not descend from that of the published one. */
  readonly rollback?: boolean;
  /** One without a skill. */
  readonly empty?: boolean;
  /** One of a shallow clone, whose lineage begins too late. */
  readonly shallow?: boolean;
}

/** What every target is given. */
export interface PublishInput {
  readonly publishable: Publishable;
  /** The repository that has the commit; null where there is none. */
  readonly repository: Repository | null;
  readonly allow: Allowances;
}

/** What became of it. */
export interface Published {
  readonly to: TargetName;
  /** `unchanged`: this very index was published before. */
  readonly outcome: 'published' | 'unchanged';
  /** Commit that the index is of. */
  readonly commit: string;
  /** Digest of the index. */
  readonly digest: string;
  /** A branch, a folder, or the page of a release. */
  readonly where: string;
  /** What `--index` takes to read it. */
  readonly index: string;
  readonly notes: readonly string[];
}
