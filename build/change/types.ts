import type { Finding } from '../../schema/diagnostic.js';
import type { Json } from '../../schema/skill/types.js';
import type { RuleLevel } from '../check/rule-levels.js';
import type { EvalScore } from '../evals/types.js';

/** A value on both sides of a comparison. */
export interface BeforeAfter<T> {
  readonly before: T;
  readonly after: T;
}

/**
 * What became of a skill. `moved`: another folder, the same name. `broken`: its SKILL.md is there and can no longer be read;
 * `mended`: it can be read where it could not.
 */
export type SkillChangeKind = 'added' | 'removed' | 'renamed' | 'moved' | 'changed' | 'broken' | 'mended';

/** A key of the front matter; `metadata.key` for one inside that map. Null where it is not there. */
export interface FieldChange extends BeforeAfter<Json> {
  readonly key: string;
}

/** A file of a skill, by its path below the skill's folder; SKILL.md is not among them. Sizes are bytes. */
export interface FileChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly size: BeforeAfter<number | null>;
  /** A program by its mode, its first line or its extension. */
  readonly script: boolean;
  readonly executable: BeforeAfter<boolean>;
}

/** What `allowed-tools` lets the agent do without asking. */
export interface ToolsChange {
  /** Tools, or patterns of them, that nothing before covered. */
  readonly added: readonly string[];
  /** Those before that nothing covers any more. */
  readonly removed: readonly string[];
  /** Of the added ones those that let everything pass: `*`, or a shell without a pattern. */
  readonly unrestricted: readonly string[];
  /** Of the added ones those whose command deletes, runs others or changes rights, whatever it is given. */
  readonly dangerous: readonly string[];
}

/** Addresses in the skill's texts that were not in them before. */
export interface LinksChange {
  readonly urls: readonly string[];
  /** Hosts that none of its texts named. */
  readonly hosts: readonly string[];
}

/** Characters that a reader does not see, on a line that was not there before. */
export interface HiddenCharacters {
  /** In the repository. */
  readonly path: string;
  readonly line: number;
  readonly characters: readonly string[];
  readonly decoded?: string;
}

/** One skill that is not what it was. */
export interface SkillChange {
  readonly kind: SkillChangeKind;
  /** Folder after the change; of a removed skill the one before. */
  readonly path: string;
  readonly name: string;
  /** Folder and name before, where the skill has others now. */
  readonly from?: { readonly path: string; readonly name: string };
  /** Share of SKILL.md's bytes that git finds on both sides, in [0, 1]; of renamed and moved skills. */
  readonly similarity?: number;
  /** Of a skill that comes or leaves. */
  readonly description?: string;
  readonly fields: readonly FieldChange[];
  /** Lines of the text behind the front matter; null where it is too large to compare them. */
  readonly body: { readonly added: number | null; readonly removed: number | null };
  /** What alone differs in the bytes of SKILL.md, where its text is the same. */
  readonly bytes?: 'line-ends' | 'byte-order-mark';
  /** Estimated tokens; null where the skill is not there. */
  readonly tokens: {
    readonly listing: BeforeAfter<number | null>;
    readonly body: BeforeAfter<number | null>;
  };
  readonly files: readonly FileChange[];
  readonly tools: ToolsChange;
  readonly links: LinksChange;
  /** `bins:jq`, `env:TOKEN`, `skills:other`, `mcp:server`: what it did not require before. */
  readonly requires: readonly string[];
  /** Keys that say who may invoke it, where their value changed. */
  readonly invocation: readonly FieldChange[];
  readonly hidden: readonly HiddenCharacters[];
}

/** A skill that leaves and one that comes, which git's history will not join. */
export interface LostLineage {
  readonly from: string;
  readonly to: string;
  /** Share of SKILL.md's bytes in common, in [0, 1]; from 0.5 on git takes a change in one commit for a rename. */
  readonly similarity: number;
  /**
   * `too-different`: less is left than a rename needs. `apart`: enough is, but in different commits. `replaced`: nothing
   * of it is, but one comes where the other leaves, in one commit or under a name that is alike.
   */
  readonly reason: 'too-different' | 'apart' | 'replaced';
}

/** A name that another skill's text still has, of a skill that is gone or is called otherwise. */
export interface StaleMention {
  /** SKILL.md that has it, and its first line with it. */
  readonly path: string;
  readonly line: number;
  readonly name: string;
  /** Folder that the named skill has after the change; null where it is gone. */
  readonly now: string | null;
}

/** From one skill's folder to another's, as they are after the change (of what is gone, before it). */
export interface HandOffChange {
  readonly from: string;
  readonly to: string;
}

/** Two skills that say much the same, and did not before. */
export interface NewDuplicate {
  readonly a: string;
  readonly b: string;
  readonly cosine: number;
  readonly sameBody: boolean;
}

/** Where a query comes from. */
export type QuerySource = 'eval' | 'trigger' | 'description';

/**
 * What became of a query. `taken`: a right first place goes to another skill. `rejected`: it found the right skill and is
 * answered with nothing. `unrejected`: nothing fits it, and it is answered. `fell`: the right skill is further down.
 * `outranked`: a text of a new or changed skill does not lead to it, but to another one, and did not so before. `won`: the right skill is first and was not.
 * `rose`: it is further up.
 */
export type RankingEffect = 'taken' | 'rejected' | 'unrejected' | 'outranked' | 'fell' | 'won' | 'rose';

/** What a query is answered with on one side. */
export interface QueryAnswer {
  /** Folder of the first skill; null where there is no result. */
  readonly first: string | null;
  /** Place of the right skill, from 1; null where it is not among the results. */
  readonly rank: number | null;
}

export interface RankingChange extends BeforeAfter<QueryAnswer> {
  readonly effect: RankingEffect;
  readonly query: string;
  readonly source: QuerySource;
  /** Of a query of the repository: its file and id. */
  readonly file?: string;
  readonly id?: string;
  /** Folder of the skill whose trigger or description the query is. */
  readonly owner?: string;
  /** True where no skill that changed is concerned: words weigh otherwise in the collection, or its gate does. */
  readonly indirect: boolean;
}

/** The figures of one file of queries, which is read as it is after the change. */
export interface EvalChange extends BeforeAfter<Omit<EvalScore, 'misses'>> {
  readonly file: string;
}

/** What a list of all skills costs an agent. */
export interface ListingSize {
  readonly skills: number;
  /** Code points of names and descriptions. */
  readonly characters: number;
  /** Estimated. */
  readonly tokens: number;
}

/** A host's limit on that list, in characters. */
export interface BudgetChange extends BeforeAfter<number> {
  readonly host: string;
  readonly limit: number;
  /** Where the limit was read. */
  readonly source: string;
}

/** A finding with its words; `line` is of the side that it is found on. */
export interface ReportedFinding extends Finding {
  readonly message: string;
  readonly security: boolean;
}

/** A finding that a waiver in its file takes out of account, and did not before. */
export interface ReportedWaiver extends ReportedFinding {
  /** As the waiver says. */
  readonly reason: string;
  /** Line of the waiver. */
  readonly waivedAt: number;
}

/** A rule that the settings give another level than before. */
export interface LevelChange extends BeforeAfter<RuleLevel> {
  readonly code: string;
  /** Patterns of paths that it is for; empty: all. */
  readonly paths: readonly string[];
  readonly security: boolean;
}

/** A skill that the settings' roots do not reach, in a folder that hosts read by themselves. */
export interface OutsideSkill {
  /** Its SKILL.md. */
  readonly path: string;
  /** `changed`: a file of it. */
  readonly change: 'added' | 'changed';
}

export interface ComparedSide {
  /** Null for the files on disk. */
  readonly commit: string | null;
  /** As it was asked for. */
  readonly ref: string;
}

/** A key of skillgraft.json; null where it is not there. Rules and overrides are among the levels. */
export interface SettingChange extends FieldChange {
  /** True where it decides what is checked, read or trusted, and is not a stricter profile. */
  readonly security: boolean;
}

/** A finding that the baseline leaves out of `check`, and did not before. */
export interface NewBaselineEntry {
  readonly path: string;
  readonly code: string;
  /** The line that it is on, as the baseline keeps it. */
  readonly text: string;
  readonly count: number;
  readonly security: boolean;
}

/** A file of the repository's queries. */
export interface EvalFileChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
}

/** What a repository says of itself, beside its skills. */
export interface SettingsChange {
  readonly keys: readonly SettingChange[];
  /** By word or phrase: what it also means. */
  readonly synonyms: readonly FieldChange[];
  readonly baseline: readonly NewBaselineEntry[];
  readonly evals: readonly EvalFileChange[];
}

/** The semantic change between two commits. Lists are sorted: the same commits give the same report. */
export interface ChangeReport {
  readonly format: { readonly name: 'skillgraft-change'; readonly version: 1 };
  readonly base: ComparedSide;
  readonly head: ComparedSide;
  /** True where the base is the last commit that both histories share, and not what was named itself. */
  readonly mergeBase: boolean;
  /** By path. */
  readonly skills: readonly SkillChange[];
  /** SKILL.md files that come and cannot be read: they are no skills, and their errors are among the findings. */
  readonly unreadable: readonly string[];
  /** Skills that come or change where hosts find them and the roots do not, by path. */
  readonly outside: readonly OutsideSkill[];
  readonly ranking: { readonly asked: number; readonly changes: readonly RankingChange[] };
  readonly evals: readonly EvalChange[];
  readonly findings: {
    readonly added: readonly ReportedFinding[];
    /** Those that are gone; what is waived is not. */
    readonly resolved: readonly ReportedFinding[];
    readonly waived: readonly ReportedWaiver[];
    /** Those that would be new warnings or errors, had the change not switched their rules off. */
    readonly switchedOff: readonly ReportedFinding[];
  };
  readonly levels: readonly LevelChange[];
  readonly settings: SettingsChange;
  readonly handOffs: { readonly added: readonly HandOffChange[]; readonly removed: readonly HandOffChange[] };
  readonly mentions: readonly StaleMention[];
  readonly lostLineage: readonly LostLineage[];
  readonly duplicates: readonly NewDuplicate[];
  readonly listing: BeforeAfter<ListingSize>;
  readonly budgets: readonly BudgetChange[];
  /** What people should know of how the report was made. */
  readonly notes: readonly string[];
}
