import type { ChangelogRecord } from './changelog-trailers.js';

/** Version of the way lineage is decided; another one means that a stored section is built anew. */
export const LINEAGE_ALGORITHM = 2;
/** Which files' history is read. */
export const LINEAGE_PATHS = 'SKILL.md';

/** What a commit did to a skill's SKILL.md. */
export type LineageAction = 'add' | 'modify' | 'rename' | 'delete';

/**
 * How far the history could be read: all of it; `shallow`, where parents are missing; `partial`, where file contents
 * are missing, so that renames with edits may look like new skills; `absent`, where there is none.
 */
export type LineageStatus = 'full' | 'shallow' | 'partial' | 'absent';

/** A commit that touched a skill. */
export interface CommitInfo {
  /** Committer date, ISO 8601 in UTC (`2024-01-31T12:00:00Z`). */
  readonly date: string;
  readonly author: string;
  /** First paragraph of the message in one line, at most 500 code points. */
  readonly subject: string;
  /** Changes that the message's trailers tell, of whatever skills; absent where there are none. */
  readonly changelogs?: readonly ChangelogRecord[];
}

/** Where a version's number in git is not the one that somebody wrote down. Only whole numbers are compared. */
export interface VersionDrift {
  /** `version` of the front matter; known of the skill at the tip. */
  readonly declared?: number;
  /** What the trailer `Skill-To` names. */
  readonly proposed?: number;
}

/** One version of a skill: what SKILL.md was after a commit. */
export interface SkillVersion {
  /** From 1, the oldest. */
  readonly version: number;
  /** Key of `LineageSection.commits`. */
  readonly commit: string;
  readonly action: Exclude<LineageAction, 'delete'>;
  /** Git blob id of SKILL.md. */
  readonly blob: string;
  /** The skill's folder at that commit, where it is not the one at the tip. */
  readonly path?: string;
  /** Of a rename: the folder before. */
  readonly from?: string;
  /** Positions in the commit's `changelogs` of those that tell of this skill, in order; absent where none does. */
  readonly changelogs?: readonly number[];
  readonly drift?: VersionDrift;
}

/** The history of one skill at the tip. */
export interface SkillLineage {
  /** Folder of the SKILL.md, `.` for the root. */
  readonly path: string;
  /** Oldest first; empty where all of it lies behind a shallow boundary. */
  readonly versions: readonly SkillVersion[];
  /** Folders that it had before, sorted. */
  readonly formerly?: readonly string[];
  /** Date of the commit that added it; absent where that commit is unknown. */
  readonly created?: string;
  /** Date of the last version; absent where there is none. */
  readonly updated?: string;
  /** Older versions lie behind a shallow boundary. */
  readonly truncated?: true;
}

/**
 * An arrow between two skills' folders. `rename` and `copy` name the folders as they were at `commit`. `derive` and
 * `merge` lead from the source to the skill that was made of it, `supersede` from a skill that a merge archived to the
 * one that took its place: they come from trailers (with a `commit`) or from the front matter, and name the folders at
 * the tip; one of a skill that is gone is the last that it had. `hands-off-to` comes from the description and leads to
 * the skill that it names for something else.
 */
export interface LineageEdge {
  readonly type: 'rename' | 'copy' | 'derive' | 'merge' | 'supersede' | 'hands-off-to';
  readonly from: string;
  readonly to: string;
  readonly commit?: string;
}

/** A skill that is no longer there. */
export interface RemovedSkill {
  readonly path: string;
  readonly commit: string;
  readonly date: string;
}

/** What an incremental build goes on from. */
export interface LineageState {
  readonly algorithm: number;
  readonly paths: string;
  readonly objectFormat: 'sha1' | 'sha256';
  /** The head whose history is in the section. */
  readonly commit: string;
  /**
   * `<commit> <seconds>` for each commit whose place in the order is later than its own date, because a parent has
   * the same or a later date; sorted.
   */
  readonly skew: readonly string[];
}

/** Lineage as the artifact keeps it: plain JSON, sorted, the same for the same commit. */
export interface LineageSection {
  readonly status: LineageStatus;
  /** Why the status is not `full`: a code, such as `shallow-clone`, `not-a-repository`, `object-missing`. */
  readonly reason?: string;
  /** There where status is `full`. */
  readonly state?: LineageState;
  readonly commits: { readonly [id: string]: CommitInfo };
  /** Sorted by path. */
  readonly skills: readonly SkillLineage[];
  readonly edges: readonly LineageEdge[];
  /** Sorted by path. */
  readonly removed: readonly RemovedSkill[];
  /**
   * Events that no skill's versions tell (deletions, removed skills), `<commit> <letter> <blob or -> <folder>`, for a
   * rename `<folder before>//<folder>`; letters A, M, R, D; sorted.
   */
  readonly log: readonly string[];
}
