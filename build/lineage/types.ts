import type { CommitInfo, LineageAction, LineageState, LineageStatus } from '../../schema/lineage.js';

/** What one commit did to one skill's SKILL.md. */
export interface LineageEvent {
  readonly commit: string;
  readonly op: LineageAction;
  /** Folder of the SKILL.md after the change (before it, for a deletion); `.` for the root. */
  readonly path: string;
  /** Of a rename: the folder before. */
  readonly from?: string;
  /** Blob after the change; absent for a deletion. */
  readonly blob?: string;
}

/** Everything that `decideLineage` needs from a repository. */
export interface GatheredHistory {
  readonly status: LineageStatus;
  readonly reason?: string;
  readonly state?: LineageState;
  /** Commits of the events. */
  readonly commits: ReadonlyMap<string, CommitInfo>;
  /** Sorted by corrected date, commit id, path. */
  readonly events: readonly LineageEvent[];
  /** Commits whose renames could not all be told, as contents are missing. */
  readonly doubtful: ReadonlySet<string>;
}

/** A skill at the tip, with what its front matter says about where it comes from. */
export interface TipSkill {
  /** Folder, `.` for the root. */
  readonly path: string;
  readonly name: string;
  /** The version that it declares, as written. */
  readonly version?: string;
  readonly derivedFrom?: readonly string[];
  readonly mergedFrom?: readonly string[];
  readonly supersededBy?: readonly string[];
}

/** A skill in another one's front matter that is no skill here. */
export interface UnknownSource {
  readonly path: string;
  readonly key: 'derived-from' | 'merged-from' | 'superseded-by';
  readonly value: string;
}
