import type { FieldName } from '../schema/profile.js';
import type { JsonObject, SkillMetadata, SkillStatus, SkillType } from '../schema/skill/types.js';
import type { FileView } from './content.js';
import type { LineageAnswer } from './lineage-view.js';

/** Something worth knowing about an answer, as data and as a sentence. */
export interface Notice {
  readonly code: string;
  readonly message: string;
}

/** Narrows a search or a list. Everything given must hold. */
export interface SkillFilter {
  /** All of these tags. */
  readonly tags?: readonly string[];
  /** Skills for this repository, and those for every one. */
  readonly repo?: string;
  readonly type?: SkillType;
  /** Absent: all but archived ones. */
  readonly status?: SkillStatus;
}

export interface SearchOptions extends SkillFilter {
  /** From 1 to 50; 10 where absent. */
  readonly limit?: number;
  /** Adds each part of the score. */
  readonly verbose?: boolean;
}

/** One skill of a listing: what an agent needs to choose, never the body. */
export interface SkillSummary {
  readonly path: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly type: SkillType | null;
  readonly repo: string;
  /** Number of versions in git's history; null where the history is not known. */
  readonly version: number | null;
  readonly tags: readonly string[];
  readonly description: string;
  readonly status: SkillStatus;
  /** True where its time to live has passed since it was last changed. */
  readonly expired: boolean;
  /** Where it comes from, oldest first: former paths, parents, and itself, such as `skills/a@2`. */
  readonly lineage: readonly string[];
}

/** Share of one field in a score, and the query's terms that were found there. */
export interface ScorePart {
  readonly field: FieldName;
  readonly score: number;
  readonly terms: readonly string[];
}

export interface SearchResult extends SkillSummary {
  /** In [0, 1]: the weighted BM25 of its fields over the highest that the query could reach. */
  readonly score: number;
  /** The query is its name or its path. */
  readonly exact?: true;
  readonly formerly?: readonly string[];
  readonly parts?: readonly ScorePart[];
}

/** Why a search has no result. */
export interface Rejection {
  readonly reason: 'empty-query' | 'no-terms' | 'no-match' | 'filtered' | 'empty-index';
  readonly message: string;
}

export interface SearchAnswer {
  readonly query: string;
  readonly results: readonly SearchResult[];
  readonly rejected: Rejection | null;
  readonly notices: readonly Notice[];
}

export interface GetOptions {
  /** A number from `lineage`, a commit, or a date; absent: what the index holds. */
  readonly version?: string;
}

/** A skill with its whole body. */
export interface SkillContent extends SkillSummary {
  readonly uri: string;
  /** Of SKILL.md. */
  readonly digest: string;
  /** Commit that the content is of; null for an index of a folder without git. */
  readonly commit: string | null;
  readonly created: string | null;
  readonly updated: string | null;
  readonly metadata: SkillMetadata;
  readonly frontmatter: JsonObject;
  readonly history: LineageAnswer;
  readonly files: readonly FileView[];
  /** Whole text of SKILL.md behind its front matter. */
  readonly body: string;
  readonly notices: readonly Notice[];
}

/** One file of a skill. */
export interface SkillFile extends FileView {
  readonly bytes: Uint8Array;
  /** The bytes as text where they are UTF-8 without NUL. */
  readonly text: string | null;
}

export interface OpenOptions {
  /** Folder of the skills repository, for older versions. Absent: the one that the artifact lies in, if any. */
  readonly repo?: string;
  /** Milliseconds since 1970, for times to live; the clock where absent. */
  readonly now?: () => number;
  /** Files of an artifact that is given as an object, by path in its folder. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
}
