import type { Finding } from '../diagnostic.js';

/** JSON as we keep it: objects are null-prototype, so that a key named `__proto__` is only a key. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Where a front matter key and its value start: lines and columns from 1, columns in code points. */
export interface KeyPosition {
  readonly line: number;
  readonly column: number;
  readonly valueLine: number;
  readonly valueColumn: number;
}

/** A SKILL.md as read. Lines count with CRLF read as LF and one BOM taken away. */
export interface SkillDocument {
  /** Verbatim, as JSON; scalars that a number would not give back (`1.10`, dates) are strings. */
  readonly frontmatter: JsonObject;
  /** Positions by path of keys, joined by `.` for nested maps (`metadata.version`). */
  readonly positions: ReadonlyMap<string, KeyPosition>;
  /** Text behind the closing fence, LF line ends, its leading blank line taken away. */
  readonly body: string;
  /** Line of the file on which `body` starts. */
  readonly bodyLine: number;
}

/** What parsing gives: a document where one could be read, and everything that was found on the way. */
export interface ParsedSkill {
  readonly document: SkillDocument | null;
  readonly findings: readonly Finding[];
}

export type SkillType = 'IMPLEMENTATION' | 'WORKFLOW' | 'TROUBLESHOOTING' | 'ARCHITECTURE' | 'RULE';
export type SkillStatus = 'active' | 'stale' | 'deprecated' | 'archived';

/** What a skill needs on the machine or in the collection. */
export interface SkillRequires {
  readonly bins?: readonly string[];
  readonly env?: readonly string[];
  readonly skills?: readonly string[];
  readonly mcp?: readonly string[];
}

/** Our reading of the front matter: lists are lists, defaults stay absent. Text is trimmed and NFC. */
export interface SkillMetadata {
  readonly displayName?: string;
  readonly type?: SkillType;
  /** A rule is resident in the server's instructions. Absent: `skill`. */
  readonly kind?: 'rule';
  /** Repository name that the skill is for; absent or `global`: for every one. */
  readonly repo?: string;
  /** The version that the author declares, as written. */
  readonly version?: string;
  readonly tags?: readonly string[];
  readonly triggers?: readonly string[];
  readonly keywords?: readonly string[];
  readonly whenToUse?: string;
  readonly allowedTools?: readonly string[];
  readonly created?: string;
  readonly lastModified?: string;
  readonly ttlDays?: number;
  readonly author?: string;
  readonly source?: string;
  readonly domain?: string;
  /** Absent: `active`. */
  readonly status?: Exclude<SkillStatus, 'active'>;
  readonly pinned?: true;
  readonly deprecatedReason?: string;
  readonly derivedFrom?: readonly string[];
  readonly mergedFrom?: readonly string[];
  /** Skills that took this one's place, by name or path. */
  readonly supersededBy?: readonly string[];
  readonly requires?: SkillRequires;
}

/** Which host's rules judge a file. `lenient` is what the index takes. */
export type Profile = 'lenient' | 'spec' | 'claude-code';
