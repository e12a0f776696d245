import type { Finding } from '../../schema/diagnostic.js';
import type { SkillType } from '../../schema/skill/types.js';

/** What a proposal does. The first four are an agent's, the others a maintainer's. */
export const SKILL_ACTIONS = [
  'ARCHIVE',
  'FIX',
  'DERIVE',
  'MERGE',
  'DEPRECATE',
  'RESTORE',
  'EXTEND',
  'STALE',
  'RETIRE',
  'REMOVE',
] as const;
export type SkillAction = (typeof SKILL_ACTIONS)[number];

/** What somebody asks for. Texts are as they came: the door (`checkRequest`) judges them. */
export interface ProposalRequest {
  readonly action: SkillAction;
  /** Name of the new skill (ARCHIVE, DERIVE, MERGE), or the name or path of the one that changes. */
  readonly name: string;
  readonly description?: string;
  /** Markdown behind the front matter. */
  readonly body?: string;
  readonly skillType?: SkillType;
  /** What was learned: one item of the body's list of lessons. */
  readonly lesson?: string;
  /** Repository that the skill is for; absent or `global`: every one. */
  readonly repoName?: string;
  readonly tags?: readonly string[];
  readonly reason?: string;
  readonly trigger?: string;
  /** DERIVE: the parent. FIX and the others: in place of `name`. */
  readonly targetSkillName?: string;
  /** MERGE: the skills that become one. */
  readonly sourceSkillNames?: readonly string[];
  readonly ttlDays?: number;
  readonly displayName?: string;
  /** `Name <address>` or a name; the configured one where absent. */
  readonly author?: string;
  /** Text of files by their path below the skill's folder; null takes one away. Files that are not named stay. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Version (number, commit) that the caller read: another one there by now is a conflict. */
  readonly baseVersion?: string;
  /** FIX: sections of the old body that the new one lacks are dropped. */
  readonly replaceSections?: boolean;
}

/** A file of a skill at the base commit. */
export interface BaseFile {
  readonly mode: '100644' | '100755';
  readonly bytes: Uint8Array;
}

/** A skill at the base commit, with its files. */
export interface BaseSkill {
  /** Folder in the repository. */
  readonly path: string;
  readonly name: string;
  /** Number of its versions in git; null where the history is not known. */
  readonly version: number | null;
  /** Commit that made its latest version; null where the history is not known. */
  readonly versionCommit: string | null;
  /** Commits of its versions, the first one's first, where they are known. */
  readonly commits?: readonly string[];
  /** Commits, as the caller named them, at which all of its files were what they are. */
  readonly unchangedSince?: readonly string[];
  /** By path in the repository; links and submodules are left out. `<path>/SKILL.md` is one of them. */
  readonly files: ReadonlyMap<string, BaseFile>;
}

/** The state that a proposal starts from. */
export interface PlanBase {
  readonly commit: string;
  /** Every path of the tree, to refuse names that collide (also by case and NFC). */
  readonly paths: ReadonlySet<string>;
  /** Finds a skill by name or path; null where there is none; several where a name is ambiguous. */
  find(word: string): readonly BaseSkill[];
  /** Folder that new skills go into, such as `skills`. */
  readonly root: string;
}

/** One file that a proposal adds (`before` null), changes, or removes (`after` null). */
export interface FileChange {
  /** POSIX path in the repository. */
  readonly path: string;
  readonly mode: '100644' | '100755';
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** What the commit's trailers say. Skills are `path@version`, or the path where no version is known. */
export interface Changelog {
  readonly action: SkillAction;
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly trigger: string | null;
  readonly reason: string | null;
  /** Skills that it comes from: DERIVE's parent, MERGE's sources. */
  readonly sources: readonly string[];
}

/** A proposal as data: nothing is written yet. */
export interface Plan {
  readonly base: string;
  /** Folder of the skill that it is about. */
  readonly path: string;
  /** Sorted by path; none is without a change. */
  readonly changes: readonly FileChange[];
  readonly changelog: Changelog;
  /** Imperative, at most 72 code points. */
  readonly subject: string;
  /** Notes for the caller and the reviewer, such as which sections were kept. */
  readonly notes: readonly string[];
  readonly findings: readonly Finding[];
}

/** Name and address of a commit's author or committer; no line breaks, NUL, `<` or `>` in either. */
export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** A commit to be made: parents, the tree's changes against the first parent, message. */
export interface CommitRequest {
  readonly base: string;
  readonly changes: readonly FileChange[];
  /** Whole message, trailers included, ends with a line feed. */
  readonly message: string;
  readonly author: Identity;
  /** Unix seconds, from the clock of the process that proposes; the same proposal again reuses the first one's. */
  readonly at: number;
  /** Short name below `refs/heads/skillgraft/`. */
  readonly branch: string;
  /** True where `.gitattributes` at the top is among the changes, made here and not by whoever asks. */
  readonly attributes?: boolean;
}

/** What writing gave. */
export interface WrittenProposal {
  /** Full name, `refs/heads/skillgraft/...`. */
  readonly ref: string;
  readonly commit: string;
  /** True where the same proposal was there already; nothing was written then. */
  readonly existed: boolean;
}
