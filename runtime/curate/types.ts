import type { SkillStatus } from '../../schema/skill/types.js';
import type { SkillUtility } from '../../schema/usage/types.js';
import type { Duplicates } from '../duplicates.js';
import type { SkillAction } from '../propose/types.js';
import type { RatedVersion } from '../usage/utility.js';

/** When a skill counts as unused, as failing, and a search as one that a skill is missing for. */
export interface CurateThresholds {
  /** Days without use or change after which an active skill is stale. */
  readonly staleDays: number;
  /** Days without use after which a stale skill is archived, counted from when it was marked. */
  readonly archiveDays: number;
  /** Attempts from which a skill's rate says something. */
  readonly attempts: number;
  /** Rate below which a skill fails, in [0, 1]. */
  readonly rate: number;
  /** Times that a query had no answer, from which a skill is missing. */
  readonly searches: number;
}

export const CURATE_THRESHOLDS: CurateThresholds = {
  staleDays: 90,
  archiveDays: 90,
  attempts: 5,
  rate: 0.3,
  searches: 3,
};

/** What is looked at of a skill. Days are such as `2026-01-31`. */
export interface CuratedSkill {
  readonly path: string;
  readonly status: SkillStatus;
  readonly isPinned: boolean;
  readonly isByAgent: boolean;
  /** Another skill took its place. */
  readonly isSuperseded: boolean;
  readonly version: number | null;
  /** `sha256:` and 64 hex digits, of SKILL.md. */
  readonly digest: string;
  /** Day of its last version; null where the history does not tell. */
  readonly changed: string | null;
  /** Absent where nothing was recorded. */
  readonly utility?: SkillUtility;
}

/** A query that a skill helped with, and what it finds. */
export interface AskedQuery {
  readonly skill: string;
  readonly query: string;
  readonly successes: number;
  /** Paths, best first; empty where nothing fits. */
  readonly found: readonly string[];
}

/** A query that no skill answered. */
export interface UnansweredQuery {
  readonly query: string;
  /** No skill seemed to fit. */
  readonly rejected: number;
  /** No skill shared a word. */
  readonly empty: number;
}

/** All that is decided by. */
export interface CurateInput {
  /** Commit of the index. */
  readonly commit: string | null;
  /** The day that it is. */
  readonly today: string;
  readonly skills: readonly CuratedSkill[];
  /** A day by which uses were recorded; null where none ever was, so that none is missing. */
  readonly watchedSince: string | null;
  readonly asked: readonly AskedQuery[];
  readonly unanswered: readonly UnansweredQuery[];
  /** Null where skills cannot be compared by meaning. */
  readonly duplicates: Duplicates | null;
}

/** A skill that should have another status. */
export interface Transition {
  readonly path: string;
  readonly from: SkillStatus;
  readonly to: SkillStatus;
  readonly action: SkillAction & ('STALE' | 'RETIRE' | 'RESTORE');
  /** Last day of use or change. */
  readonly since: string;
  /** The same as long as nothing happens to the skill. */
  readonly reason: string;
}

/** A skill that its users report to fail. */
export interface FailingSkill extends Pick<RatedVersion, 'version' | 'attempts' | 'reasons'> {
  readonly path: string;
  readonly rate: number;
  readonly interval: readonly [low: number, high: number];
}

/** Skills that say much the same. */
export interface OverlappingSkills {
  readonly paths: readonly string[];
  /** Cosine of two; null for copies. */
  readonly cosine: number | null;
}

/** A skill that none of the queries finds that it helped with. */
export interface NeverFoundSkill {
  readonly path: string;
  /** With what each of them finds instead, a few. */
  readonly queries: readonly { readonly query: string; readonly instead: readonly string[] }[];
}

/** What the people who keep the skills should look at. */
export interface ReviewList {
  readonly failing: readonly FailingSkill[];
  readonly overlapping: readonly OverlappingSkills[];
  readonly neverFound: readonly NeverFoundSkill[];
  /** Queries that a skill is missing for, the most frequent first. */
  readonly missing: readonly UnansweredQuery[];
}

/** What a run came to. */
export interface Curation {
  readonly v: 1;
  readonly commit: string | null;
  readonly today: string;
  readonly thresholds: CurateThresholds;
  readonly skills: number;
  /** Skills that may change by themselves: an agent's, and not pinned. */
  readonly agentSkills: number;
  readonly watchedSince: string | null;
  readonly transitions: readonly Transition[];
  readonly review: ReviewList;
  /** What could not be looked at, in sentences. */
  readonly notes: readonly string[];
}
