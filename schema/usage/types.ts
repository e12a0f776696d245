/**
 * How often a version of a skill helped with a query, and how often it did not: one line of `usage/<skill path>.jsonl`.
 * Lines of the same query and digest are one record; each recorder's counts only grow, so that the larger one stands.
 */
export interface UsageRecord {
  /** NFC, on one line; absent: loads and outcomes without a query's text. */
  readonly query?: string;
  /** Version that was read; null where the history was not known. */
  readonly version: number | null;
  /** `sha256:` and 64 hex digits, of its SKILL.md. */
  readonly digest: string;
  /** Sums over the recorders. */
  readonly successes: number;
  readonly failures: number;
  readonly loads: number;
  /** Day of the last event, such as `2026-01-31`; `1970-01-01` where it is not known. */
  readonly last: string;
  /** Successes, failures and loads by recorder, an anonymous id. */
  readonly by: Readonly<Record<string, readonly [successes: number, failures: number, loads: number]>>;
  /** Why it failed, the latest first, a few: a day, a blank, and the words. */
  readonly reasons?: readonly string[];
}

/** What a version of a skill was worth. */
export interface VersionUtility {
  readonly version: number | null;
  readonly digest: string;
  readonly successes: number;
  readonly failures: number;
  readonly loads: number;
  /** Day of the last event; null where there is none. */
  readonly last: string | null;
  /** Why it failed, the latest first, a few. */
  readonly reasons: readonly string[];
}

/** What a skill was worth, a version at a time, the current one first. */
export interface SkillUtility {
  readonly path: string;
  readonly versions: readonly VersionUtility[];
}
