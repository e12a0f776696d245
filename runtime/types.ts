import type { VectorSection } from '../schema/embedding.js';
import type { FieldName, SearchProfile } from '../schema/profile.js';
import type { JsonObject, SkillMetadata, SkillStatus, SkillType } from '../schema/skill/types.js';
import type { FileView } from './content.js';
import type { EmbedderSource } from './embed/embedder.js';
import type { VectorIndex } from './embed/vector-index.js';
import type { LineageAnswer } from './lineage-view.js';
import type { GateReport } from './search/gate.js';
import type { Fusion } from './search/rank.js';
import type { RatedSkill } from './usage/utility.js';

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
  /** True: leaves out deprecated skills and those whose time to live has passed; else they are only marked. */
  readonly current?: boolean;
}

export interface SearchOptions extends SkillFilter {
  /** From 1 to 50; 10 where absent. */
  readonly limit?: number;
  /** Adds each part of the score, and what the gate saw. */
  readonly verbose?: boolean;
  /** How words and meaning are put together; `sum` where absent. */
  readonly fusion?: Fusion;
  /** False: a query that seems to fit no skill is answered with the best matches all the same. */
  readonly gate?: boolean;
  /** Puts the first 50 in another order, say by a cross-encoder; exact names stay first. */
  readonly rerank?: Rerank;
}

/** What a rerank hook gets of a skill. */
export interface RerankCandidate {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly score: number;
}

/** Gives each candidate a new score, in their order; higher is better, equal ones keep their order. */
export type Rerank = (
  query: string,
  candidates: readonly RerankCandidate[],
) => readonly number[] | Promise<readonly number[]>;

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
  /** Name of the index that has it, where there are several. */
  readonly source?: string;
  /** Names of other indexes that have the same files. */
  readonly alsoIn?: readonly string[];
}

/** One part of a score: a field, or what counts besides the words. A rule's part is negative. */
export interface ScorePart {
  readonly field: FieldName | 'semantic' | 'trigger' | 'recorded' | 'rule';
  readonly score: number;
  /** The query's terms that were found there; a synonym with the word that brought it, such as `ship (deploy)`. */
  readonly terms: readonly string[];
  /**
   * Of the part `recorded`: the recorded query that bears most on the skill, how alike it is to the query, and how surely
   * the skill helped (below 0: did not), each at most 1. Absent where the skill has no records: it is taken to be as near
   * as its place among the others says.
   */
  readonly record?: { readonly query: string; readonly likeness: number; readonly evidence: number };
}

export interface SearchResult extends SkillSummary {
  /**
   * In [0, 1]: the weighted sum of its parts over the highest that the query could reach; with `rrf` the sum of its
   * places; with a rerank hook what that gave.
   */
  readonly score: number;
  /** The query is its name or its path. */
  readonly exact?: true;
  readonly formerly?: readonly string[];
  readonly parts?: readonly ScorePart[];
  /** What it was worth so far, with `verbose`; absent where nothing was recorded. */
  readonly utility?: RatedSkill;
}

/** Why a search has no result. */
export interface Rejection {
  readonly reason: 'empty-query' | 'no-terms' | 'no-match' | 'no-fit' | 'filtered' | 'empty-index';
  readonly message: string;
  /** The skill that came nearest, where one did. */
  readonly nearest?: Pick<SearchResult, 'path' | 'name' | 'description' | 'score'>;
}

export interface SearchAnswer {
  readonly query: string;
  readonly results: readonly SearchResult[];
  readonly rejected: Rejection | null;
  readonly notices: readonly Notice[];
  /** What the gate saw; with `verbose`. */
  readonly gate?: GateReport;
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
  /** What it was worth so far; absent where nothing was recorded. */
  readonly utility?: RatedSkill;
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
  /**
   * What embeds queries, for an index that was not built with the packaged model, or for a platform without files;
   * with one of no dimensions, searches go by words alone. Asked for by the first search. Its fingerprint must be that of
   * the index's vectors: else the packaged model is used where that fits (notice `embedder-unused`), or words alone
   * (`embedder-missing`). Another value is SkillgraftError `bad-option`: at once, or from a function when it is asked.
   */
  readonly embedder?: EmbedderSource;
  /** Weights in place of the artifact's, to try others; the gate stays as it was calibrated. */
  readonly profile?: SearchProfile;
  /**
   * Compares a query with every document in place of the exact scan: an approximate index, say. Called by the first
   * search, with the index's vectors; `scores` gives a finite cosine for each document.
   */
  readonly vectorIndex?: (section: VectorSection) => VectorIndex | Promise<VectorIndex>;
}
