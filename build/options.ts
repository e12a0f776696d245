import type { OpenOptions } from '../runtime/git/open.js';
import type { Profile } from '../schema/skill/types.js';
import type { Progress } from './types.js';

/** What to build. Settings that are absent come from the commit's skillgraft.json, then from the defaults. */
export interface BuildOptions {
  /** Folder of the repository, or any folder of skills. */
  readonly repo: string;
  /** Branch, tag or commit; absent: HEAD, or the only branch where HEAD is unborn. */
  readonly ref?: string;
  /** Reads the files as they lie on disk instead of a commit. */
  readonly workTree?: boolean;
  /** Folder of the artifact: what lies below it is never read as skills, and its lineage is gone on from. */
  readonly out?: string;
  readonly roots?: readonly string[];
  readonly profile?: Profile;
  readonly listingBudget?: number;
  /** Which git reader; `auto` where absent. */
  readonly reader?: OpenOptions['reader'];
  /** False: the lineage is read from the beginning, even where an artifact of an ancestor is there. */
  readonly incremental?: boolean;
  readonly onProgress?: (progress: Progress) => void;
}

/** Settings that change what is built; their digest stands in the artifact. */
export interface BuildSettings {
  /** Absent: `skills`, or the whole tree where that has no skill. */
  readonly roots?: readonly string[];
  readonly profile: Profile;
  readonly listingBudget?: number;
}
