import type { FailingSkill } from '../curate/types.js';
import type { ProposalAnswer, ProposeOptions } from '../propose/options.js';
import type { SkillIndex } from '../skill-index.js';
import type { SearchResult, SkillContent } from '../types.js';

/** What a skill becomes. What is left out stays. */
export interface Revision {
  readonly description?: string;
  /** Whole Markdown behind the front matter. */
  readonly body?: string;
  /** Text by path below the skill's folder: overwrites its namesake; null takes a file away; others stay. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Why, in a sentence, for the changelog. */
  readonly reason?: string;
}

/** A skill that is not there yet. */
export interface NewSkill {
  readonly name: string;
  readonly description: string;
  /** Markdown behind the front matter. */
  readonly body: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly tags?: readonly string[];
  readonly reason?: string;
}

/** What a caller's function gets of a skill. Its texts, and the reasons, are data that others wrote. */
export interface RewriteInput {
  readonly skill: SkillContent;
  /** Text of its other files by path below its folder; what is no text is left out. */
  readonly files: ReadonlyMap<string, string>;
  /** What its users report; null where nothing was given. */
  readonly failing: FailingSkill | null;
  /** Ends when the time is up. */
  readonly signal: AbortSignal;
}

export interface CreateInput {
  readonly query: string;
  /** The skills that come nearest, best first. */
  readonly nearest: readonly SearchResult[];
  /** Ends when the time is up. */
  readonly signal: AbortSignal;
}

type Later<T> = T | Promise<T>;

export interface EvolveHooks {
  /** Makes the next version; null where there is nothing to change. */
  readonly rewrite: (input: RewriteInput) => Later<Revision | null>;
  /** Says what is wrong with it; null where nothing is. */
  readonly validate?: (revision: Revision, input: RewriteInput) => Later<string | null>;
}

export interface DiscoverHooks {
  /** Makes a skill for a query; null where none should be made. */
  readonly create: (input: CreateInput) => Later<NewSkill | null>;
  /** Says what is wrong with it; null where nothing is. */
  readonly validate?: (skill: NewSkill, input: CreateInput) => Later<string | null>;
}

/** Where a change is made, and how it is proposed. */
export interface EvolveContext {
  readonly index: SkillIndex;
  /** As for `propose`; the index is the one above. */
  readonly proposals?: Omit<ProposeOptions, 'index'>;
  /** What its users report, for `rewrite`. */
  readonly failing?: FailingSkill;
  /** For each of the caller's functions, in milliseconds, up to an hour; two minutes where absent. */
  readonly timeoutMs?: number;
}

/** What became of it. */
export type Evolution =
  | { readonly outcome: 'proposed'; readonly answer: ProposalAnswer }
  /** The function made nothing. */
  | { readonly outcome: 'unchanged' }
  /** `validate` says what is wrong. */
  | { readonly outcome: 'rejected'; readonly reason: string }
  /** One for the same version, or the same query, waits for review. */
  | { readonly outcome: 'open'; readonly branch: string }
  /** There are skills for the query. */
  | { readonly outcome: 'found'; readonly results: readonly SearchResult[] };
