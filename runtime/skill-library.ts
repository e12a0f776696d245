import type { SkillEntry } from '../schema/index.types.js';
import type { Lookup } from './catalog.js';
import type { LineageAnswer } from './lineage-view.js';
import type { Explanation } from './search/explain.js';
import type { SkillIndex } from './skill-index.js';
import type {
  GetOptions,
  Notice,
  SearchAnswer,
  SearchOptions,
  SkillContent,
  SkillFile,
  SkillFilter,
  SkillSummary,
} from './types.js';

/** What questions about skills are put to: one opened index, or several that answer as one. */
export interface SkillLibrary {
  /** Where it was opened, for messages. */
  readonly location: string;
  /** What the skills are of, such as `a repository at commit 0123456789ab`: the end of a sentence. */
  readonly origin: string;
  /** Every skill that is offered, each under the path, the name and the URIs that callers use; sorted by path. */
  readonly skills: readonly SkillEntry[];
  /** The same for people, where the location is not what they know it by. */
  readonly place?: string;
  /** How many skills `allow` and `block` leave out; absent: none. */
  readonly leftOut?: number;
  /** What is to be said of it, such as that one of its indexes is not there; absent: nothing. */
  readonly notices?: readonly Notice[];
  /** Ranks skills for a query; see `SkillIndex.search`. */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /** Why a skill has the place that it has for a query; see `SkillIndex.explain`. */
  explain(query: string, word: string): Promise<Explanation>;
  /** All skills that pass a filter, in path order. */
  list(filter?: SkillFilter): SkillSummary[];
  /** Finds a skill by path, name, `skill://` URI or former name; `document` is its place in `skills`. */
  find(word: string): Lookup;
  /** @throws SkillgraftError `skill-unknown` with the nearest names */
  lineage(word: string): LineageAnswer;
  /** A skill with its body; see `SkillIndex.get`. */
  get(word: string, options?: GetOptions): Promise<SkillContent>;
  /** One file of a skill, its digest checked; see `SkillIndex.file`. */
  file(word: string, path: string, options?: GetOptions): Promise<SkillFile>;
  /** The index that a proposal about a skill, known or new, goes to. */
  home(word: string): SkillIndex;
  /** What that index itself calls the skill. */
  nameAtHome(word: string): string;
}

/** What a library was, and what it is now. */
export interface LibraryChange {
  readonly before: SkillLibrary;
  readonly after: SkillLibrary;
}

/** Keeps a library open and up to date. */
export interface LiveLibrary {
  /** The newest good library: what changed is loaded first; what is bad is refused and the last good one goes on. */
  current(): Promise<SkillLibrary>;
  /** Looks for changes of itself from now on, and tells of each that was taken up. Returns what ends that. */
  subscribe(listener: (change: LibraryChange) => void): () => void;
}
