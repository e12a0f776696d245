import type { EmbedderKind } from '../runtime/config/settings.js';
import type { Embedder } from '../runtime/embed/embedder.js';
import type { ModelWish } from '../runtime/embed/named-model.js';
import type { OpenOptions } from '../runtime/git/open.js';
import type { Repository } from '../runtime/git/repository.js';
import type { FileChange } from '../runtime/propose/types.js';
import type { Profile } from '../schema/skill/types.js';
import type { RuleSettings } from './check/rule-levels.js';
import type { NamedEmbedder } from './embedder.js';
import type { BuildMemo } from './memo.js';
import type { Progress } from './types.js';

/** What to build. Settings that are absent come from the commit's skillgraft.json, then from the defaults. */
export interface BuildOptions {
  /** Folder of the repository, or any folder of skills. */
  readonly repo: string;
  /** Branch, tag or commit; absent: HEAD, or the only branch where HEAD is unborn. */
  readonly ref?: string;
  /** Reads the files as they lie on disk instead of a commit. */
  readonly workTree?: boolean;
  /** True: the folder is built alone, as its files lie there, whatever repository is around it. */
  readonly alone?: boolean;
  /** Builds as if the commit had these changes; what the artifact says of its source is the commit's. */
  readonly changes?: readonly FileChange[];
  /** Folder of the artifact: what lies below it is never read as skills, and its lineage is gone on from. */
  readonly out?: string;
  readonly roots?: readonly string[];
  readonly profile?: Profile;
  readonly listingBudget?: number;
  /** Most bytes that the index may have; more is a finding. */
  readonly maxIndexBytes?: number;
  /** Path in the repository of the file of synonyms. */
  readonly synonyms?: string;
  /** False: clauses that lead to other skills stay among a skill's own words, and are no edges. */
  readonly handOffs?: boolean;
  /** Levels of rules, in place of the commit's own; null: no rule has another level than its own. */
  readonly rules?: RuleSettings | null;
  /** What makes the vectors: the packaged model (`static`), nothing, a model that transformers.js loads, or the given one. */
  readonly embedder?: EmbedderKind | Embedder;
  /** The model for transformers.js, as far as it is not that of the commit's settings. */
  readonly transformers?: Partial<ModelWish>;
  /** Which git reader; `auto` where absent. */
  readonly reader?: OpenOptions['reader'];
  /** The repository of `repo`, where it is open already; it is left open. */
  readonly repository?: Repository;
  /** What `openIndex` takes: an index whose lineage is gone on from, in place of the one in `out`. */
  readonly previous?: string;
  /** False: the lineage is read from the beginning, even where an artifact of an ancestor is there. */
  readonly incremental?: boolean;
  /** Shared by the builds of one comparison, which have most of their texts in common. */
  readonly memo?: BuildMemo;
  readonly onProgress?: (progress: Progress) => void;
}

/** Settings that change what is built; their digest stands in the artifact. */
export interface BuildSettings {
  /** Absent: `skills`, or the whole tree where that has no skill. */
  readonly roots?: readonly string[];
  readonly profile: Profile;
  readonly listingBudget?: number;
  /** Absent: `synonyms.json` where that is there. */
  readonly synonyms?: string;
  /** Absent: clauses that lead to other skills are taken out. */
  readonly handOffs?: false;
  /** Levels that were given to rules; they change which findings the artifact counts. */
  readonly rules?: RuleSettings;
  /** Absent: the packaged model. */
  readonly embedder?: NamedEmbedder;
}
