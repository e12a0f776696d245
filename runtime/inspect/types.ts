import type { Severity } from '../../schema/diagnostic.js';
import type { LineageStatus } from '../../schema/lineage.js';
import type { SkillMetadata } from '../../schema/skill/types.js';
import type { FileView } from '../content.js';
import type { Notice, SkillSummary } from '../types.js';
import type { RatedSkill } from '../usage/utility.js';

/** The machine that skills are to be used on. Nothing is run, and no value of a variable is told. */
export interface Machine {
  /** Where a program lies, by its bare name; null where the path leads to none. */
  findProgram(name: string): Promise<string | null>;
  /** Whether an environment variable is set, and not empty. */
  hasVariable(name: string): boolean;
  /** The MCP servers that hosts here are configured with, each with the file that has it. */
  mcpServers(): Promise<ReadonlyMap<string, string>>;
}

/** What a skill may ask for. */
export const REQUIREMENT_KINDS = ['bins', 'env', 'skills', 'mcp'] as const;
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number];

/** One thing that a skill asks for. */
export interface Requirement {
  /** As the skill has it; several names, of which one is enough, with `or` between them. */
  readonly name: string;
  /** Null where it cannot be known here. */
  readonly present: boolean | null;
  /** Path of the program, of the skill or of the configuration, where it is there. */
  readonly where?: string;
}

export type Requirements = Readonly<Record<RequirementKind, readonly Requirement[]>>;

/** What the build found in a skill, by kind. */
export interface FindingCount {
  readonly code: string;
  readonly count: number;
  /** Null for a code of a newer version. */
  readonly severity: Severity | null;
  /** What holds for each finding of this kind: what is wrong or why it matters, and what to do. */
  readonly message: string;
}

/** Where a skill's lineage has come to. */
export interface LineageHead {
  readonly status: LineageStatus;
  /** Null where no version is known; its number is null where older ones are not. */
  readonly version: {
    readonly number: number | null;
    readonly commit: string;
    readonly date: string;
    readonly author: string;
    readonly subject: string;
    readonly change: 'add' | 'modify' | 'rename';
    readonly action: string | null;
    readonly trigger: string | null;
    readonly reason: string | null;
  } | null;
  /** Folders that it had before. */
  readonly formerly: readonly string[];
  /** Folders or names of the skills that it was copied, derived or merged from. */
  readonly parents: readonly string[];
  /** Folders of the skills that its description names for something else. */
  readonly handsOffTo: readonly string[];
}

/** All that is known of a skill but its text. */
export interface SkillInspection extends SkillSummary {
  readonly uri: string;
  /** Of SKILL.md. */
  readonly digest: string;
  readonly commit: string | null;
  readonly created: string | null;
  readonly updated: string | null;
  readonly metadata: SkillMetadata;
  /** What its author says that it needs, in words. */
  readonly compatibility: string | null;
  readonly requires: Requirements;
  /** True where something that it requires is known not to be there. */
  readonly lacks: boolean;
  readonly files: readonly FileView[];
  readonly totals: { readonly files: number; readonly bytes: number; readonly executables: number };
  /** Estimated: of name and description, and of the body. */
  readonly tokens: { readonly listing: number; readonly body: number };
  /** Sorted by code. */
  readonly findings: readonly FindingCount[];
  readonly head: LineageHead;
  /** What it was worth so far; absent where nothing was recorded. */
  readonly utility?: RatedSkill;
  readonly notices: readonly Notice[];
}
